import type { MaintenanceStatus } from './value-sets';

/**
 * What may be done with a maintenance job in which state (silent-screens E1). Service and screens use this one table.
 * Pure.
 */

export const JOB_MOVES = ['assign', 'reschedule', 'lock', 'unlock', 'items', 'complete', 'sign'] as const;
export type JobMove = (typeof JOB_MOVES)[number];

/** Never back from DONE. */
const FROM: Readonly<Record<JobMove, readonly MaintenanceStatus[]>> = {
  assign: ['PLAN', 'LOCK'],
  reschedule: ['PLAN'],
  lock: ['PLAN'],
  unlock: ['LOCK'],
  items: ['LOCK'],
  complete: ['LOCK'],
  sign: ['DONE'],
};

export const isAllowed = (move: JobMove, status: MaintenanceStatus): boolean => FROM[move].includes(status);

/** The rights of the caller: those in charge work, the customer signs; an ERP moves its jobs itself. */
export interface JobMover {
  readonly mayWork: boolean;
  readonly maySign: boolean;
  readonly isErpMaster: boolean;
}

/** The moves that this caller may make with a job of this status. */
export function movesOf(status: MaintenanceStatus, { mayWork, maySign, isErpMaster }: JobMover): JobMove[] {
  return JOB_MOVES.filter((move) => isAllowed(move, status) && (move === 'sign' ? maySign : mayWork && !isErpMaster));
}
