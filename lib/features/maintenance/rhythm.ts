import type { MaintenanceKind } from './value-sets';

/** When a unit is maintained and how thoroughly (readings 92). Pure; days are `yyyy-MM-dd`. */

export const ROUND_DAYS = 14;
const DAY_MS = 86_400_000;

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Quarters of a year that are over on a day since the unit was accepted. */
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
 * The kind of the visit on a day: the first one after each quarter since the acceptance is the quarter's, half a year's or the
 * year's; all others are half-month visits.
 * @param accepted the day from which years are counted
 */
export function kindOn(day: string, accepted: string): MaintenanceKind {
  const now = quartersSince(accepted, day);
  if (now <= 0 || now === quartersSince(accepted, addDays(day, -ROUND_DAYS))) return 'BI';
  return now % 4 === 0 ? 'A' : now % 2 === 0 ? 'S' : 'Q';
}

export interface Rhythm {
  /** The day of the unit's latest job, done or planned; null: it has had none. */
  readonly last: string | null;
  readonly accepted: string;
  /** Days under contract, both included. */
  readonly terms: readonly { readonly start: string; readonly end: string }[];
  /** Spreads units that begin on one day over the round. */
  readonly offset: number;
}

/** The visits that are missing from `today` to `until`: every 14 days after the last one, on days under contract. */
export function missingVisits(
  { last, accepted, terms, offset }: Rhythm,
  today: string,
  until: string,
): { day: string; kind: MaintenanceKind }[] {
  const visits: { day: string; kind: MaintenanceKind }[] = [];
  const next = last === null ? addDays(today, offset % ROUND_DAYS) : addDays(last, ROUND_DAYS);
  // What was missed is not made up for by two visits: the round goes on from today.
  for (let day = next < today ? today : next; day <= until; day = addDays(day, ROUND_DAYS))
    if (terms.some(({ start, end }) => start <= day && day <= end)) visits.push({ day, kind: kindOn(day, accepted) });
  return visits;
}
