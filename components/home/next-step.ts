/** The one action that a row of the block offers. Pure. */

/** `assign` a technician, `create` a call-out, `open` the call-out, `look` at the unit. */
export type NextStep = 'assign' | 'create' | 'open' | 'look';

interface NextStepFacts {
  /** Null: there is no open call-out, or the reader may not see call-outs. */
  readonly callback: { readonly canMove: boolean } | null;
  /** The reader may create a call-out. */
  readonly canCreate: boolean;
}

/** A call-out that waits for a technician: assign. Trouble without a call-out: create one. Everything else: open it. */
export function nextStepOf({ callback, canCreate }: NextStepFacts): NextStep {
  if (callback === null) return canCreate ? 'create' : 'look';
  return callback.canMove ? 'assign' : 'open';
}
