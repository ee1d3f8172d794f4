import { UNTAKEN_STATES, type SymptomState } from '@/lib/live/detector/symptom-state';
import type { SymptomAction, SymptomCategory } from './value-sets';

/**
 * The life of a symptom (silent-screens F2): one table for the service, the dialogs and everything that moves a
 * symptom. Pure.
 */

/** What moves a symptom: a dispatcher's action, or an event. */
export type SymptomCause =
  | SymptomAction
  /** A call-out was opened or joined. */
  | 'callbackOpened'
  /** The unit's next job takes it. */
  | 'jobTook'
  /** Nobody took it in time. */
  | 'unanswered'
  /** The condition ended by itself. */
  | 'cleared'
  /** The same rule fired on the same unit within its window. */
  | 'recurred'
  | 'callbackClosed'
  | 'jobDone'
  /** Its call-out was cancelled and the condition still holds. */
  | 'cancelledStillTrue'
  /** Its call-out was cancelled and the condition is over. */
  | 'cancelledGone'
  /** expiredDate passed without recurrence. */
  | 'expired';

interface Move {
  readonly from: readonly SymptomState[];
  readonly to: SymptomState;
  /** Only for these categories; absent: all. */
  readonly categories?: readonly SymptomCategory[];
}

export const SYMPTOM_MOVES: Readonly<Record<SymptomCause, Move>> = {
  accept: { from: UNTAKEN_STATES, to: 'OPEN' },
  // What was accepted may still become a call-out or a job; it stays OPEN then.
  toCallback: { from: [...UNTAKEN_STATES, 'OPEN'], to: 'OPEN' },
  toMaintenance: { from: [...UNTAKEN_STATES, 'OPEN'], to: 'OPEN' },
  close: { from: ['OPEN'], to: 'CLOSED' },
  callbackOpened: { from: UNTAKEN_STATES, to: 'OPEN', categories: ['A', 'B'] },
  jobTook: { from: ['INIT'], to: 'OPEN', categories: ['D'] },
  unanswered: { from: ['INIT'], to: 'NOT_PROCESSED' },
  cleared: { from: UNTAKEN_STATES, to: 'INACTIVE' },
  recurred: { from: ['INACTIVE'], to: 'INIT' },
  callbackClosed: { from: ['OPEN'], to: 'CLOSED' },
  jobDone: { from: ['OPEN'], to: 'CLOSED' },
  cancelledStillTrue: { from: ['OPEN'], to: 'NOT_PROCESSED' },
  cancelledGone: { from: ['OPEN'], to: 'INACTIVE' },
  expired: { from: [...UNTAKEN_STATES, 'INACTIVE'], to: 'EXPIRED' },
};

/** The state of a symptom that the table needs. */
export interface SymptomStanding {
  readonly symptomState: SymptomState;
  readonly category: SymptomCategory;
  readonly callbackId: string | null;
  readonly jobNo: string | null;
}

/** The next state; undefined: the table has no such move. */
export function nextState(
  { symptomState, category, callbackId, jobNo }: SymptomStanding,
  cause: SymptomCause,
): SymptomState | undefined {
  const { from, to, categories } = SYMPTOM_MOVES[cause];
  if (!from.includes(symptomState) || (categories && !categories.includes(category))) return undefined;
  // An open symptom has at most one call-out and one job.
  const isTaken = (cause === 'toCallback' && callbackId !== null) || (cause === 'toMaintenance' && jobNo !== null);
  return symptomState === 'OPEN' && isTaken ? undefined : to;
}

/** The dispatcher's actions that the table allows. */
export const actionsFrom = (standing: SymptomStanding): SymptomAction[] =>
  (['accept', 'toCallback', 'toMaintenance', 'close'] as const).filter(
    (action) => nextState(standing, action) !== undefined,
  );
