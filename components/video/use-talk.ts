'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { startVideo } from '@/lib/features/cameras/contract';
import type { WatchedStream } from '@/lib/features/cameras/shared/watched-stream';
import { openSound, SoundError, type OpenSound } from '@/lib/live/video/browser/microphone';
import { TalkLine } from '@/lib/live/video/browser/talk-line';
import { TALK_CLOSE } from '@/lib/live/video/stream-protocol';
import { getSocketToken } from '@/lib/live/realtime/shared/contract';
import { callSms } from '@/lib/platform/client/client';

export interface Talk {
  readonly state: 'off' | 'opening' | 'on';
  /** The speaker's volume as the device hears it, 0..1. */
  readonly level: number;
  readonly toggle: () => void;
  readonly hangUp: () => void;
}

interface Props {
  readonly session: WatchedStream;
  /** Called when the talk begins, so that the reply can be heard. */
  readonly onTalk: (isOn: boolean) => void;
  /** Opens the microphone; default: the browser's own. */
  readonly sound?: OpenSound;
}

const OFF = { state: 'off', level: 0 } as const;
const CLOSED: Readonly<Record<number, 'ended' | 'expired' | 'offline'>> = {
  [TALK_CLOSE.ended]: 'ended',
  [TALK_CLOSE.expired]: 'expired',
  [TALK_CLOSE.offline]: 'offline',
};

/** Talks to the person at the camera, one user at a time. Talking restarts the dialog's five minutes (doc2 §4.6). */
export function useTalk({ session, onTalk, sound: open = openSound }: Props): Talk {
  const t = useTranslations('video.talk');
  const failureText = useFailureText();
  const [talk, setTalk] = useState<Pick<Talk, 'state' | 'level'>>(OFF);
  /** Ends the running talk. */
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);

  const hangUp = () => {
    end.current?.();
    end.current = undefined;
    setTalk(OFF);
    onTalk(false);
  };
  const begin = async () => {
    let isOver = false;
    const ends: (() => void)[] = [];
    end.current = () => {
      isOver = true;
      for (const one of ends) one();
    };
    setTalk({ state: 'opening', level: 0 });
    try {
      // Ask for the microphone before the line is taken, so that the question blocks no other user.
      const sound = await open();
      ends.push(() => sound.close());
      if (isOver) return sound.close();
      const url = await callSms(startVideo, { ...(await session.call()), businessType: 'talk' });
      if (isOver) return;
      session.stayOpen();
      const line = new TalkLine({
        url,
        sound,
        getToken: async () => (await callSms(getSocketToken, {})).token,
        onReady: () => {
          if (isOver) return;
          setTalk({ state: 'on', level: 0 });
          onTalk(true);
        },
        onLevel: (level) => isOver || setTalk({ state: 'on', level }),
        onClose: (code) => {
          toast.warning(t(`closed.${CLOSED[code] ?? 'broken'}`));
          hangUp();
        },
      });
      ends.unshift(() => line.close());
    } catch (failure) {
      if (isOver) return;
      toast.warning(failure instanceof SoundError ? t(failure.problem) : failureText(failure));
      hangUp();
    }
  };
  return { ...talk, hangUp, toggle: () => (talk.state === 'off' ? void begin() : hangUp()) };
}
