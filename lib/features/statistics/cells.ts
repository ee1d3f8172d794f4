import { EQUIPMENT_CAUSE, NOT_RECORDED } from '@/lib/features/callbacks/value-sets';
import type { ByMonth } from './contract';
import { MONTHS } from './value-sets';

/** How many call-outs are alike in everything that statistics tell apart. Pure. */
export interface Cell {
  /** Months since year 0. */
  readonly createMonth: number;
  readonly jobStatus: string;
  readonly scsa: string | null;
  readonly scsb: string | null;
  readonly personTrapped: boolean;
  readonly personInjured: boolean;
  readonly quantity: number;
}

export const sumOf = (cells: readonly Cell[]): number => cells.reduce((sum, { quantity }) => sum + quantity, 0);
export const closed = (cells: readonly Cell[]) => cells.filter(({ jobStatus }) => jobStatus === 'CLSO');
export const trapped = (cells: readonly Cell[]) => cells.filter(({ personTrapped }) => personTrapped);
export const injured = (cells: readonly Cell[]) => cells.filter(({ personInjured }) => personInjured);
export const ofEquipment = (cells: readonly Cell[]) => closed(cells).filter(({ scsa }) => scsa === EQUIPMENT_CAUSE);

/** Jan to Dec; a month without any is 0. */
export function byMonth(cells: readonly Cell[]): ByMonth {
  const found = Object.fromEntries(MONTHS.map((month) => [month, 0])) as ByMonth;
  for (const { createMonth, quantity } of cells) {
    const month = MONTHS[createMonth % 12];
    if (month) found[month] += quantity;
  }
  return found;
}

/** Most first, those without a reason last. */
export function byReason(cells: readonly Cell[], field: 'scsa' | 'scsb'): { code: string; quantity: number }[] {
  const found = new Map<string, number>();
  for (const cell of cells) {
    const code = cell[field] ?? NOT_RECORDED;
    found.set(code, (found.get(code) ?? 0) + cell.quantity);
  }
  return [...found]
    .map(([code, quantity]) => ({ code, quantity }))
    .sort(
      (one, other) =>
        Number(one.code === NOT_RECORDED) - Number(other.code === NOT_RECORDED) ||
        other.quantity - one.quantity ||
        (one.code < other.code ? -1 : 1),
    );
}
