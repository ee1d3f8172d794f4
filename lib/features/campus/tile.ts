import { conditionOf, hasTechnician, lastingSince } from '@/lib/live/units/condition';
import type { UnitCondition, StatusCall } from '@/lib/live/units/condition';
import type { LiveStatus } from '@/lib/live/units/live-message';

/** What all kinds of tiles share (doc3 §4.3, §4.4; readings 34). Pure: no clock, no I/O, no words. */

export interface TileCondition extends UnitCondition {
  /** Since when a person is trapped, a unit is silent; else, of one that is not heard now, when its newest value was measured: epoch ms, undefined when not known. */
  readonly since: number | undefined;
  readonly hasTechnician: boolean;
}

/** The condition of a unit as a tile says it. @param now epoch ms of the server */
export function tileCondition(
  call: StatusCall | undefined,
  live: LiveStatus,
  isStreaming: boolean,
  now: number | undefined,
): TileCondition {
  const condition = conditionOf(call, live, isStreaming, now);
  return {
    ...condition,
    since: lastingSince(condition, live),
    hasTechnician: hasTechnician(condition, live),
  };
}
