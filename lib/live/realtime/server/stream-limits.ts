import type { DataStrategy } from '@/lib/platform/strategy/shapes';
import type { LiveStatus } from '@/lib/live/units/live-message';

/** What a data strategy leaves of the live values (silent-screens B2). Entrapment is never withheld and never late. */
export interface StreamLimits {
  /** Equal for limits that leave the same. */
  readonly identity: string;
  /** Least time between two messages of one unit to this socket, ms; 0: as they come. */
  readonly gapMs: number;
  readonly allows: (key: string) => boolean;
  /** Members of `counters` that are left. */
  readonly counts: (member: string) => boolean;
}

/** Somebody may be trapped, or the unit is gone: always, at once. */
const URGENT: ReadonlySet<string> = new Set([
  'entrapment',
  'alarm',
  'onlinestatus',
  'connection',
  'connected',
  'lastdata',
]);
const RUN_MODES: ReadonlySet<string> = new Set(['mode', 'operationmode', 'controlmode', 'drivemode']);
const FAULTS: ReadonlySet<string> = new Set(['errorstate', 'warning', 'health']);
/** Members of an escalator's counters that count people; the others say how long it ran and how. */
const PASSENGERS: ReadonlySet<string> = new Set(['passup', 'passdown']);

/** Limits of a strategy; null without any, so that most sockets stay in their rooms. */
export function limitsOf({
  liveIntervalSec,
  dataGroups,
}: Pick<DataStrategy, 'liveIntervalSec' | 'dataGroups'>): StreamLimits | null {
  const has = (group: string) => dataGroups.includes(group);
  const isWhole = has('live') && has('faults') && has('runModes') && has('energy') && has('passengers');
  if (liveIntervalSec <= 1 && isWhole) return null;
  return {
    identity: JSON.stringify([liveIntervalSec, [...dataGroups].sort()]),
    gapMs: liveIntervalSec <= 1 ? 0 : liveIntervalSec * 1000,
    allows: (key) => {
      if (URGENT.has(key)) return true;
      if (RUN_MODES.has(key)) return has('runModes') && has('live');
      if (FAULTS.has(key)) return has('faults');
      if (key === 'counters') return has('energy') || has('passengers');
      if (key === 'power' || key === 'energy') return has('energy');
      return has('live');
    },
    counts: (member) => has(PASSENGERS.has(member) ? 'passengers' : 'energy'),
  };
}

/** Is something in it that must not wait? */
export const isNeverLimited = (status: LiveStatus) => 'entrapment' in status || 'alarm' in status;

/** The part of a status that the limits leave; the same object when they leave all. */
export function limited(status: LiveStatus, limits: StreamLimits | null): LiveStatus {
  if (limits === null) return status;
  const left = Object.fromEntries(Object.entries(status).filter(([key]) => limits.allows(key)));
  if (left.counters) left.counters = { ...left.counters, value: countsLeft(left.counters.value, limits) };
  return left;
}

function countsLeft(value: unknown, { counts }: StreamLimits): unknown {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([member]) => counts(member)))
    : value;
}

/** Do both leave the same? */
export function isSameLimits(one: StreamLimits | null, other: StreamLimits | null): boolean {
  return one?.identity === other?.identity;
}
