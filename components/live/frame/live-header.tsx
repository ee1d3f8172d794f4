'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '@/components/kit/layout/language-switch';
import { ThemeMenu } from '@/components/kit/layout/theme-menu';
import { Mark } from '@/components/kit/ui/mark';
import { OpenIcon } from '@/components/kit/ui/icons';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { VideoButton } from '@/components/video/shared/video-button';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import { hasTechnician } from '@/lib/live/units/condition';
import { hrefOf } from '@/lib/routes';
import { LiveAge } from './live-age';
import { findBuiltHref } from './built-link';
import { useShownMoment } from './page-clock';
import type { LiveUnit } from './use-live-unit';
import styles from './live-header.module.css';

/**
 * Name, place, state, and the age of the data.
 * @param children the unit's state in a word
 */
export function LiveHeader({ unit, children }: { readonly unit: LiveUnit; readonly children: ReactNode }) {
  const t = useTranslations('live.frame');
  const common = useTranslations('common');
  const { equipment, condition, live, newestAt } = unit;
  const { isFresh } = condition;
  const detail = findBuiltHref('equipmentDetail', { equipmentNo: equipment.equipmentNo });
  const isOnline = condition.link === 'online';
  const isPast = useShownMoment() !== undefined;
  // Doc 1 §1: not for a project's own users.
  const mayChooseLanguage = unit.holder !== null && !isCustomer(unit.holder);
  return (
    <header className={styles.header}>
      <Link className={styles.home} href={hrefOf('home')} aria-label={common('product')}>
        <Mark size={26} />
      </Link>
      <div className={styles.identity}>
        <h1 className={styles.name} title={equipment.equipmentName}>
          {equipment.equipmentName}
        </h1>
        <p className={styles.where}>
          <span className={styles.address}>{addressOf(equipment)}</span>
          <span className={styles.number}>{equipment.equipmentNo}</span>
        </p>
      </div>
      <div className={styles.state}>
        <span className={styles.age} data-stale={(isOnline && !isFresh) || undefined} data-testid="freshness">
          <LiveAge at={newestAt} wrap={(age) => t(!isFresh ? 'lastData' : isPast ? 'replayed' : 'updated', { age })} />
        </span>
        {hasTechnician(condition, live) && <StatusPill status="service">{t('technician')}</StatusPill>}
        {condition.isTrapped && <StatusPill status="trapped">{t('trapped')}</StatusPill>}
        <span className={styles.run} data-stale={(isOnline && !isFresh) || undefined}>
          {children}
        </span>
        <VideoButton
          className={styles.detail}
          holder={unit.holder}
          unit={equipment}
          openedFrom="livePage"
          variant="text"
        />
        {detail && (
          <Button
            className={styles.detail}
            component={Link}
            href={detail}
            target="_blank"
            rel="noopener"
            size="small"
            endIcon={<OpenIcon size={16} />}
          >
            {t('detailLink')}
          </Button>
        )}
        <span className={styles.theme}>
          {mayChooseLanguage && <LanguageSwitch />}
          <ThemeMenu />
        </span>
      </div>
    </header>
  );
}

/** The address in one line: the stored one, else its parts without duplicates. */
function addressOf({ address, province, city, district, street, house_no }: LiveUnit['equipment']): string {
  if (address) return address;
  return [...new Set([province, city, district, [street, house_no].filter(Boolean).join(' ')])]
    .filter(Boolean)
    .join(' ');
}
