'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { ThemeMenu } from '@/components/kit/layout/theme-menu';
import { Mark } from '@/components/kit/ui/mark';
import { OpenIcon } from '@/components/kit/ui/icons';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { ONLINE_STATUS } from '@/lib/live/units/value-sets';
import { readBoolean, readText } from '@/lib/live/units/values';
import { hrefOf } from '@/lib/routes';
import { LiveAge } from './live-age';
import { findBuiltHref } from './built-link';
import type { ElevatorState } from './use-elevator';
import { useWords } from './use-words';
import styles from './elevator-header.module.css';

/** Who and where it is, how it is, and how old what we know is. */
export function ElevatorHeader({ state }: { readonly state: ElevatorState }) {
  const t = useTranslations('live.elevator');
  const common = useTranslations('common');
  const { equipment, condition, live, newestAt } = state;
  const { isFresh } = condition;
  const detail = findBuiltHref('equipmentDetail', { equipmentNo: equipment.equipmentNo });
  const isOnline = condition.onlineStatus === ONLINE_STATUS.online;
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
          <LiveAge at={newestAt} wrap={(age) => t(isFresh ? 'updated' : 'lastData', { age })} />
        </span>
        {isOnline && readBoolean(live.technicianonsite) === true && (
          <StatusPill status="service">{t('technician')}</StatusPill>
        )}
        {isOnline && condition.isTrapped && <StatusPill status="trapped">{t('trapped')}</StatusPill>}
        <span className={styles.run} data-stale={(isOnline && !isFresh) || undefined}>
          <RunPill state={state} />
        </span>
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
          <ThemeMenu />
        </span>
      </div>
    </header>
  );
}

/** The run icon with its word: fault, running, or stopped, the last one saying why (doc2 §4.4); of what is not heard now, unknown (readings 122). */
function RunPill({ state: { icon, condition, live } }: { readonly state: ElevatorState }) {
  const t = useTranslations('live.elevator');
  const common = useTranslations('common.status');
  const words = useWords();
  const mode = readText(live.mode);
  const { onlineStatus, link } = condition;
  if (icon === 'unknown') {
    const isKnownLink = onlineStatus !== undefined && link !== 'online';
    return (
      <span data-testid="run-icon" data-icon="unknown">
        <StatusPill status={isKnownLink ? link : 'unknown'}>
          {isKnownLink ? `${common(link)} · ${common('unknown')}` : common('unknown')}
        </StatusPill>
      </span>
    );
  }
  if (icon !== 'stopped')
    return (
      <span data-testid="run-icon" data-icon={icon}>
        <StatusPill status={icon}>{t(`run.${icon}`)}</StatusPill>
      </span>
    );
  return (
    <span data-testid="run-icon" data-icon="stopped">
      <StatusPill status={mode === undefined ? 'standby' : 'inspection'}>
        {words.modeWithCode(mode) ?? t('run.stopped')}
      </StatusPill>
    </span>
  );
}

/** The address in one line: the stored one, else its parts without repeats. */
function addressOf({ address, province, city, district, street, house_no }: ElevatorState['equipment']): string {
  if (address) return address;
  return [...new Set([province, city, district, [street, house_no].filter(Boolean).join(' ')])]
    .filter(Boolean)
    .join(' ');
}
