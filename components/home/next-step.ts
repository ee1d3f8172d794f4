import type { CallbackStatusCode } from '@/lib/features/callbacks/latest-status';

/** The one thing that a row of the block offers to do. Pure. */

/** `assign` a technician, `create` a call-out, `open` the call-out, `look` at the unit. */
export type NextStep = 'assign' | 'create' | 'open' | 'look';

interface Standing {
  /** Null: none is open; undefined: call-outs are not the reader's to see. */
  readonly callback?: { readonly status: CallbackStatusCode; readonly canMove: boolean } | null;
}

const WAITS_FOR_SOMEBODY: readonly CallbackStatusCode[] = ['INIT', 'REQU'];

/** @param mayCreate may the reader open call-outs */
export function nextStepOf({ callback }: Standing, mayCreate: boolean): NextStep {
  if (callback === undefined) return 'look';
  if (callback === null) return mayCreate ? 'create' : 'look';
  return callback.canMove && WAITS_FOR_SOMEBODY.includes(callback.status) ? 'assign' : 'open';
}
