/** The one thing that a row of the block offers to do. Pure. */

/** `assign` a technician, `create` a call-out, `open` the call-out, `look` at the unit. */
export type NextStep = 'assign' | 'create' | 'open' | 'look';

interface NextStepFacts {
  /** Null: none is open, or call-outs are not the reader's to see. */
  readonly callback: { readonly canMove: boolean } | null;
  /** The reader may open one. */
  readonly canCreate: boolean;
}

/** What waits for somebody to be sent is given to somebody; what nobody was called for is called out; the rest is opened. */
export function nextStepOf({ callback, canCreate }: NextStepFacts): NextStep {
  if (callback === null) return canCreate ? 'create' : 'look';
  return callback.canMove ? 'assign' : 'open';
}
