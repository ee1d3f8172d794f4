'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { toast } from '@/components/kit/ui/toast';
import type { WatchedStream } from '@/lib/features/cameras/shared/watched-stream';
import { startRecording, type ClipRecorder, type StartRecording } from '@/lib/live/video/browser/clip-recorder';
import { saveFile } from '@/lib/platform/client/save-file';

export interface Recording {
  readonly isOn: boolean;
  readonly start: (video: HTMLVideoElement) => void;
  readonly stop: () => void;
}

/**
 * Records the shown picture to a file. When the picture ends for any reason, the recording ends and is saved.
 * @param nameOf name of a file, without its ending
 */
export function useRecording(
  session: WatchedStream,
  nameOf: () => string,
  record: StartRecording = startRecording,
): Recording {
  const t = useTranslations('video');
  const current = useRef<{ readonly recorder: ClipRecorder; readonly name: string }>(undefined);
  const [isOn, setIsOn] = useState(false);
  const stop = () => {
    const running = current.current;
    current.current = undefined;
    setIsOn(false);
    if (!running) return;
    void running.recorder.stop().then((clip) => {
      if (clip) saveFile(clip.file, `${running.name}.${clip.ending}`);
      else toast.error(t('record.nothing'));
    });
  };
  const stopAtEnd = useEffectEvent(stop);
  useEffect(() => {
    const forget = session.beforeEnd(() => stopAtEnd());
    return () => {
      forget();
      stopAtEnd();
    };
  }, [session]);
  return {
    isOn,
    stop,
    start: (video) => {
      const recorder = record(video);
      if (!recorder) return toast.warning(t('record.unsupported'));
      current.current = { recorder, name: nameOf() };
      setIsOn(true);
    },
  };
}
