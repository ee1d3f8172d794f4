import { COUNTED_STATUSES, OPEN_STATUSES } from '@/lib/features/callbacks/state';
import type { UnitType } from '@/lib/features/equipment/unit-filters-contract';
import { MONTHS } from '@/lib/features/statistics/value-sets';
import { hrefOf } from '@/lib/routes';

/** Where the numbers of a year lead: lists with the filters that a number was counted by. Pure. */

const COUNTED = COUNTED_STATUSES.join(',');
const OPEN = OPEN_STATUSES.join(',');

interface Asked {
  readonly year: number;
  readonly type: UnitType | '';
}

const lastDayOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const two = (value: number) => String(value).padStart(2, '0');

/** The days of a month, 1 to 12, or of the year. */
function daysOf(year: number, month?: number) {
  if (month === undefined) return { startCreateDate: `${year}-01-01`, endCreateDate: `${year}-12-31` };
  return {
    startCreateDate: `${year}-${two(month)}-01`,
    endCreateDate: `${year}-${two(month)}-${two(lastDayOf(year, month))}`,
  };
}

/** A day of a year that is compared with a running one: nothing after it was counted. */
interface ComparedUntil {
  /** 1 to 12 */
  readonly month: number;
  readonly day: number;
}

/** The list of call-outs behind the numbers of a year; undefined for who may not read it. */
export function callbackLinks({ year, type }: Asked, mayRead: boolean, until?: ComparedUntil) {
  const cut = (days: ReturnType<typeof daysOf>) => {
    if (!until) return days;
    const last = `${year}-${two(until.month)}-${two(Math.min(until.day, lastDayOf(year, until.month)))}`;
    return { ...days, endCreateDate: days.endCreateDate < last ? days.endCreateDate : last };
  };
  const link = (filters: Record<string, string>, month?: number) =>
    mayRead
      ? hrefOf('callbacklist', { ...cut(daysOf(year, month)), unitType: type, jobStatus: COUNTED, ...filters })
      : undefined;
  return {
    all: link({}),
    trapped: link(TRAPPED),
    injured: link({ person: 'personInjured' }),
    repaired: link({ jobStatus: 'CLSO', scsa: '1' }),
    closed: (filters: Record<string, string> = {}) => link({ jobStatus: 'CLSO', ...filters }),
    month: (index: number, filters: Record<string, string> = {}) => link(filters, index + 1),
    open: (filters: Record<string, string> = {}) => link({ jobStatus: OPEN, ...filters }),
    reason: (scsa: string, filters: Record<string, string> = {}) => link({ jobStatus: 'CLSO', scsa, ...filters }),
    part: (scsb: string) => link({ jobStatus: 'CLSO', scsa: '1', scsb }),
    unit: (equipmentNo: string) => link({ equipmentNo }),
  };
}

/** Behind the numbers of the year before: of a running year the same days (readings 222). */
export const comparedLinks = (
  { year, type }: Asked,
  mayRead: boolean,
  today: ComparedUntil & { readonly year: number },
) => callbackLinks({ year: year - 1, type }, mayRead, year === today.year ? today : undefined);

export const TRAPPED = { person: 'personTrapped' };

/** The months that have not begun are no zeros. */
export const monthsBegun = (year: number, now: { readonly year: number; readonly month: number }): number =>
  year < now.year ? MONTHS.length : year > now.year ? 0 : now.month;
