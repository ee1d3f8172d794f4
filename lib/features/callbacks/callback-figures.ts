import type { CallbackFact } from '@/lib/platform/db/generated/client';
import { OVER_STATUSES, type CallbackStatusCode } from './state';
import { pausesIn, slaClocks } from './sla-clocks';
import type { SlaClockName, ClockReading, SlaFacts, SlaLimits } from './sla-clocks';

/** How long a call-out took, as reports count it (silent-screens D0, F3; readings 128, 131, 239). Pure. */

export type CallbackFigures = Omit<CallbackFact, 'updatedAt' | 'comebackDate' | keyof CallbackBasics>;
/** What the call-out says itself. */
export type CallbackBasics = Pick<
  CallbackFact,
  | 'callbackId'
  | 'equipmentNo'
  | 'branchCode'
  | 'callbackType'
  | 'scsa'
  | 'personTrapped'
  | 'personInjured'
  | 'createDate'
>;

const dateOf = (at: number | undefined) => (at === undefined ? null : new Date(at));

/** From each entrapment to its release; one without a release says nothing. */
function trappedSec({ entrapments }: SlaFacts): number | null {
  const ended = entrapments.filter(({ releasedAt }) => releasedAt !== undefined);
  if (ended.length === 0) return null;
  const ms = ended.reduce(
    (sum, { startAt, trappedAt = startAt, releasedAt = trappedAt }) => sum + Math.max(0, releasedAt - trappedAt),
    0,
  );
  return Math.floor(ms / 1000);
}

/** @param now of what is not over; no figure of a call-out that is over depends on it */
export function callbackFigures(facts: SlaFacts, limits: SlaLimits, now: number): CallbackFigures {
  const readings = new Map<SlaClockName, ClockReading>(slaClocks(facts, limits, now).map((one) => [one.clock, one]));
  const first = (...statuses: CallbackStatusCode[]) =>
    [...facts.steps].sort((a, b) => a.at - b.at).find(({ status }) => statuses.includes(status))?.at;
  const tookOf = (clock: SlaClockName) => {
    const reading = readings.get(clock);
    return reading?.state === 'stopped' ? (reading.elapsedSec ?? null) : null;
  };
  const limitOf = (clock: SlaClockName) => readings.get(clock)?.limitSec ?? null;
  const closedAt = first(...OVER_STATUSES);
  const pauses = pausesIn(facts.steps, closedAt ?? now);
  return {
    isClosed: first('CLSO') !== undefined,
    isCancelled: first('CLSC') !== undefined,
    startDate: new Date(facts.eventAt ?? facts.createdAt),
    pageDate: dateOf(first('PAGE')),
    siteDate: dateOf(first('SITE')),
    releaseDate: dateOf(facts.entrapments.at(-1)?.releasedAt),
    closeDate: dateOf(closedAt),
    responseSec: tookOf('response'),
    arrivalSec: tookOf('arrival'),
    releaseSec: tookOf('release'),
    restoreSec: tookOf('restore'),
    responseLimitSec: limitOf('response'),
    arrivalLimitSec: limitOf('arrival'),
    arrivalBreachSec: readings.get('arrival')?.breachSec ?? null,
    releaseLimitSec: limitOf('release'),
    restoreLimitSec: limitOf('restore'),
    // Of a pause that lasts nothing is said: the row would differ with every look.
    pausedSec: closedAt === undefined ? 0 : pauses.sec,
    interruptions: pauses.times,
    trappedSec: trappedSec(facts),
  };
}
