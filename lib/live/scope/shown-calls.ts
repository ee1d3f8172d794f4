import { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';

/** Call-outs as a caller may see their sums. */

export interface ShownCalls {
  /** A condition on units `e`. */
  readonly units: Prisma.Sql;
  /** The data strategy leaves call-outs since then, and those of trapped persons of any age; null: all. */
  readonly keptSince: Date | null;
}

/** Call-outs `f` of units `e` that numbers are made of, created in a span (readings 216). */
export const callsShown = ({ units, keptSince }: ShownCalls, from: Date, until: Date): Prisma.Sql => Prisma.sql`
  f.create_date >= ${from} AND f.create_date < ${until} AND NOT f.is_cancelled AND ${units}
  ${keptSince === null ? Prisma.empty : Prisma.sql`AND (f.create_date >= ${keptSince} OR f.person_trapped)`}`;

/** A unit is unhealthy with more than so many equipment-caused call-outs in so many days (silent-screens F5, the project rule). */
const UNHEALTHY_ABOVE = 2;
const UNHEALTHY_DAYS = 30;
const DAY_MS = 24 * 3_600_000;

/** The numbers of unhealthy units `e`, today included. */
export function unhealthyUnits(shown: ShownCalls, now: number): Prisma.Sql {
  const from = parseWallTime(formatDate(now - (UNHEALTHY_DAYS - 1) * DAY_MS)) ?? now;
  return Prisma.sql`
    SELECT f.equipment_no FROM callback_fact f JOIN equipment e ON e.equipment_no = f.equipment_no
     WHERE ${callsShown(shown, new Date(from), new Date(from + UNHEALTHY_DAYS * DAY_MS))} AND f.scsa = '1'
     GROUP BY 1 HAVING count(*) > ${UNHEALTHY_ABOVE}`;
}
