'use client';

import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '@/components/kit/layout/language-switch';
import { ThemeMenu } from '@/components/kit/layout/theme-menu';
import { useFullScreen } from '@/components/kit/layout/use-full-screen';
import { useNow } from '@/components/kit/ui/age';
import { FullScreenExitIcon, FullScreenIcon, HomeIcon, MapIcon } from '@/components/kit/ui/icons';
import { Mark } from '@/components/kit/ui/mark';
import { Segmented } from '@/components/kit/ui/segmented';
import { WINDOWS } from '@/lib/features/dashboards/value-sets';
import { formatDate, formatTime } from '@/lib/platform/i18n/format';
import { timeOfDay } from '@/lib/platform/i18n/shown-moment';
import { hrefOf } from '@/lib/routes';
import { SessionNote } from './session-note';
import type { Dashboard } from './use-dashboard';
import styles from './dashboard.module.css';

interface Props {
  readonly title: string;
  readonly dashboard: Dashboard;
  readonly mayChooseLanguage: boolean;
  /** When the session ends, epoch ms. */
  readonly sessionEnd: number;
  /** The selectors of the page. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Title, what the page is of, how fresh it is, the time (silent-screens D1-D4). */
export function DashboardHeader({ title, dashboard, mayChooseLanguage, sessionEnd, children, actions }: Props) {
  const t = useTranslations('dashboards');
  const { isFull, toggle } = useFullScreen();
  const { choice, choose, focused } = dashboard;
  return (
    <header className={styles.header}>
      <Link className={styles.mark} href={hrefOf('home')} aria-label={t('home')}>
        <Mark size={26} />
      </Link>
      <h1>{title}</h1>
      <div className={styles.choices}>
        {children}
        <Segmented
          label={t('window.label')}
          choices={WINDOWS.map((value) => ({ value, text: t(`window.${value}`) }))}
          current={choice.window}
          onChoose={(window) => void choose({ window })}
        />
        {focused > 0 && <span className={styles.focus}>{t('focus', { count: focused })}</span>}
      </div>
      <div className={styles.facts}>
        <SessionNote endsAt={sessionEnd} />
        <Freshness dashboard={dashboard} />
        <Clock />
      </div>
      <div className={styles.tools}>
        {actions}
        {mayChooseLanguage && <LanguageSwitch />}
        <ThemeMenu />
        <Tooltip title={t('map')}>
          <IconButton aria-label={t('map')} component={Link} href={hrefOf('map')}>
            <MapIcon />
          </IconButton>
        </Tooltip>
        <Tooltip title={t('home')}>
          <IconButton aria-label={t('home')} component={Link} href={hrefOf('home')}>
            <HomeIcon />
          </IconButton>
        </Tooltip>
        <Tooltip title={t(isFull ? 'leaveFullScreen' : 'fullScreen')}>
          <IconButton aria-label={t(isFull ? 'leaveFullScreen' : 'fullScreen')} aria-pressed={isFull} onClick={toggle}>
            {isFull ? <FullScreenExitIcon /> : <FullScreenIcon />}
          </IconButton>
        </Tooltip>
      </div>
    </header>
  );
}

/** When the slowest part was read; a failed call greys it and offers another try (silent-screens D0). */
function Freshness({ dashboard: { summary, trend, ranking, open } }: { readonly dashboard: Dashboard }) {
  const t = useTranslations('dashboards');
  const parts = [summary, trend, ranking, open];
  const failed = parts.filter(({ error }) => error !== undefined);
  const asOf = parts.flatMap(({ data }) => (data ? [data.asOf] : [])).sort()[0];
  if (asOf === undefined) return null;
  const time = timeOfDay(asOf);
  if (failed.length === 0) return <span data-testid="updated">{t('updated', { time })}</span>;
  return (
    <span className={styles.stale} data-testid="updated">
      {t('stale', { time })}
      <Button size="small" onClick={() => failed.forEach(({ retry }) => retry())}>
        {t('retry')}
      </Button>
    </span>
  );
}

function Clock() {
  const now = useNow();
  if (now === undefined) return null;
  return (
    <time className={styles.clock} suppressHydrationWarning>
      <small>{formatDate(now)}</small> {formatTime(now)}
    </time>
  );
}
