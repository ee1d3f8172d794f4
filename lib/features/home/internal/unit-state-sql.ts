import { Prisma } from '@/lib/platform/db/generated/client';
import type { UnitState } from '@/lib/live/units/condition';
import { LIVE_MS } from '@/lib/live/units/age';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';

/** Parts of the SQL of home's counts: units `e` with their status rows `s`. */

/** Silent (`isLive`, readings 242). */
const isSilent = Prisma.raw(`s.last_data_at <= now() - interval '${LIVE_MS} milliseconds'`);
const link = (status: number) => Prisma.sql`s.online_status = ${status}`;

/**
 * The most serious state of a unit, `unitState` (`lib/live/units/condition.ts`) in SQL. A unit that was never heard is
 * offline with a box, not installed without one.
 * @param showsFaults false: the caller may not see faults
 */
export function stateSql(showsFaults: boolean): Prisma.Sql {
  const named = (state: UnitState) => Prisma.raw(`'${state}'`);
  const fault = showsFaults
    ? Prisma.sql`WHEN s.error_status = ${ERROR_STATUS.faulty} THEN ${named('fault')}`
    : Prisma.empty;
  return Prisma.sql`CASE
    WHEN s.entrapment_status = 1 THEN ${named('trapped')}
    ${fault}
    WHEN ${link(ONLINE_STATUS.online)} THEN CASE WHEN ${isSilent} THEN ${named('unknown')} ELSE ${named('online')} END
    WHEN ${link(ONLINE_STATUS.disconnected)} THEN ${named('disconnected')}
    WHEN ${link(ONLINE_STATUS.notInstalled)} OR (s.equipment_no IS NULL AND e.cube_no IS NULL) THEN ${named('notInstalled')}
    ELSE ${named('offline')} END`;
}
