import type { CallbackStatusCode } from './state';
import { EQUIPMENT_CAUSE } from './value-sets';

/**
 * The life cycle of a call-out (api.md §2.8, silent-screens F3): one table, asked by the service and by the dialogs. Pure.
 */

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

/** Who asks: what the operation's access says of him, and whether he sees the unit. */
export interface Mover {
  /** `may(holder, moveCallback)`: CALLBACK_WRITE and not a user of projects. */
  readonly mayMove: boolean;
  readonly isInScope: boolean;
  /** An ERP moves the states of this installation; then nobody does it here. */
  readonly isErpMaster: boolean;
}

export type MoveRefusal =
  'access_denied' | 'no_object_permission' | 'erpMaster' | 'stateForbids' | 'trappedNotReleased';

/** Where a call-out stands, as far as the table asks. */
export interface Standing {
  readonly status: CallbackStatusCode;
  /** Somebody is trapped and no time of release is known, with what the move itself brings. */
  readonly isTrapped: boolean;
}

/** Why a move is refused; undefined: it passes. */
export function refusalOf(
  { status, isTrapped }: Standing,
  to: CallbackStatusCode,
  { mayMove, isInScope, isErpMaster }: Mover,
): MoveRefusal | undefined {
  if (!mayMove) return 'access_denied';
  if (!isInScope) return 'no_object_permission';
  if (isErpMaster) return 'erpMaster';
  if (!MOVES[status].includes(to)) return 'stateForbids';
  return to === 'CLSC' && isTrapped ? 'trappedNotReleased' : undefined;
}

/** What a mover may do next; a cancellation that waits for a release is among them, its dialog asks for the time. */
export function movesFrom(status: CallbackStatusCode, mover: Mover): CallbackStatusCode[] {
  return MOVES[status].filter((to) => refusalOf({ status, isTrapped: false }, to, mover) === undefined);
}

/** Why a technician stops his work (silent-screens F3); each has its words in `callbacks.interruption`. */
export const INTERRUPTIONS = ['parts', 'customer', 'night', 'other'] as const;

/** What a move brings along. */
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
 * Fields that a move asks for, the required ones and those that are of use.
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

/** The required fields that a move lacks, in the order of the dialog. A release time that is missing at CLSC is the table's refusal. */
export function missingFields(
  to: CallbackStatusCode,
  standing: Pick<Standing, 'isTrapped'>,
  facts: MoveFacts,
): MoveField[] {
  return fieldsOf(to, { ...standing, scsa: facts.scsa }).required.filter((field) => !isGiven(facts[field]));
}
