/** Whether a unit's statutory inspection is in time (silent-screens A6). Pure. */

export const INSPECTION_STATES = ['OK', 'DUE_SOON', 'OVERDUE', 'UNKNOWN'] as const;
export type InspectionState = (typeof INSPECTION_STATES)[number];

const DAY_MS = 86_400_000;

interface Registered {
  /** `yyyy-MM-dd` */
  readonly nextInspectionDate: string | null;
  readonly result: string | null;
}

/**
 * Failed stays overdue until a passing record; without a date nobody knows.
 * @param today `yyyy-MM-dd` of Shanghai
 * @param noticeDays from how many days before the date on it is due soon, the caller's own number
 * @returns daysLeft negative: so many days overdue
 */
export function inspectionState(
  { nextInspectionDate, result }: Registered,
  today: string,
  noticeDays: number,
): { state: InspectionState; daysLeft: number | null } {
  const daysLeft =
    nextInspectionDate === null ? null : Math.round((Date.parse(nextInspectionDate) - Date.parse(today)) / DAY_MS);
  if (result === 'fail') return { state: 'OVERDUE', daysLeft };
  if (daysLeft === null) return { state: 'UNKNOWN', daysLeft };
  return { state: daysLeft < 0 ? 'OVERDUE' : daysLeft <= noticeDays ? 'DUE_SOON' : 'OK', daysLeft };
}
