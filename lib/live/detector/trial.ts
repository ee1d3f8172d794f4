import { saysTrapped } from '@/lib/live/units/entrapment';
import type { LiveEntry } from '@/lib/live/units/live-message';
import type { EntryMembers } from '@/lib/live/units/trace';
import type { DetectorContext } from './settings';
import type { DetectedUnit, DetectorEffect, DetectorInput, DetectorState, Live } from './state';
import { step } from './step';

/** The rules over what was kept of a unit (EquipmentTrace): what they would have said. Writes nothing. Pure. */

/** One kept change: time, key, value (null: forgotten), and what else its entry holds; or the value with it. */
export type KeptChange = readonly [at: number, key: string, value: unknown, members?: EntryMembers];

function entryOf([at, key, value, members]: KeptChange): LiveEntry {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && 'value' in value)
    return { ...(value as LiveEntry), at };
  return key === 'position' && typeof value === 'number'
    ? { value: String(value), physicalvalue: value, at }
    : { ...members, value, at };
}

/**
 * @param changes in the order of time
 * @param endAt the last moment that counts, epoch ms
 */
export function rehearse(
  unit: DetectedUnit,
  changes: readonly KeptChange[],
  endAt: number,
  context: DetectorContext,
): DetectorEffect[] {
  const effects: DetectorEffect[] = [];
  let state: DetectorState = {};
  let live: Live = {};
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
    const at = changes[from]?.[0] ?? endAt;
    const before = live;
    const next: Record<string, LiveEntry> = { ...live };
    for (; from < changes.length && changes[from]?.[0] === at; from += 1) {
      const change = changes[from];
      if (change?.[2] === null) delete next[change[1]];
      else if (change) next[change[1]] = entryOf(change);
    }
    lookUntil(at);
    live = next;
    take({ kind: 'message', at, before });
  }
  lookUntil(endAt);
  return effects;
}
