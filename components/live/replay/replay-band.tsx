'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo } from 'react';
import { ChevronLeftIcon, ChevronRightIcon, HistoryIcon, PauseIcon, PlayIcon } from '@/components/kit/ui/icons';
import { ToolButton } from '@/components/kit/ui/tool-button';
import type { EquipmentReplay } from '@/lib/features/equipment-replay/contract';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { useClock, useShownMoment } from '../frame/page-clock';
import type { ShownClock } from '../frame/page-clock';
import { marksOf, nextMark } from './replay-model';
import { SPEEDS } from './replay-player';
import type { ReplayPlayer } from './replay-player';
import { ReplayTrack } from './replay-track';
import { keepFocus, useReplayKeys } from './use-replay-keys';
import styles from './replay-band.module.css';

interface Props {
  readonly replay: EquipmentReplay;
  readonly player: ReplayPlayer;
  /** The unit's live page. */
  readonly liveHref: string;
}

const playerOf = (clock: ShownClock) => clock as ReplayPlayer;
const isPlayingOf = (clock: ShownClock) => playerOf(clock).isPlaying;
const speedOf = (clock: ShownClock) => playerOf(clock).speed;

/** Says clearly that this is the past, which moment it is, and how to return; the player is below. */
export function ReplayBand({ replay, player, liveHref }: Props) {
  const t = useTranslations('live.replay');
  const moment = useShownMoment() ?? replay.at;
  const isPlaying = useClock(player, isPlayingOf, false);
  const speed = useClock(player, speedOf, 1);
  const marks = useMemo(() => marksOf(replay), [replay]);
  const toMark = useCallback(
    (direction: 1 | -1) => {
      const at = nextMark(marks, player.moment, direction);
      if (at !== undefined) player.seek(at);
    },
    [marks, player],
  );
  useReplayKeys(player, toMark);
  return (
    <section className={styles.band} aria-label={t('title')} data-testid="replay">
      <div className={styles.says}>
        <span className={styles.past}>
          <HistoryIcon size={20} />
          <strong>{t('title')}</strong>
        </span>
        <time className={styles.moment} dateTime={new Date(moment).toISOString()} data-testid="replay-moment">
          {formatDateTime(moment)}
        </time>
        <span className={styles.note}>{t('note')}</span>
        <Button className={styles.back} variant="contained" color="primary" size="small" href={liveHref}>
          {t('back')}
        </Button>
      </div>
      {replay.changes.length > 0 && (
        <>
          {replay.isCut && (
            <p className={styles.cut} role="status">
              {t('cut')}
            </p>
          )}
          <div className={styles.player}>
            <div className={styles.controls}>
              <ToolButton
                label={t('previous')}
                hint={t('previous')}
                disabled={nextMark(marks, moment, -1) === undefined}
                onMouseDown={keepFocus}
                onClick={() => toMark(-1)}
              >
                <ChevronLeftIcon size={20} />
              </ToolButton>
              <ToolButton
                className={styles.play}
                label={t(isPlaying ? 'pause' : 'play')}
                hint={t(isPlaying ? 'pause' : 'play')}
                onMouseDown={keepFocus}
                onClick={() => player.toggle()}
              >
                {isPlaying ? <PauseIcon size={22} /> : <PlayIcon size={22} />}
              </ToolButton>
              <ToolButton
                label={t('next')}
                hint={t('next')}
                disabled={nextMark(marks, moment + 999, 1) === undefined}
                onMouseDown={keepFocus}
                onClick={() => toMark(1)}
              >
                <ChevronRightIcon size={20} />
              </ToolButton>
              <div className={styles.speeds} role="radiogroup" aria-label={t('speed')}>
                {SPEEDS.map((one) => (
                  <label key={one} className={styles.speed} data-on={one === speed || undefined}>
                    <input
                      type="radio"
                      name="replay-speed"
                      checked={one === speed}
                      onMouseDown={keepFocus}
                      onChange={() => player.setSpeed(one)}
                    />
                    {t('times', { speed: one })}
                  </label>
                ))}
              </div>
            </div>
            <ReplayTrack replay={replay} player={player} marks={marks} />
          </div>
        </>
      )}
    </section>
  );
}
