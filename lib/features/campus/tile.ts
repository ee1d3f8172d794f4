import { conditionOf, hasTechnician, lastingSince } from '@/lib/live/units/condition';
import type { Condition, StatusCall } from '@/lib/live/units/condition';
import type { LiveStatus } from '@/lib/live/units/live-message';

/** What all kinds of tiles share (doc3 §4.3, §4.4; readings 34). Pure: no clock, no I/O, no words. */

export interface TileCondition extends Condition {
  /** Since when a person is trapped; else, of a unit that is not heard now, when its newest value was measured: epoch ms, undefined when not known. */
  readonly since: number | undefined;
  readonly hasTechnician: boolean;
}

/** The condition of a unit as a tile says it. */
export function tileCondition(call: StatusCall | undefined, live: LiveStatus, isStreaming: boolean): TileCondition {
  const condition = conditionOf(call, live, isStreaming);
  return {
    ...condition,
    since: lastingSince(condition, live),
    hasTechnician: hasTechnician(condition, live),
  };
}
