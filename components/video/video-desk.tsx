'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Segmented } from '@/components/kit/ui/segmented';
import type { OpenedFrom } from '@/lib/features/cameras/value-sets';
import { WatchedStream } from '@/lib/features/cameras/shared/watched-stream';
import type { VideoUnit } from '@/lib/features/cameras/shared/video-state';
import type { StartRecording } from '@/lib/live/video/browser/clip-recorder';
import type { OpenSound } from '@/lib/live/video/browser/microphone';
import { openPlayer, type OpenPlayer } from '@/lib/live/video/browser/player';
import { fileStamp } from '@/lib/platform/i18n/format';
import { RecordPanel } from './record-panel';
import { TimeLeft } from './time-left';
import { useRecording } from './use-recording';
import { useTalk } from './use-talk';
import { VideoControls } from './video-controls';
import { VideoPicture } from './video-picture';
import styles from './video-dialog.module.css';

/** What the dialog uses of the browser; tests pass their own. */
export interface VideoDevices {
  readonly openPlayer?: OpenPlayer;
  readonly openSound?: OpenSound;
  readonly startRecording?: StartRecording;
}

interface Props {
  readonly unit: VideoUnit;
  readonly openedFrom: OpenedFrom;
  readonly devices: VideoDevices | undefined;
  readonly onSpecial: (isSpecial: boolean) => void;
  readonly onTimeUp: () => void;
}

/** Picture and controls. It opens the stream on mounting and releases it on unmounting. */
export function VideoDesk({ unit, openedFrom, devices = {}, onSpecial, onTimeUp }: Props) {
  const t = useTranslations('video');
  const video = useRef<HTMLVideoElement>(null);
  const [session] = useState(
    () =>
      new WatchedStream({
        unit,
        openedFrom,
        openPlayer: devices.openPlayer ?? openPlayer,
      }),
  );
  const tellTimeUp = useEffectEvent(onTimeUp);
  useEffect(() => {
    if (video.current) session.start(video.current, () => tellTimeUp());
    return () => session.stop();
  }, [session]);
  const state = useSyncExternalStore(session.subscribe, session.read, session.read);
  const { watched, cameras, camera, isSpecial, closesAt } = state;
  const tellSpecial = useEffectEvent(() => onSpecial(isSpecial));
  useEffect(() => tellSpecial(), [isSpecial]);

  const [isMuted, setIsMuted] = useState(true);
  const mutedBefore = useRef(true);
  const mute = (isOn: boolean) => {
    if (video.current) video.current.muted = isOn;
    setIsMuted(isOn);
  };
  const nameOf = () => `${unit.equipmentNo}-${fileStamp(Date.now())}`;
  const recording = useRecording(session, nameOf, devices.startRecording);
  const talk = useTalk({
    session,
    sound: devices.openSound,
    onTalk: (isOn) => {
      if (isOn) mutedBefore.current = isMuted;
      mute(isOn ? false : mutedBefore.current);
    },
  });

  const [isChoosing, setIsChoosing] = useState(false);
  const hasRecords = isSpecial || camera?.recordType != null;
  return (
    <>
      {(hasRecords || cameras.length > 1) && (
        <div className={styles.choices}>
          {cameras.length > 1 && camera && (
            <Segmented
              label={t('camera')}
              current={camera.cameraId}
              choices={cameras.map(({ cameraId, position }) => ({ value: cameraId, text: t(`position.${position}`) }))}
              onChoose={(cameraId) => {
                talk.hangUp();
                setIsChoosing(false);
                session.chooseCamera(cameraId);
              }}
            />
          )}
          {hasRecords && (
            <Segmented
              label={t('watched')}
              current={isChoosing ? 'record' : 'live'}
              choices={[
                { value: 'live', text: t('live') },
                { value: 'record', text: t('recorded') },
              ]}
              onChoose={(kind) => {
                setIsChoosing(kind === 'record');
                if (kind === 'live' && watched.kind !== 'live') session.watch({ kind: 'live' });
              }}
            />
          )}
        </div>
      )}
      {isChoosing && camera && (
        <RecordPanel key={camera.cameraId} unit={unit} camera={camera} onPlay={(range) => session.watch(range)} />
      )}
      <VideoPicture
        ref={video}
        state={state}
        talk={talk}
        isRecording={recording.isOn}
        onRetry={() => session.retry()}
      />
      <VideoControls
        session={session}
        state={state}
        video={video}
        talk={talk}
        recording={recording}
        isMuted={isMuted}
        onMute={mute}
        nameOf={nameOf}
      />
      <TimeLeft until={closesAt} />
    </>
  );
}
