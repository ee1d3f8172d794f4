'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { LanguageSwitch } from '@/components/kit/layout/language-switch';
import { ThemeMenu } from '@/components/kit/layout/theme-menu';
import { Cover } from '@/components/kit/ui/cover';
import { RefreshIcon } from '@/components/kit/ui/icons';
import { EscalatorIcon } from '@/components/kit/ui/lift-icons';
import { Mark } from '@/components/kit/ui/mark';
import type { CampusEquipment } from '@/lib/features/campus/contract';
import { WALL_STATUS } from '@/lib/features/campus/wall-status';
import { ERROR_STATUS } from '@/lib/live/units/value-sets';
import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import { hrefOf } from '@/lib/routes';
import { useTabHidden } from '../use-tab-hidden';
import { Clock, Freshness } from '../wall/wall-header';
import type { WallConnection } from '../wall/use-wall';
import { CenterItem } from './center-item';
import { CenterLevels } from './center-levels';
import { useCenter } from './use-center';
import type { Center, CenterData } from './use-center';
import { useCenterStates } from './use-center-states';
import styles from './center.module.css';

interface Props {
  readonly data: CenterData;
  /** Route of an escalator's page; undefined when the user may open none. */
  readonly page: string | undefined;
  /** Route of the wall's settings; undefined when the user may not change them. */
  readonly settingsHref: string | undefined;
  readonly mayChooseLanguage: boolean;
  /** How the page connects to the live server; default: the portal's own. */
  readonly connection?: WallConnection;
}

/** The escalators of the Shanghai center in two halves (doc3 §2.4, readings 88). This wall stays open for weeks. */
export function CenterScreen({ data, page, settingsHref, mayChooseLanguage, connection }: Props) {
  const t = useTranslations('shcenter');
  const common = useTranslations('common');
  const center = useCenter(data, connection);
  const { units, halves, statusOf, status, link, heartbeat, hidden } = center;
  const states = useCenterStates(units, statusOf);
  const isHidden = useTabHidden();
  return (
    <div
      className={styles.page}
      data-far-sight=""
      data-status={status}
      data-paused={isHidden || link !== LIVE_STATE.live || undefined}
    >
      <header className={styles.header}>
        <Link className={styles.logo} href={hrefOf('home')} aria-label={common('product')}>
          <Mark size={28} />
        </Link>
        <h1 className={styles.title}>{t('title')}</h1>
        <span className={styles.count}>{t('count', { count: units.length })}</span>
        {hidden > 0 && <span className={styles.count}>{t('hidden', { count: hidden })}</span>}
        <div className={styles.facts}>
          <Freshness wall={{ link, heartbeat, status, isCare: false, total: units.length }} />
          <Clock renderedAt={data.at} />
        </div>
        <div className={styles.choices}>
          {mayChooseLanguage && <LanguageSwitch />}
          <ThemeMenu />
        </div>
      </header>
      <div className={styles.body}>
        {units.length > 0 && (
          <div className={styles.halves} inert={status !== WALL_STATUS.live}>
            <Half name="left" label={t('left')} units={halves[0]} statusOf={statusOf} page={page} />
            <CenterLevels units={units} states={states} />
            <Half name="right" label={t('right')} units={halves[1]} statusOf={statusOf} page={page} />
          </div>
        )}
        <CenterCover center={center} settingsHref={settingsHref} />
      </div>
    </div>
  );
}

interface HalfProps extends Pick<Center, 'statusOf'> {
  readonly name: 'left' | 'right';
  readonly label: string;
  readonly units: readonly CampusEquipment[];
  readonly page: string | undefined;
}

function Half({ name, label, units, statusOf, page }: HalfProps) {
  return (
    <section className={styles.half} aria-label={label} data-half={name}>
      {units.map(({ equipmentNo, equipmentNickName, isEquipOnline }) => {
        const status = statusOf.get(equipmentNo);
        return (
          <CenterItem
            key={equipmentNo}
            equipmentNo={equipmentNo}
            nickName={equipmentNickName}
            href={page && hrefOf(page, { equipmentNo })}
            onlineStatus={status?.onlineStatus ?? isEquipOnline}
            errorStatus={status?.errorStatus ?? ERROR_STATUS.unknown}
            entrapmentStatus={status?.entrapmentStatus ?? 0}
          />
        );
      })}
    </section>
  );
}

interface CoverProps {
  readonly center: Center;
  readonly settingsHref: string | undefined;
}

/** What covers the screen while it is not live. */
function CenterCover({ center: { status, retry }, settingsHref }: CoverProps) {
  const t = useTranslations('shcenter.cover');
  if (status === WALL_STATUS.live) return null;
  if (status === WALL_STATUS.loading)
    return <Cover name="shcenter-1" icon={<EscalatorIcon size={40} />} title={t('loading')} />;
  if (status === WALL_STATUS.disconnected)
    return (
      <Cover
        name="shcenter-2"
        tone="warning"
        icon={<RefreshIcon size={40} />}
        title={t('lost.title')}
        text={t('lost.text')}
        action={
          <Button variant="contained" color="primary" onClick={retry}>
            {t('lost.action')}
          </Button>
        }
      />
    );
  return (
    <Cover
      name="shcenter-3"
      icon={<EscalatorIcon size={40} />}
      title={t('empty.title')}
      text={t(settingsHref === undefined ? 'empty.textForOthers' : 'empty.text')}
      place="fill"
      action={
        settingsHref !== undefined && (
          <Button variant="contained" color="primary" component={Link} href={settingsHref}>
            {t('empty.action')}
          </Button>
        )
      }
    />
  );
}
