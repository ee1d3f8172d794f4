import type { CallbackStatusCode } from '../state';
import { EQUIPMENT_CAUSE } from '../value-sets';

/** The life cycle of a call-out (api.md §2.8, silent-screens F3). Service and dialogs use this one table. Pure. */

const MOVES: Readonly<Record<CallbackStatusCode, readonly CallbackStatusCode[]>> = {
  INIT: ['PAGE', 'CLSC'],
  REQU: ['PAGE', 'CLSC'],
  PAGE: ['DISP', 'REQU', 'CLSC'],
  DISP: ['SITE', 'REQU', 'CLSC'],
  SITE: ['CLSO', 'INTR'],
  INTR: ['SITE', 'DISP', 'REQU'],
  CLSO: [],
  CLSC: [],
};

/** The rights of the caller; whoever asks has found the unit in the caller's scope. */
export interface CallbackMover {
  /** `may(holder, moveCallback)`: CALLBACK_WRITE, and of the head office or a branch. */
  readonly mayMove: boolean;
  /** An ERP owns the states of this installation; then nobody moves them here. */
  readonly isErpMaster: boolean;
}

export type MoveRefusal = 'access_denied' | 'erpMaster' | 'stateForbids' | 'trappedNotReleased';

/** The state of a call-out that the table needs. */
export interface CallbackMoveState {
  readonly status: CallbackStatusCode;
  /** Somebody is trapped and no release time is known, including what the move itself provides. */
  readonly isTrapped: boolean;
}

/** Why a move is refused; undefined: it is allowed. */
export function refusalOf(
  { status, isTrapped }: CallbackMoveState,
  to: CallbackStatusCode,
  { mayMove, isErpMaster }: CallbackMover,
): MoveRefusal | undefined {
  if (!mayMove) return 'access_denied';
  if (isErpMaster) return 'erpMaster';
  if (!MOVES[status].includes(to)) return 'stateForbids';
  return to === 'CLSC' && isTrapped ? 'trappedNotReleased' : undefined;
}

/**
 * The moves that are possible next. A cancellation that still needs a release time is included; its dialog asks for it.
 */
export function movesFrom(status: CallbackStatusCode, mover: CallbackMover): CallbackStatusCode[] {
  return MOVES[status].filter((to) => refusalOf({ status, isTrapped: false }, to, mover) === undefined);
}

/** Why a technician interrupts the work (silent-screens F3); the texts are in `callbacks.interruption`. */
export const INTERRUPTIONS = ['parts', 'customer', 'night', 'other'] as const;

/** The data of a move. */
export interface MoveFacts {
  readonly reason?: string | null;
  readonly technicianName?: string | null;
  readonly technicianPhone?: string | null;
  readonly scsa?: string | null;
  readonly scsb?: string | null;
  readonly jobTechRemark?: string | null;
  readonly releaseDate?: unknown;
  readonly equipmentRunning?: unknown;
  readonly expectedReturnDate?: unknown;
}
export type MoveField = keyof MoveFacts;

/**
 * The fields of a move's dialog, required and optional ones.
 * @param isFreed a release is known, and may be corrected (readings 248)
 */
export function fieldsOf(
  to: CallbackStatusCode,
  { isTrapped, isFreed = false, scsa }: { isTrapped: boolean; isFreed?: boolean; scsa?: string | null },
): { readonly required: readonly MoveField[]; readonly optional: readonly MoveField[] } {
  switch (to) {
    case 'PAGE':
      return { required: ['technicianName', 'technicianPhone'], optional: [] };
    case 'REQU':
      return { required: ['reason'], optional: [] };
    case 'SITE':
      return { required: [], optional: isTrapped || isFreed ? ['releaseDate'] : [] };
    case 'INTR':
      return { required: ['reason', 'expectedReturnDate'], optional: isTrapped || isFreed ? ['releaseDate'] : [] };
    case 'CLSO':
      return {
        required: [
          'scsa',
          ...(scsa === EQUIPMENT_CAUSE ? (['scsb'] as const) : []),
          'jobTechRemark',
          ...(isTrapped ? (['releaseDate'] as const) : []),
          'equipmentRunning',
        ],
        optional: isFreed ? ['releaseDate'] : [],
      };
    case 'CLSC':
      return { required: ['reason', ...(isTrapped ? (['releaseDate'] as const) : [])], optional: [] };
    default:
      return { required: [], optional: [] };
  }
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

/**
 * The required fields that are missing, in the order of the dialog. A missing release time at CLSC is refused by the
 * table.
 */
export function missingFields(
  to: CallbackStatusCode,
  standing: Pick<CallbackMoveState, 'isTrapped'>,
  facts: MoveFacts,
): MoveField[] {
  return fieldsOf(to, { ...standing, scsa: facts.scsa }).required.filter((field) => !isGiven(facts[field]));
}
