'use client';

import { useTranslations } from 'next-intl';
import type { ReactNode, RefObject } from 'react';
import { FastIcon, MicrophoneIcon, PauseIcon, PlayIcon, RecordIcon, SnapshotIcon } from '@/components/kit/ui/icons';
import { SoundIcon } from '@/components/kit/ui/sound-icon';
import { toast } from '@/components/kit/ui/toast';
import type { WatchedStream } from '@/lib/features/cameras/shared/watched-stream';
import type { VideoState } from '@/lib/features/cameras/shared/video-state';
import { takeSnapshot } from '@/lib/live/video/browser/snapshot';
import { saveFile } from '@/lib/platform/client/save-file';
import type { Recording } from './use-recording';
import type { Talk } from './use-talk';
import styles from './video-controls.module.css';

interface Props {
  readonly session: WatchedStream;
  readonly state: VideoState;
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly talk: Talk;
  readonly recording: Recording;
  readonly isMuted: boolean;
  readonly onMute: (isOn: boolean) => void;
  /** The name of a new file, without its ending. */
  readonly nameOf: () => string;
}

/** Play, talk, sound, screenshot, record, fast play. A disabled button says why (doc2 §5). */
export function VideoControls({ session, state, video, talk, recording, isMuted, onMute, nameOf }: Props) {
  const t = useTranslations('video');
  const { view, watched, isPaused, rate, camera } = state;
  const isPlaying = view === 'playing';
  const isTalking = talk.state !== 'off';

  const play = () => (isPlaying ? session.togglePlay() : session.retry());
  const sound = () => (isTalking ? toast.warning(t('soundInTalk')) : onMute(!isMuted));
  const snapshot = async () => {
    const picture = isPlaying && video.current ? await takeSnapshot(video.current) : null;
    if (!picture) return toast.warning(t('snapshotFirst'));
    saveFile(picture, `${nameOf()}.png`);
    toast.success(t('snapshotDone'), { length: 'brief' });
  };
  const record = () => {
    if (recording.isOn) return recording.stop();
    if (!isPlaying || watched.kind !== 'live' || !video.current) return toast.warning(t('recordFirst'));
    recording.start(video.current);
  };
  const fast = () => session.nextRate() || toast.warning(t('fastFirst'));
  const canPlay = view !== 'loading' && view !== 'notInstalled' && view !== 'unsupported';
  return (
    <div className={styles.controls} role="toolbar" aria-label={t('controls')}>
      <Control
        icon={isPlaying && !isPaused ? <PauseIcon /> : <PlayIcon />}
        text={t(isPlaying && !isPaused ? 'pause' : 'play')}
        isDisabled={!canPlay}
        onClick={play}
      />
      <Control
        icon={<MicrophoneIcon />}
        text={t(isTalking ? 'talk.stop' : 'talk.start')}
        isOn={isTalking}
        // While the camera is unknown, and for cameras without talk.
        isDisabled={!isTalking && camera?.hasTalk !== true}
        onClick={talk.toggle}
      />
      <Control
        icon={<SoundIcon isOn={!isMuted} />}
        text={t(isMuted ? 'soundOn' : 'soundOff')}
        isOn={!isMuted}
        onClick={sound}
      />
      <Control icon={<SnapshotIcon />} text={t('snapshot')} onClick={() => void snapshot()} />
      <Control
        icon={<RecordIcon />}
        text={t(recording.isOn ? 'record.stop' : 'record.start')}
        isOn={recording.isOn}
        onClick={record}
      />
      <Control icon={<FastIcon />} text={rate === 1 ? t('fast') : `${rate}×`} isOn={rate !== 1} onClick={fast} />
    </div>
  );
}

function Control({
  icon,
  text,
  isOn,
  isDisabled = false,
  onClick,
}: {
  readonly icon: ReactNode;
  readonly text: string;
  readonly isOn?: boolean;
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={styles.control}
      data-on={isOn || undefined}
      disabled={isDisabled}
      onClick={onClick}
    >
      {icon}
      <span>{text}</span>
    </button>
  );
}
