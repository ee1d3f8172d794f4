'use client';

import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import { useTranslations } from 'next-intl';
import type { CSSProperties, RefObject } from 'react';
import { OfflineIcon, RefreshIcon, VideoIcon, WarningIcon } from '@/components/kit/ui/icons';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import type { VideoState } from '@/lib/features/cameras/shared/video-state';
import type { Talk } from './use-talk';
import styles from './video-picture.module.css';

interface Props {
  readonly ref: RefObject<HTMLVideoElement | null>;
  readonly state: VideoState;
  readonly talk: Talk;
  readonly isRecording: boolean;
  readonly onRetry: () => void;
}

/** The picture, or why there is none (doc2 §4.6: 00 not installed, 01 offline, 02 playing). */
export function VideoPicture({ ref, state, talk, isRecording, onRetry }: Props) {
  const t = useTranslations('video');
  const { view, watched, isPaused, rate } = state;
  const isLive = watched.kind === 'live';
  const isPlaying = view === 'playing';
  return (
    <div className={styles.frame} data-view={view} data-testid="video-picture">
      {/* Sound begins with the button: nobody's car is heard by accident. */}
      <video ref={ref} className={styles.video} muted playsInline aria-label={t('picture')} tabIndex={-1} />
      {isPlaying && (
        <span className={styles.mark} data-live={(isLive && !isPaused) || undefined}>
          {isPaused ? t('paused') : isLive ? t('live') : rate === 1 ? t('recorded') : `${t('recorded')} ${rate}×`}
        </span>
      )}
      {isRecording && (
        <span className={styles.recording} role="status">
          {t('record.running')}
        </span>
      )}
      {talk.state !== 'off' && (
        <span className={styles.talk} role="status" data-on={talk.state === 'on' || undefined}>
          {t(`talk.${talk.state}`)}
          <span
            className={styles.level}
            role="meter"
            aria-label={t('talk.level')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(talk.level * 100)}
            style={{ '--level': talk.level } as CSSProperties}
          />
        </span>
      )}
      {!isPlaying && <Instead state={state} onRetry={onRetry} />}
    </div>
  );
}

function Instead({ state, onRetry }: Pick<Props, 'state' | 'onRetry'>) {
  const t = useTranslations('video');
  const common = useTranslations('common.action');
  const failureText = useFailureText();
  const { view, failure, code } = state;
  if (view === 'loading')
    return (
      <div className={styles.instead} role="status">
        <CircularProgress size={28} color="inherit" aria-label={t('loading')} />
      </div>
    );
  const text =
    view === 'refused'
      ? failureText(failure)
      : view === 'failed'
        ? t('failed', { code })
        : view === 'unsupported'
          ? t('unsupported')
          : view === 'over'
            ? t('over')
            : view === 'notInstalled'
              ? t('notInstalled')
              : t('offline');
  const isFault = view === 'refused' || view === 'failed';
  const Icon = isFault ? WarningIcon : view === 'offline' ? OfflineIcon : VideoIcon;
  return (
    <div className={styles.instead} role={isFault ? 'alert' : 'status'}>
      <Icon size={32} />
      <p>{text}</p>
      {view !== 'notInstalled' && view !== 'unsupported' && (
        <Button size="small" variant="outlined" color="inherit" startIcon={<RefreshIcon size={16} />} onClick={onRetry}>
          {view === 'over' ? t('again') : common('retry')}
        </Button>
      )}
    </div>
  );
}
