import { saysTrapped } from '@/lib/live/units/entrapment';
import type { LiveEntry } from '@/lib/live/units/live-message';
import type { ReplayChange } from '@/lib/live/units/trace';
import type { DetectorContext } from './active-rules';
import type { DetectedUnit, DetectorEffect, DetectorInput, DetectorState, DetectorValues } from './state';
import { step } from './step';

/**
 * Runs the rules over the stored history of a unit (EquipmentTrace): what they would have found. Writes nothing. Pure.
 */

/**
 * @param changes in order of time; values that a keyframe repeats are no changes
 * @param endAt the last moment that counts, epoch ms
 */
export function rehearse(
  unit: DetectedUnit,
  changes: readonly ReplayChange[],
  endAt: number,
  context: DetectorContext,
): DetectorEffect[] {
  const effects: DetectorEffect[] = [];
  let state: DetectorState = {};
  let live: DetectorValues = {};
  let dueAt: number | undefined;
  const take = (input: Pick<DetectorInput, 'kind' | 'at' | 'before'>) => {
    const found = step(
      unit,
      state,
      {
        ...input,
        seenAt: input.at,
        live,
        onlineStatus: 1,
        connection: 'online',
        isServiced: false,
        isTrapped: saysTrapped(live.entrapment, live.alarm),
      },
      context,
    );
    ({ state, dueAt } = found);
    effects.push(...found.effects);
  };
  const lookUntil = (at: number) => {
    while (dueAt !== undefined && dueAt <= at) take({ kind: 'tick', at: dueAt, before: live });
  };
  for (let from = 0; from < changes.length;) {
    const at = changes[from]?.at ?? endAt;
    const before = live;
    const next: Record<string, LiveEntry> = { ...live };
    let isNews = false;
    for (; from < changes.length && changes[from]?.at === at; from += 1) {
      const { key, ...entry } = changes[from] as ReplayChange;
      if (next[key]?.at === at) continue;
      isNews = true;
      if (entry.value === null) delete next[key];
      else next[key] = entry;
    }
    if (!isNews) continue;
    lookUntil(at);
    live = next;
    take({ kind: 'message', at, before });
  }
  lookUntil(endAt);
  return effects;
}
