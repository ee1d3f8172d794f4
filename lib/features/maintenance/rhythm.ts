import { dayAfter } from '@/lib/features/facts/shared/days';
import type { MaintenanceKind } from './value-sets';

/** When a unit is maintained, and which kind of visit it is (readings 92). Pure; days are `yyyy-MM-dd`. */

export const ROUND_DAYS = 14;

/** Complete quarters between the acceptance and a day. */
function quartersSince(accepted: string, day: string): number {
  const [from, until] = [new Date(accepted), new Date(day)];
  const months =
    (until.getUTCFullYear() - from.getUTCFullYear()) * 12 +
    until.getUTCMonth() -
    from.getUTCMonth() -
    (until.getUTCDate() < from.getUTCDate() ? 1 : 0);
  return Math.floor(months / 3);
}

/**
 * The kind of the visit on a day. The first visit after each quarter since the acceptance is the quarterly, half-yearly
 * or yearly one; all others are half-month visits.
 * @param accepted the day from which years are counted
 */
export function kindOn(day: string, accepted: string): MaintenanceKind {
  const now = quartersSince(accepted, day);
  if (now <= 0 || now === quartersSince(accepted, dayAfter(day, -ROUND_DAYS))) return 'BI';
  return now % 4 === 0 ? 'A' : now % 2 === 0 ? 'S' : 'Q';
}

export interface Rhythm {
  /** The day of the unit's latest job, done or planned; null: none. */
  readonly last: string | null;
  readonly accepted: string;
  /** Days under contract, both included. */
  readonly terms: readonly { readonly start: string; readonly end: string }[];
  /** Spreads units that start on the same day over the 14 days. */
  readonly offset: number;
}

/** The visits that are missing from `today` to `until`: every 14 days after the last one, on days under contract. */
export function missingVisits(
  { last, accepted, terms, offset }: Rhythm,
  today: string,
  until: string,
): { day: string; kind: MaintenanceKind }[] {
  const visits: { day: string; kind: MaintenanceKind }[] = [];
  const next = last === null ? dayAfter(today, offset % ROUND_DAYS) : dayAfter(last, ROUND_DAYS);
  // A missed visit is not made up by two: the rhythm continues from today.
  for (let day = next < today ? today : next; day <= until; day = dayAfter(day, ROUND_DAYS))
    if (terms.some(({ start, end }) => start <= day && day <= end)) visits.push({ day, kind: kindOn(day, accepted) });
  return visits;
}
