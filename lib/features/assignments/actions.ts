import { movesFrom } from '@/lib/features/callbacks/shared/transitions';
import { type CallbackStatusCode } from '@/lib/features/callbacks/state';
import { ASSIGNMENT_ACTIONS } from './value-sets';
import type { AssignmentAction } from './value-sets';

/** Which steps the link offers and accepts. The page's buttons and the refusal of a step use the same rule. */

/** The move of the call-out behind an action; other actions do not change its state. */
export const MOVE_OF = { onWay: 'DISP', arrive: 'SITE', close: 'CLSO', giveBack: 'REQU' } as const satisfies Partial<
  Record<AssignmentAction, CallbackStatusCode>
>;

export interface AssignmentStanding {
  readonly status: CallbackStatusCode;
  readonly isTrapped: boolean;
  readonly isAccepted: boolean;
  readonly isErpMaster: boolean;
}

/** The one table of call-outs decides about the moves. Persons have to be released before the work is closed. */
export function actionsOf({ status, isTrapped, isAccepted, isErpMaster }: AssignmentStanding): AssignmentAction[] {
  const moves = movesFrom(status, { mayMove: true, isErpMaster });
  const allowed: Readonly<Record<AssignmentAction, boolean>> = {
    accept: moves.includes('DISP') && status === 'PAGE' && !isAccepted,
    onWay: moves.includes('DISP'),
    arrive: moves.includes('SITE'),
    free: isTrapped && moves.length > 0,
    close: moves.includes('CLSO') && !isTrapped,
    giveBack: moves.includes('REQU'),
  };
  const order = status === 'INTR' ? (['arrive', 'onWay', 'free', 'close', 'giveBack'] as const) : ASSIGNMENT_ACTIONS;
  return order.filter((action) => allowed[action]);
}
