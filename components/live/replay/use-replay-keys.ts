'use client';

import { useEffect } from 'react';
import type { MouseEvent } from 'react';
import { SPEEDS } from './replay-player';
import type { ReplayPlayer } from './replay-player';

const STEP_MS = 5000;
const FINE_STEP_MS = 1000;
/** In these elements the keys keep their usual meaning. */
const TYPING = 'input:not([type="range"]), textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"]';
const PRESSING = 'button, a[href], summary';

/** A click gives no focus, so that the space bar still controls the player. */
export const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The keys of the player (readings 75): space, arrows (with shift a second), home, end, page up and down for the speed. */
export function useReplayKeys(player: ReplayPlayer, toMark: (direction: 1 | -1) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key, shiftKey, ctrlKey, metaKey, altKey } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || !(target instanceof Element)) return;
      if (target.closest(TYPING) || (key === ' ' && target.closest(PRESSING))) return;
      const step = shiftKey ? FINE_STEP_MS : STEP_MS;
      const faster = (by: number) => {
        const speed = SPEEDS[SPEEDS.indexOf(player.speed) + by];
        if (speed !== undefined) player.setSpeed(speed);
      };
      const keys: Record<string, () => void> = {
        ' ': () => player.toggle(),
        ArrowLeft: () => player.seek(player.moment - step),
        ArrowRight: () => player.seek(player.moment + step),
        Home: () => player.seek(player.from),
        End: () => player.seek(player.until),
        ArrowUp: () => faster(1),
        ArrowDown: () => faster(-1),
        PageUp: () => toMark(-1),
        PageDown: () => toMark(1),
      };
      const act = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [player, toMark]);
}
