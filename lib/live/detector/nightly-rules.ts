import type { DisplayType } from '@/lib/live/units/value-sets';
import type { Category, RuleAction, RuleNumber } from './rule';

/**
 * Rules over days, with their numbers. They are counted once a night from the tables of days, cycles and events
 * (silent-screens F2).
 */

export interface NightlyRule {
  readonly id: string;
  readonly category: Category;
  readonly types: readonly DisplayType[];
  readonly action: RuleAction;
  readonly numbers: Readonly<Record<string, RuleNumber>>;
}

const EV = ['EV'] as const;
const ratio = (value: number): RuleNumber => ({ value, least: 0.01, most: 10, unit: 'ratio' });
const percent = (value: number): RuleNumber => ({ value, least: 0.01, most: 1000, unit: 'percent' });
const times = (value: number, most = 100_000): RuleNumber => ({ value, least: 1, most, unit: 'count' });
const days = (value: number): RuleNumber => ({ value, least: 1, most: 30, unit: 'days' });

export const NIGHTLY_RULES: readonly NightlyRule[] = [
  {
    id: 'D01',
    category: 'D',
    types: EV,
    action: 'none',
    numbers: { above: ratio(1.3), calm: ratio(1.15), calmDays: { ...days(3), most: 3 }, cycles: times(200) },
  },
  {
    id: 'D02',
    category: 'D',
    types: EV,
    action: 'none',
    numbers: { above: percent(5), calm: percent(3), days: days(3), calmDays: days(3) },
  },
  {
    id: 'D03',
    category: 'D',
    types: EV,
    action: 'none',
    numbers: { above: percent(1), calm: percent(0.5), stops: times(200) },
  },
  {
    id: 'D04',
    category: 'D',
    types: ['EV', 'ES', 'WW'],
    action: 'none',
    numbers: { inDay: times(3, 1000), inWeek: times(5, 1000) },
  },
  {
    id: 'D05',
    category: 'D',
    types: EV,
    action: 'none',
    numbers: { above: percent(20), calm: percent(10) },
  },
  {
    id: 'D06',
    category: 'D',
    types: ['EV', 'ES', 'WW'],
    action: 'none',
    numbers: { above: percent(130), calm: percent(115), days: days(7) },
  },
  {
    id: 'D07',
    category: 'D',
    types: ['EV', 'ES', 'WW'],
    action: 'none',
    numbers: { trips: times(1000), hours: { value: 9, least: 1, most: 24, unit: 'hours' }, days: days(14) },
  },
];

/** Rules over hours. They are checked after every hour. */
export const HOURLY_RULES: readonly NightlyRule[] = [
  {
    id: 'B05',
    category: 'B',
    types: EV,
    action: 'none',
    numbers: { busyHours: { value: 2, least: 1, most: 12, unit: 'hours' }, busyTrips: times(10, 1000) },
  },
];
