/** Units that dropped out of their maintenance contract (silent-screens A8). */

export const OFF_REASONS = ['NOT_RENEWED', 'TERMINATED', 'SCRAPPED', 'OTHER'] as const;
export const OFF_STATES = ['OPEN', 'FOLLOWING', 'RENEWED', 'STOPPED'] as const;
export type OffState = (typeof OFF_STATES)[number];
/** The list's default range in days. */
export const DEFAULT_DAYS = 90;

export type OffMove = 'followUp' | 'stop' | 'resume';
/** The actions by state; a renewed record is finished. */
export const OFF_MOVES: Readonly<Record<OffMove, readonly OffState[]>> = {
  followUp: ['OPEN', 'FOLLOWING'],
  stop: ['OPEN', 'FOLLOWING'],
  resume: ['STOPPED'],
};
