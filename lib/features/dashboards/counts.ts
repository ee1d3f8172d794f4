import { z } from 'zod';
import { unhealthyUnits } from '@/lib/live/scope/shown-calls';
import { JOIN_STATES, stateSql } from '@/lib/features/home/internal/unit-state-sql';
import { UNIT_STATES, type UnitState } from '@/lib/live/units/condition';
import { ONLINE_STATUS } from '@/lib/live/units/value-sets';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { projectsOf, type Narrowed } from './narrow';
import { rowsOf } from './read';
import type { DashboardView } from './value-sets';

/** How many units there are now, and how they are. */

const Cell = z.object({
  state: z.enum(UNIT_STATES),
  displayType: z.string(),
  online: z.boolean(),
  linked: z.boolean(),
  units: z.number(),
});

const Total = z.object({ units: z.coerce.number() });

async function countContracted({ units }: Narrowed, today: string): Promise<number> {
  const [found] = await rowsOf(
    Total,
    Prisma.sql`SELECT count(*) AS units FROM equipment e WHERE ${units} AND EXISTS (
      SELECT 1 FROM contract c WHERE c.equipment_no = e.equipment_no AND c.contract_start_date <= ${today}::date AND c.effective_end >= ${today}::date)`,
  );
  return found?.units ?? 0;
}

const countProjects = async ({ actor, projectIds, branchCodes }: Narrowed, view: DashboardView): Promise<number> =>
  projectIds && !branchCodes
    ? projectIds.length
    : branchCodes
      ? db().project.count({
          where: {
            deletedAt: null,
            branchCode: { in: [...branchCodes] },
            ...(projectIds ? { projectId: { in: [...projectIds] } } : {}),
          },
        })
      : (await projectsOf(actor, view)).length;

export async function readCounts(narrowed: Narrowed, view: DashboardView, now: number) {
  const { units, showsFaults } = narrowed;
  const [cells, unhealthy, inContract, projectTotal] = await Promise.all([
    rowsOf(
      Cell,
      Prisma.sql`
        SELECT ${stateSql(showsFaults)} AS state, e.display_type AS "displayType",
               coalesce(s.online_status = ${ONLINE_STATUS.online}, false) AS online,
               coalesce(s.online_status IN (${ONLINE_STATUS.online}, ${ONLINE_STATUS.offline}, ${ONLINE_STATUS.disconnected}), e.cube_no IS NOT NULL) AS linked,
               count(*)::int AS units
          FROM equipment e ${JOIN_STATES}
         WHERE ${units} GROUP BY 1, 2, 3, 4`,
    ),
    rowsOf(Total, Prisma.sql`SELECT count(*) AS units FROM (${unhealthyUnits(narrowed, now)}) bad`),
    countContracted(narrowed, formatDate(now)),
    countProjects(narrowed, view),
  ]);
  const sumOf = (isMeant: (cell: z.output<typeof Cell>) => boolean) =>
    cells.filter(isMeant).reduce((sum, cell) => sum + cell.units, 0);
  const ofType = (type: string) => sumOf(({ displayType }) => displayType === type);
  const states = Object.fromEntries(
    UNIT_STATES.map((state) => [state, sumOf((cell) => cell.state === state)]),
  ) as Record<UnitState, number>;
  return {
    counts: {
      equipmentTotal: sumOf(() => true),
      elevatorTotal: ofType('EV'),
      escalatorTotal: ofType('ES'),
      sidewalkTotal: ofType('WW'),
      projectTotal,
      inContract,
      unhealthy: unhealthy[0]?.units ?? 0,
      states,
    },
    /** Of the online rate: status 1 of 0, 1 and 3 (silent-screens D0). */
    online: sumOf(({ online }) => online),
    linked: sumOf(({ linked }) => linked),
  };
}
