import { Prisma } from '@/lib/platform/db/generated/client';
import type { UnitState } from '@/lib/live/units/condition';
import { TRAPPED_UNITS } from '@/lib/live/scope/trapped-units';
import { LIVE_MS } from '@/lib/live/units/age';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';

/** Parts of the SQL of home's counts of units `e`. */

/** Joins the status rows of units `e` as `s`, and those in which somebody is trapped as `t`; a unit stays one row. */
export const JOIN_STATES = Prisma.sql`
  LEFT JOIN equipment_status s ON s.equipment_no = e.equipment_no
  LEFT JOIN (SELECT DISTINCT equipment_no FROM (${TRAPPED_UNITS}) told) t ON t.equipment_no = e.equipment_no`;

/** Silent (`isLive`, readings 242). */
const isSilent = Prisma.raw(`s.last_data_at <= now() - interval '${LIVE_MS} milliseconds'`);
const link = (status: number) => Prisma.sql`s.online_status = ${status}`;

/**
 * The most serious state of a unit, `unitState` (`lib/live/units/condition.ts`) in SQL; its rows are those of
 * `JOIN_STATES`. A unit that was never heard is offline with a box, not installed without one.
 * @param showsFaults false: the caller may not see faults
 */
export function stateSql(showsFaults: boolean): Prisma.Sql {
  const named = (state: UnitState) => Prisma.raw(`'${state}'`);
  const fault = showsFaults
    ? Prisma.sql`WHEN s.error_status = ${ERROR_STATUS.faulty} THEN ${named('fault')}`
    : Prisma.empty;
  return Prisma.sql`CASE
    WHEN t.equipment_no IS NOT NULL THEN ${named('trapped')}
    ${fault}
    WHEN ${link(ONLINE_STATUS.online)} THEN CASE WHEN ${isSilent} THEN ${named('unknown')} ELSE ${named('online')} END
    WHEN ${link(ONLINE_STATUS.disconnected)} THEN ${named('disconnected')}
    WHEN ${link(ONLINE_STATUS.notInstalled)} OR (s.equipment_no IS NULL AND e.cube_no IS NULL) THEN ${named('notInstalled')}
    ELSE ${named('offline')} END`;
}
