import type { Judgement, FaultResult } from './value-sets';

/** Who may judge which episodes, and when (silent-screens A3). Service and dialogs use this one table. Pure. */

const OPEN: readonly FaultResult[] = ['PENDING', 'WATCH'];

/** PENDING and WATCH accept any judgement; the others are final. */
export const canBeJudged = (result: FaultResult): boolean => OPEN.includes(result);

/** A real fault needs no comment; every other judgement does. */
export const needsComment = (result: Judgement): boolean => result !== 'REAL';

interface SelectedFault {
  readonly gbCode: string;
  readonly equipmentNo: string;
  readonly result: FaultResult;
}

/** Why rows cannot be judged together; undefined: they can. */
export function bulkRefusal(rows: readonly SelectedFault[]): 'judgedAlready' | 'severalCodes' | undefined {
  if (rows.some(({ result }) => !canBeJudged(result))) return 'judgedAlready';
  return new Set(rows.map(({ gbCode }) => gbCode)).size > 1 ? 'severalCodes' : undefined;
}

/** A call-out belongs to one unit. */
export const isOneUnit = (rows: readonly Pick<SelectedFault, 'equipmentNo'>[]): boolean =>
  new Set(rows.map(({ equipmentNo }) => equipmentNo)).size === 1;
