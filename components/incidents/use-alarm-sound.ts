'use client';

import { useCallback, useEffect, useRef, useState } from 'react';
import { AlarmPlayer } from '@/lib/platform/client/alarm-sound';
import { useOneTab } from '@/lib/platform/client/one-tab';

const SOON_MS = 3000;

export interface AlarmSound {
  /** The browser blocks the sound until the user has clicked on the page. */
  readonly isBlocked: boolean;
  /** Sounds in one tab of the browser only. */
  readonly play: () => void;
  /** Call it on a click or tap: browsers allow sound only then. */
  readonly allow: () => void;
}

/** The alarm sound of the strip, with the wall's tones. */
export function useAlarmSound(
  username: string,
  isOn: boolean,
  makeAlarm: () => AlarmPlayer = () => new AlarmPlayer(),
): AlarmSound {
  const [alarm] = useState(makeAlarm);
  const [isBlocked, setIsBlocked] = useState(false);
  const isHeardHere = useOneTab(`alarm-sound:${username}`);
  const wantedAt = useRef(-Infinity);
  useEffect(() => {
    alarm.whenBlocked(() => setIsBlocked(true));
    alarm.turn(isOn && isHeardHere);
    if (!isOn || !isHeardHere) return;
    void alarm.probe();
    // Which tab plays is decided a moment after the first alarm.
    if (Date.now() - wantedAt.current < SOON_MS) alarm.play();
  }, [alarm, isOn, isHeardHere]);
  useEffect(() => () => alarm.close(), [alarm]);
  const play = useCallback(() => {
    wantedAt.current = Date.now();
    alarm.play();
  }, [alarm]);
  return {
    isBlocked: isBlocked && isOn && isHeardHere,
    play,
    allow: () => void alarm.probe().then((isAllowed) => isAllowed && setIsBlocked(false)),
  };
}
