import { movesFrom } from '@/lib/features/callbacks/shared/transitions';
import { isCallbackOver, type CallbackStatusCode } from '@/lib/features/callbacks/state';
import { isSymptomOver } from '@/lib/live/detector/symptom-state';
import { OPENED_BY_RULE } from '@/lib/live/detector/opened-by-rule';

/**
 * What strip, board, live pages, wall and home offer of an incident (readings 236): whether it can still be acknowledged,
 * dispatched, or be given a call-out. It asks for no authority; the server refuses for itself: `../acknowledge.ts`,
 * `internal/move.ts` and `internal/create.ts` of call-outs. Pure.
 */

/** The call-out or symptom of an incident. */
export type IncidentSubject =
  | { readonly kind: 'callback'; readonly id: string; readonly status: CallbackStatusCode }
  | { readonly kind: 'symptom'; readonly id: string; readonly status: string };

/** It is closed, cancelled or expired: it cannot be acknowledged any more. */
export const isOver = (object: IncidentSubject): boolean =>
  object.kind === 'callback' ? isCallbackOver(object.status) : isSymptomOver(object.status);

export interface IncidentToAcknowledge {
  /** Its call-out or symptom; null: there is none, or the caller may not see it. */
  readonly object: IncidentSubject | null;
  /** The open notice of the unit that the caller may acknowledge (`acknowledgeable` of `readable-notifications.ts`). */
  readonly notificationId: string | null;
  readonly acks: readonly { readonly username: string }[];
}

/**
 * It is not over, and the account has not acknowledged it yet. Without a call-out and a notice there is nothing to
 * acknowledge. Whether the account may at all, the operation says (`duty-contract.ts`).
 */
export function canStillAcknowledge(
  { object, notificationId, acks }: IncidentToAcknowledge,
  username: string,
): boolean {
  if (acks.some((ack) => ack.username === username)) return false;
  return object === null ? notificationId !== null : !isOver(object);
}

export interface Dispatcher {
  /** The caller's rights for the table of call-outs. */
  readonly mover: Parameters<typeof movesFrom>[1];
  /** The operation's access allows the caller to open call-outs. */
  readonly mayCreate: boolean;
  /** The caller may see the call-outs of the unit. */
  readonly seesCallbacks: boolean;
}

/** May the caller dispatch a technician now? */
export const mayAssign = (status: CallbackStatusCode, { mover }: Dispatcher): boolean =>
  movesFrom(status, mover).includes('PAGE');

/**
 * May the caller open a call-out for a unit? A caller who may not see call-outs cannot know that none is open. @param
 * hasOpen one is open, visible to the caller or not
 */
export const mayOpenCallback = (hasOpen: boolean, { mover, mayCreate, seesCallbacks }: Dispatcher): boolean =>
  mayCreate && seesCallbacks && !mover.isErpMaster && !hasOpen;

/** Who opened a call-out: those opened by the detector's rules have a type of their own. */
export const openedBy = ({ callbackType }: { readonly callbackType: string }): 'system' | 'person' =>
  callbackType === OPENED_BY_RULE ? 'system' : 'person';
