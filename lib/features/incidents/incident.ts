import { isFinal, movesFrom } from '@/lib/features/callbacks/internal';
import type { CallbackStatusCode } from '@/lib/features/callbacks/internal';
import { OPENED_BY_RULE } from '@/lib/live/detector/opened-by-rule';

/**
 * What a caller may do about an incident (readings 236): the same functions decide what strip, board, live pages, wall and home
 * offer, and what the server refuses. Pure.
 */

/** The call-out or symptom that an incident is about. */
export type IncidentObject =
  | { readonly kind: 'callback'; readonly id: string; readonly status: CallbackStatusCode }
  | { readonly kind: 'symptom'; readonly id: string; readonly status: string };

const FINAL_SYMPTOMS: readonly string[] = ['CLOSED', 'EXPIRED'];

/** It is closed, cancelled or expired: nobody acknowledges it any more. */
export const isOver = (object: IncidentObject): boolean =>
  object.kind === 'callback' ? isFinal(object.status) : FINAL_SYMPTOMS.includes(object.status);

export interface Acknowledgeable {
  /** As far as the caller may see one. */
  readonly object: IncidentObject | null;
  /** The open message of the unit that the caller may acknowledge (`acknowledgeable` of the messages). */
  readonly notificationId: string | null;
  readonly acks: readonly { readonly username: string }[];
}

/** May the account acknowledge it now, and has not yet? Without a call-out and a message there is nothing to acknowledge. */
export function mayAcknowledge({ object, notificationId, acks }: Acknowledgeable, username: string): boolean {
  if (acks.some((ack) => ack.username === username)) return false;
  return object === null ? notificationId !== null : !isOver(object);
}

export interface Dispatcher {
  /** What the table of call-outs asks of him. */
  readonly mover: Parameters<typeof movesFrom>[1];
  /** The operation's access lets him open call-outs. */
  readonly mayCreate: boolean;
  /** He is told of the call-outs of the unit. */
  readonly seesCallbacks: boolean;
}

/** May he choose a technician now? */
export const mayAssign = (status: CallbackStatusCode, { mover }: Dispatcher): boolean =>
  movesFrom(status, mover).includes('PAGE');

/** May he open a call-out for a unit? Whoever is not told of call-outs cannot know that none is open. @param hasOpen one is open, shown to him or not */
export const mayOpen = (hasOpen: boolean, { mover, mayCreate, seesCallbacks }: Dispatcher): boolean =>
  mayCreate && seesCallbacks && !mover.isErpMaster && !hasOpen;

/** Who opened a call-out: what the detector's rules open bears a type of its own. */
export const openedBy = ({ callbackType }: { readonly callbackType: string }): 'system' | 'person' =>
  callbackType === OPENED_BY_RULE ? 'system' : 'person';
