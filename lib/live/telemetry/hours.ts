import type { CounterMerge, CounterState, CounterReading } from './counters';
import { SILENT_AFTER_MS } from './spans';

/**
 * What a unit counted in an hour (EquipmentHour, readings 143). Two readings of a counter tell how much was counted
 * between them, not when. When they are further apart than two full messages, no hour gets the difference. Pure.
 */

const HOUR_MS = 3_600_000;
/** A counter that jumps by more than the column can hold is stored as the column's maximum. */
const MAX_INTEGER = 2_147_483_647;

/** null: not measured in this hour. */
interface HourCounts {
  trips: number | null;
  openings: number | null;
  reversals: number | null;
  runSec: number | null;
}
export interface HourWork extends HourCounts {
  readonly equipmentNo: string;
  /** Begin of the hour, epoch ms. */
  readonly hour: number;
  /** Something of this hour could not be counted: the sums are minimums. */
  isPartial: boolean;
}

const COLUMNS: Readonly<Record<string, keyof HourCounts>> = {
  trips: 'trips',
  openings: 'openings',
  cumulativetriptime: 'runSec',
  up: 'runSec',
  down: 'runSec',
  crawling: 'runSec',
};

/** Start of the hour of a moment. Hours of Shanghai and of UTC start together. */
export const hourOf = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;

/** The hours of one unit within one batch. */
export class UnitHours {
  readonly #equipmentNo: string;
  readonly #hours = new Map<number, HourWork>();

  constructor(equipmentNo: string) {
    this.#equipmentNo = equipmentNo;
  }

  /**
   * A reading of a counter. The first one makes the hour known, also when nothing was counted.
   * @param before the last known reading of the counter @param hasDoor the box reports doors, so re-openings are
   * counted
   */
  counter(
    key: string,
    before: CounterState | undefined,
    { value, at }: CounterReading,
    { isApplied, isReset }: Pick<CounterMerge, 'isApplied' | 'isReset'>,
    hasDoor: boolean,
  ): void {
    const column = COLUMNS[key];
    if (!column || !isApplied) return;
    const hour = hourOf(at);
    const isSameHour = before !== undefined && hourOf(before.at) === hour;
    const isKnown = before !== undefined && !isReset && (isSameHour || at - before.at <= SILENT_AFTER_MS);
    const counted = isKnown ? value - before.value : 0;
    if (isSameHour && isKnown && counted === 0) return;
    const work = this.#of(hour);
    work[column] = Math.min(MAX_INTEGER, (work[column] ?? 0) + counted);
    if (column === 'openings' && hasDoor) work.reversals ??= 0;
    if (isKnown) return;
    work.isPartial = true;
    if (before !== undefined && !isSameHour) this.#of(hourOf(before.at)).isPartial = true;
  }

  /** A door that was closing opened again. */
  reversal(at: number): void {
    const work = this.#of(hourOf(at));
    work.reversals = (work.reversals ?? 0) + 1;
  }

  #of(hour: number): HourWork {
    const found = this.#hours.get(hour) ?? {
      equipmentNo: this.#equipmentNo,
      hour,
      trips: null,
      openings: null,
      reversals: null,
      runSec: null,
      isPartial: false,
    };
    this.#hours.set(hour, found);
    return found;
  }

  get all(): HourWork[] {
    return [...this.#hours.values()];
  }
}
