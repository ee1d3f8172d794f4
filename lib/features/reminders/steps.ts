/** On which days before its date something is told (silent-screens F8). Pure. */

export type AheadKind = 'inspection' | 'contract';

/** Besides the account's own number. */
const FIXED: Readonly<Record<AheadKind, readonly number[]>> = { inspection: [7, 1, 0], contract: [30, 7, 0] };

/** @param own days before the date from which on the account wants to hear of it; nothing is told earlier */
const stepsOf = (kind: AheadKind, own: number): number[] => [own, ...FIXED[kind].filter((step) => step < own)];

/**
 * The step that stands on a day with so many days left: what enters late gets the nearest one only, and a changed own number
 * repeats nothing.
 * @param sent steps that the account was told of for this date
 */
export function stepOn(kind: AheadKind, own: number, daysLeft: number, sent: readonly number[]): number | undefined {
  if (daysLeft < 0) return undefined;
  const due = stepsOf(kind, own)
    .filter((step) => step >= daysLeft)
    .sort((a, b) => a - b)[0];
  return due === undefined || sent.some((step) => step <= due) ? undefined : due;
}
