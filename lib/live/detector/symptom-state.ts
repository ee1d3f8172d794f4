/**
 * The states of a symptom and what they mean (silent-screens F2, readings 272). The only place that knows; it lies below
 * call-outs and symptoms, which both ask. Pure.
 */

/** In the order in which the documents name them. */
export const SYMPTOM_STATES = ['INIT', 'NOT_PROCESSED', 'OPEN', 'INACTIVE', 'EXPIRED', 'CLOSED'] as const;
export type SymptomState = (typeof SYMPTOM_STATES)[number];

const isOneOf =
  (states: readonly SymptomState[]) =>
  (stored: string): boolean =>
    states.some((state) => state === stored);

/** Nobody has taken it yet. */
export const UNTAKEN_STATES = ['INIT', 'NOT_PROCESSED'] as const satisfies readonly SymptomState[];
export const isUntaken = isOneOf(UNTAKEN_STATES);

/** Somebody has to do something about it; the column `waiting` says the same. An INACTIVE one rests: it is not over, but nobody waits for it. */
export const WAITING_STATES = [...UNTAKEN_STATES, 'OPEN'] as const satisfies readonly SymptomState[];
export const isSymptomWaiting = isOneOf(WAITING_STATES);

/** It is over for good: a later hit is another symptom. */
export const OVER_STATES = ['CLOSED', 'EXPIRED'] as const satisfies readonly SymptomState[];
export const isSymptomOver = isOneOf(OVER_STATES);

/** A state as it is stored; the table's check holds it. */
export const symptomStateOf = (stored: string): SymptomState =>
  SYMPTOM_STATES.find((state) => state === stored) ?? 'INIT';

const wordsOf = (states: readonly SymptomState[]) => states.map((state) => `'${state}'`).join(', ');

/** Symptoms that are not over, as a filter of `symptom`, and of the rows of a query. @param alias of `symptom` in the query */
export const NOT_OVER = { symptomState: { notIn: [...OVER_STATES] } };
export const notOverSql = (alias: string): string => `${alias}.symptom_state NOT IN (${wordsOf(OVER_STATES)})`;
