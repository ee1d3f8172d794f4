'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useState } from 'react';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { AlarmPlayer } from '@/lib/platform/client/alarm-sound';
import { getCampusView, saveCampusMute } from '@/lib/features/campus/contract';
import { mutateSms } from '@/lib/platform/client/hooks';

export interface Sound {
  readonly isOn: boolean;
  /** The browser blocks the sound; the popup says how to allow it. */
  readonly isBlocked: boolean;
  readonly play: () => void;
  /** Call it on a click or tap: browsers allow sound only then. */
  readonly allow: () => void;
  readonly closeNotice: () => void;
  /** Saves the switch. When the server refuses, it returns to its old position and shows the error (doc3 §8). */
  readonly turn: (isOn: boolean) => Promise<void>;
}

/**
 * The alarm sound of the wall. The server keeps the user's choice (mute 1 is on, readings 38); it sounds while an alarm
 * lasts.
 */
export function useSound(saved: boolean, makeAlarm: () => AlarmPlayer = () => new AlarmPlayer()): Sound {
  const t = useTranslations('campus.sound');
  const failureText = useFailureText();
  const [alarm] = useState(makeAlarm);
  const [chosen, setChosen] = useState<boolean>();
  const [isBlocked, setIsBlocked] = useState(false);
  const isOn = chosen ?? saved;
  useEffect(() => {
    alarm.whenBlocked(() => setIsBlocked(true));
    alarm.turn(isOn);
    if (isOn) void alarm.probe();
  }, [alarm, isOn]);
  useEffect(() => () => alarm.close(), [alarm]);
  const play = useCallback(() => alarm.play(), [alarm]);
  const turn = async (next: boolean) => {
    setChosen(next);
    try {
      await mutateSms(saveCampusMute, { mute: next ? 1 : 0 }, [getCampusView]);
      toast.success(t(next ? 'turnedOn' : 'turnedOff'), { id: 'campus-sound', length: 'brief' });
    } catch (error) {
      setChosen(!next);
      toast.error(failureText(error));
    }
  };
  return {
    isOn,
    isBlocked,
    play,
    turn,
    allow: () => void alarm.probe().then((isAllowed) => isAllowed && setIsBlocked(false)),
    closeNotice: () => setIsBlocked(false),
  };
}
