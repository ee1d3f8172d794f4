/** Is a unit's statutory inspection on time (silent-screens A6)? Pure. */

export const INSPECTION_TABS = ['approaching', 'expired', 'all'] as const;
export type InspectionTab = (typeof INSPECTION_TABS)[number];
/** The statutory inspection, and the test in the years between. */
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
 * A failed one stays overdue until a passing record. Without a date the state is unknown.
 * @param today `yyyy-MM-dd` of Shanghai
 * @param noticeDays the caller's own number of days before the date from which it is due soon
 * @returns daysLeft negative: overdue by so many days
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

/**
 * In these years after the acceptance an inspection is due, in the years between a test; after the fifteenth an
 * inspection every year (TSG T7001-2023).
 */
const INSPECTION_YEARS = [1, 4, 7, 9, 11, 13, 15];

/** Twelve months later; for 29 February the 28th. @param day `yyyy-MM-dd` */
export function yearAfter(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year + 1, month, 0)).getUTCDate();
  return new Date(Date.UTC(year + 1, month - 1, Math.min(date, last))).toISOString().slice(0, 10);
}

/**
 * What is due on a day, as a suggestion only: provinces move dates.
 * @param accepted the construction date, used as the acceptance date; null: unknown
 */
export function suggestedKind(next: string, accepted: string | null): InspectionKind {
  if (accepted === null) return 'inspection';
  const age = Math.round((Date.parse(next) - Date.parse(accepted)) / (365.25 * DAY_MS));
  return age > 15 || INSPECTION_YEARS.includes(age) ? 'inspection' : 'test';
}
