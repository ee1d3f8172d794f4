/** Limits of the operation report (doc3 §2.14, readings 101). */

export const DEFAULT_DAYS = 7;
export const MAX_DAYS = 366;
/** Sums are sorted over so many days, or of so many units. */
export const SORTED_DAYS = 31;
export const SORTED_UNITS = 5000;

/** 1 escalator, 2 elevator (readings 48): not the equipment list's numbers. */
export const REPORT_TYPES = [1, 2] as const;
