/** How many days before its date something is notified (silent-screens F8). Pure. */

export type AheadKind = 'inspection' | 'contract';

/** In addition to the account's own number. */
const FIXED: Readonly<Record<AheadKind, readonly number[]>> = { inspection: [7, 1, 0], contract: [30, 7, 0] };

/** @param own days before the date from which the account wants notices; nothing is sent earlier */
const stepsOf = (kind: AheadKind, own: number): number[] => [own, ...FIXED[kind].filter((step) => step < own)];

/**
 * The step for a day with this many days left. A late entry gets only the nearest step, and a changed own number
 * repeats none.
 * @param sent steps that the account already received for this date
 */
export function stepOn(kind: AheadKind, own: number, daysLeft: number, sent: readonly number[]): number | undefined {
  if (daysLeft < 0) return undefined;
  const due = stepsOf(kind, own)
    .filter((step) => step >= daysLeft)
    .sort((a, b) => a - b)[0];
  return due === undefined || sent.some((step) => step <= due) ? undefined : due;
}
