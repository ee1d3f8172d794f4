import { isNeverLimited, type StreamLimits } from '@/lib/live/realtime/server/stream-limits';
import { countUntil, stateAt, type ReplayChange } from '@/lib/live/units/trace';

/** What of the kept values is replayed to whom. Pure. */

const TELLING: ReadonlySet<string> = new Set(['entrapment', 'alarm', 'onlinestatus', 'connection']);

/** What no data strategy withholds (silent-screens B2). */
export const TRAPPED_ONLY: Pick<StreamLimits, 'allows' | 'gapMs'> = { allows: (key) => TELLING.has(key), gapMs: 0 };

/**
 * The changes that the limits of the live page leave. With a live interval nothing is seen earlier than the page would have
 * shown it; what tells of trapped persons waits for nobody.
 */
export function replayableChanges(
  changes: readonly ReplayChange[],
  limits: Pick<StreamLimits, 'allows' | 'gapMs'> | null,
): readonly ReplayChange[] {
  if (limits === null) return changes;
  const { allows, gapMs } = limits;
  const left = changes.filter(({ key }) => allows(key));
  if (gapMs === 0) return left;
  return left
    .map((change) =>
      isNeverLimited({ [change.key]: change }) ? change : { ...change, at: Math.ceil(change.at / gapMs) * gapMs },
    )
    .sort((one, other) => one.at - other.at);
}

/** What was known at a moment, each key once, and every change after it. @param changes in the order of time */
export function startedAt(changes: readonly ReplayChange[], moment: number): ReplayChange[] {
  const known = Object.entries(stateAt(changes, moment)).map(([key, entry]) => ({ ...entry, key }));
  return [...known.sort((one, other) => one.at - other.at), ...changes.slice(countUntil(changes, moment))];
}
