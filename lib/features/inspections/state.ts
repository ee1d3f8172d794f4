/** Whether a unit's statutory inspection is in time (silent-screens A6). Pure. */

export const INSPECTION_TABS = ['approaching', 'expired', 'all'] as const;
export type InspectionTab = (typeof INSPECTION_TABS)[number];
/** The statutory inspection, and the test of the years between. */
export const INSPECTION_KINDS = ['inspection', 'test'] as const;
export type InspectionKind = (typeof INSPECTION_KINDS)[number];
export const INSPECTION_RESULTS = ['pass', 'repass', 'fail'] as const;

export const INSPECTION_STATES = ['OK', 'DUE_SOON', 'OVERDUE', 'UNKNOWN'] as const;
export type InspectionState = (typeof INSPECTION_STATES)[number];

const DAY_MS = 86_400_000;

interface RegisteredInspection {
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
  { nextInspectionDate, result }: RegisteredInspection,
  today: string,
  noticeDays: number,
): { state: InspectionState; daysLeft: number | null } {
  const daysLeft =
    nextInspectionDate === null ? null : Math.round((Date.parse(nextInspectionDate) - Date.parse(today)) / DAY_MS);
  if (result === 'fail') return { state: 'OVERDUE', daysLeft };
  if (daysLeft === null) return { state: 'UNKNOWN', daysLeft };
  return { state: daysLeft < 0 ? 'OVERDUE' : daysLeft <= noticeDays ? 'DUE_SOON' : 'OK', daysLeft };
}

/** Years after the acceptance in which the inspection falls; between them a test is due, after the fifteenth an inspection every year (TSG T7001-2023). */
const INSPECTION_YEARS = [1, 4, 7, 9, 11, 13, 15];

/** Twelve months later; of 29 February the 28th. @param day `yyyy-MM-dd` */
export function yearAfter(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year + 1, month, 0)).getUTCDate();
  return new Date(Date.UTC(year + 1, month - 1, Math.min(date, last))).toISOString().slice(0, 10);
}

/**
 * What is due on a day, for reference only: provinces shift dates.
 * @param accepted the construction date, which stands in for the acceptance; null: nobody knows
 */
export function suggestedKind(next: string, accepted: string | null): InspectionKind {
  if (accepted === null) return 'inspection';
  const age = Math.round((Date.parse(next) - Date.parse(accepted)) / (365.25 * DAY_MS));
  return age > 15 || INSPECTION_YEARS.includes(age) ? 'inspection' : 'test';
}
