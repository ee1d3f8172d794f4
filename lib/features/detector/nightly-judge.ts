import type { RuleNumbers } from '@/lib/live/detector/rule';
import type { DisplayType } from '@/lib/live/units/value-sets';
import type { Measures } from './nightly-measures';

/** What the nightly rules say of a unit's measures (silent-screens F2, D01 to D07). Pure. */

export interface NightlyJudgement {
  readonly isOn: boolean;
  readonly isOver: boolean;
}

type DailyMeasures = readonly (number | null)[] | undefined;

/** Was it so on each of the last days, all of which were counted? */
function onEach(days: DailyMeasures, count: number, is: (value: number) => boolean): boolean {
  const last = days?.slice(0, count) ?? [];
  return last.length === count && last.every((value) => value !== null && is(value));
}

type Judge = (measures: Measures, numbers: Readonly<Record<string, number>>, type: DisplayType) => NightlyJudgement;
const of = (numbers: RuleNumbers, name: string): number => numbers[name] ?? Number.NaN;

const JUDGES: Readonly<Record<string, Judge>> = {
  D01: ({ closings = 0, closing }, n) => ({
    isOn: closings >= of(n, 'cycles') && onEach(closing, 1, (ratio) => ratio > of(n, 'above')),
    isOver: onEach(closing, of(n, 'calmDays'), (ratio) => ratio < of(n, 'calm')),
  }),
  D02: ({ reversals }, n) => ({
    isOn: onEach(reversals, of(n, 'days'), (share) => share > of(n, 'above')),
    isOver: onEach(reversals, of(n, 'calmDays'), (share) => share < of(n, 'calm')),
  }),
  D03: ({ stops = 0, offLevel = 0 }, n) => {
    const share = stops > 0 && stops >= of(n, 'stops') ? (100 * offLevel) / stops : undefined;
    return {
      isOn: share !== undefined && share > of(n, 'above'),
      isOver: share !== undefined && share < of(n, 'calm'),
    };
  },
  D04: ({ faultsDay = 0, faultsWeek = 0 }, n) => ({
    isOn: faultsDay >= of(n, 'inDay') || faultsWeek >= of(n, 'inWeek'),
    isOver: faultsWeek === 0,
  }),
  D05: ({ travel }, n) => ({
    isOn: travel !== undefined && travel > of(n, 'above'),
    isOver: travel !== undefined && travel < of(n, 'calm'),
  }),
  D06: ({ energy }, n) => ({
    isOn: onEach(energy, of(n, 'days'), (share) => share > of(n, 'above')),
    isOver: onEach(energy, 1, (share) => share < of(n, 'calm')),
  }),
  D07: ({ trips, hours }, n, type) => {
    const [days, most] = type === 'EV' ? [trips, of(n, 'trips')] : [hours, of(n, 'hours')];
    return {
      isOn: onEach(days, of(n, 'days'), (value) => value > most),
      isOver: onEach(days, of(n, 'days'), (value) => value <= most),
    };
  },
};

const NOTHING: NightlyJudgement = { isOn: false, isOver: false };

/** @param numbers of the rule for the unit */
export const judge = (rule: string, measures: Measures, numbers: RuleNumbers, type: DisplayType): NightlyJudgement =>
  JUDGES[rule]?.(measures, numbers, type) ?? NOTHING;
