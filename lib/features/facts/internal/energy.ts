import { Prisma } from '@/lib/platform/db/generated/client';
import { dayAfter } from '../shared/days';
import { USE } from '../roll-up';

/** So many days before a window say what is usual, when at least so many of them counted both energy and use. */
const USUAL_DAYS = 90;
const LEAST_USUAL_DAYS = 7;

/**
 * The statement: the median of the energy of a trip (elevators) or a second (others) over the days before a window, as
 * `equipment_no`, `usual`.
 * @param units a condition on units `e` @param before the first day of the window
 */
export const usualUse = (units: Prisma.Sql, before: string): Prisma.Sql => {
  const use = Prisma.raw(`(${USE})`);
  return Prisma.sql`
    SELECT d.equipment_no, percentile_cont(0.5) WITHIN GROUP (ORDER BY (d.energy_kwh / ${use})::float8) AS usual
      FROM equipment_day d JOIN equipment e USING (equipment_no)
     WHERE d.day BETWEEN ${dayAfter(before, -USUAL_DAYS)}::date AND ${dayAfter(before, -1)}::date AND d.energy_kwh IS NOT NULL AND ${use} > 0 AND ${units}
     GROUP BY 1 HAVING count(*) >= ${LEAST_USUAL_DAYS}`;
};
