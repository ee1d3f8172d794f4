/** Value sets of error inspection (silent-screens A3). */

export const RESULTS = ['PENDING', 'REAL', 'FALSE_ALARM', 'SERVICE_WORK', 'WATCH'] as const;
export type FaultResult = (typeof RESULTS)[number];

/** The judgements that a person can choose. */
export const JUDGEMENTS = ['REAL', 'FALSE_ALARM', 'SERVICE_WORK', 'WATCH'] as const;
export type Judgement = (typeof JUDGEMENTS)[number];

/** The most rows that can be judged at once. */
export const MAX_JUDGED = 50;
/** Longest range of the list, and its default range. */
export const MAX_DAYS = 60;
export const DEFAULT_DAYS = 7;
