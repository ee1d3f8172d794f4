import { parseAsStringLiteral } from 'nuqs/server';
import { UNIT_TYPES } from '@/lib/features/equipment/unit-filters-contract';
import type { UnitType } from '@/lib/features/equipment/unit-filters-contract';
import type { InputOf } from '@/lib/platform/contract/operation';
import type { OutputOf } from '@/lib/platform/contract/operation';
import type { statCallbacks, statEntrapments, statTotal } from '@/lib/features/statistics/contract';

/** What the page asks, in its address: `year` this or last, `type` all, NonESC or ESC. Pure, for both sides. */

export const YEARS = ['this', 'last'] as const;
const TYPES = ['all', ...UNIT_TYPES] as const;

export const STATISTICS_PARAMS = {
  year: parseAsStringLiteral(YEARS).withDefault('this'),
  type: parseAsStringLiteral(TYPES).withDefault('all'),
};

export interface Today {
  readonly year: number;
  /** 1 to 12 */
  readonly month: number;
  readonly day: number;
}

export interface StatisticsChoice {
  readonly year: (typeof YEARS)[number];
  readonly type: (typeof TYPES)[number];
}

/** The choice as years and types of the contract. */
export function askedOf({ year, type }: StatisticsChoice, today: Today): { year: number; type: UnitType | '' } {
  return { year: year === 'this' ? today.year : today.year - 1, type: type === 'all' ? '' : type };
}

export const statInput = ({ year, type }: { year: number; type: UnitType | '' }): InputOf<typeof statTotal> => ({
  type,
  from: `${year}-01-01 00:00:00`,
});

/** What the server read; undefined: the browser asks, and says what is wrong. */
export interface FirstStatistics {
  readonly focus: string | null;
  readonly input: InputOf<typeof statTotal>;
  readonly total?: OutputOf<typeof statTotal>;
  readonly callbacks?: OutputOf<typeof statCallbacks>;
  readonly entrapments?: OutputOf<typeof statEntrapments>;
}
