'use client';

import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useLocale, useTranslations } from 'next-intl';
import { Mark } from '@/components/kit/ui/mark';
import { useNow } from '@/components/kit/ui/age';
import {
  AdjustIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  FullScreenExitIcon,
  FullScreenIcon,
  PanelCloseIcon,
  PanelOpenIcon,
} from '@/components/kit/ui/icons';
import { campusImageHref } from '@/lib/features/campus/value-sets';
import { formatDate, formatTime } from '@/lib/platform/i18n/format';
import { LIVE_STATE } from '@/lib/live/realtime/browser/client-types';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';
import { ArrangementChoice } from './arrangement-choice';
import { SizeMenu } from './size-menu';
import { SoundButton } from '../messages/sound-button';
import type { Sound } from '../messages/use-sound';
import type { Wall } from './use-wall';
import styles from './wall-header.module.css';

interface Props {
  readonly wall: Wall;
  /** Epoch ms of the server's rendering, the clock's first value. */
  readonly renderedAt: number;
  readonly isFull: boolean;
  readonly onFull: () => void;
  readonly isPanelOpen: boolean;
  readonly onPanel: () => void;
  readonly sound: Sound;
  /** Opens the settings; absent when the user may not change them. */
  readonly onSettings: (() => void) | undefined;
}

/** The wall's title, how fresh its data is, the time, and a few controls. */
export function WallHeader({ wall, renderedAt, isFull, onFull, isPanelOpen, onPanel, sound, onSettings }: Props) {
  const t = useTranslations('campus');
  const logo = campusImageHref(wall.view?.basic.logo ?? null);
  const title = wall.view?.basic.title || t('title');
  return (
    <header className={styles.header}>
      {logo ? (
        // eslint-disable-next-line @next/next/no-img-element -- a user's own file behind his session: nothing to optimise
        <img className={styles.logo} src={logo} alt="" />
      ) : (
        <span className={styles.mark}>
          <Mark size={26} />
        </span>
      )}
      <h1 className={styles.title} title={title}>
        {title}
      </h1>
      {wall.total > 0 && <ArrangementChoice arrangement={wall.arrangement} />}
      <div className={styles.facts}>
        <Freshness wall={wall} />
        <Clock renderedAt={renderedAt} />
      </div>
      <div className={styles.tools}>
        {wall.pages > 1 && <Turner wall={wall} />}
        <SoundButton sound={sound} />
        {onSettings && (
          <Tooltip title={t('settings.open')}>
            <IconButton aria-label={t('settings.open')} aria-haspopup="dialog" onClick={onSettings}>
              <AdjustIcon />
            </IconButton>
          </Tooltip>
        )}
        {wall.total > 0 && <SizeMenu size={wall.size} onChange={wall.changeSize} />}
        <Tooltip title={t(isPanelOpen ? 'panel.hide' : 'panel.show')}>
          <IconButton
            aria-label={t(isPanelOpen ? 'panel.hide' : 'panel.show')}
            aria-expanded={isPanelOpen}
            aria-controls="campus-panel"
            onClick={onPanel}
          >
            {isPanelOpen ? <PanelCloseIcon /> : <PanelOpenIcon />}
          </IconButton>
        </Tooltip>
        <Tooltip title={t(isFull ? 'fullScreen.leave' : 'fullScreen.enter')}>
          <IconButton
            aria-label={t(isFull ? 'fullScreen.leave' : 'fullScreen.enter')}
            aria-pressed={isFull}
            onClick={onFull}
          >
            {isFull ? <FullScreenExitIcon /> : <FullScreenIcon />}
          </IconButton>
        </Tooltip>
      </div>
    </header>
  );
}

/** Turns the pages; the arrow keys and a swipe on the tiles do the same. */
function Turner({ wall: { pageIndex, pages, turnTo } }: { readonly wall: Wall }) {
  const t = useTranslations('campus.page');
  return (
    <nav className={styles.turner} aria-label={t('label')}>
      <IconButton
        size="small"
        aria-label={t('previous')}
        disabled={pageIndex <= 1}
        onClick={() => turnTo(pageIndex - 1)}
      >
        <ChevronLeftIcon />
      </IconButton>
      <span className={styles.page} aria-live="polite">
        <span className="visually-hidden">{t('of', { page: pageIndex, pages })}</span>
        <span aria-hidden="true">
          {pageIndex}
          <small> / {pages}</small>
        </span>
      </span>
      <IconButton
        size="small"
        aria-label={t('next')}
        disabled={pageIndex >= pages}
        onClick={() => turnTo(pageIndex + 1)}
      >
        <ChevronRightIcon />
      </IconButton>
    </nav>
  );
}

/** After this time without any message the wall no longer says "live". The server sends something every 20 s. */
const QUIET_MS = 25_000;

/** How fresh the data is, in words and with its age. */
export function Freshness({
  wall: { link, heartbeat, status, isCare, total },
}: {
  readonly wall: Pick<Wall, 'link' | 'heartbeat' | 'status' | 'isCare' | 'total'>;
}) {
  const t = useTranslations('campus.fresh');
  const now = useNow();
  if (status === 3 || status === 4 || (isCare && total === 0)) return null;
  const ageMs = now === undefined || heartbeat.at === undefined ? undefined : Math.max(0, now - heartbeat.at);
  const seconds = ageMs === undefined ? undefined : Math.floor(ageMs / 1000);
  const kind =
    link === LIVE_STATE.live
      ? ageMs !== undefined && ageMs >= QUIET_MS
        ? 'quiet'
        : 'live'
      : link === LIVE_STATE.connecting
        ? 'connecting'
        : 'lost';
  return (
    <p className={styles.fresh} data-kind={kind} data-testid="freshness">
      <span className={styles.dot} aria-hidden="true" />
      <span>{t(kind)}</span>
      {seconds !== undefined && (
        <span className={styles.since}>{seconds === 0 ? t('updatedNow') : t('updated', { seconds })}</span>
      )}
    </p>
  );
}

/** Date and time, because a wall also serves as a clock. */
export function Clock({ renderedAt }: { readonly renderedAt: number }) {
  const locale = useLocale();
  const now = useNow() ?? renderedAt;
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: TIME_ZONE }).format(now);
  return (
    <p className={styles.clock}>
      <span className={styles.date}>
        {formatDate(now)} {weekday}
      </span>
      <time className={styles.time} data-testid="clock">
        {formatTime(now)}
      </time>
    </p>
  );
}
