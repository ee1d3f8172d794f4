import { z } from 'zod';
import { queryNotExpiredContracts } from '@/lib/features/contracts/contract';
import { queryApproachingInspection } from '@/lib/features/inspections/contract';
import { may } from '@/lib/platform/contract/access';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import type { getDashboardOpen } from './contract';
import type { Narrowed } from './narrow';
import { rowsOf } from './read';

/** Inspections and contracts that are due within the caller's own days, by the conditions of their lists (silent-screens D2). */

type Due = OutputOf<typeof getDashboardOpen>['due'];

const SHOWN = 8;
const Row = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  date: z.string(),
  total: z.coerce.number(),
});

async function readRows(select: Prisma.Sql) {
  const rows = await rowsOf(
    Row,
    Prisma.sql`
      SELECT d.equipment_no AS "equipmentNo", d.equipment_name AS "equipmentName", d.date::text, count(*) OVER () AS total
        FROM (${select}) d ORDER BY d.date, d.equipment_no LIMIT ${SHOWN}`,
  );
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export async function readDueDates({ actor, units }: Narrowed, now: number): Promise<Due> {
  const { username } = actor;
  const days = await db().user.findUnique({ where: { username }, select: { inspection: true, contract: true } });
  const today = Prisma.sql`${formatDate(now)}::date`;
  const [inspections, contracts] = await Promise.all([
    may(actor, queryApproachingInspection)
      ? readRows(Prisma.sql`
          SELECT e.equipment_no, e.equipment_name, i.next_inspection_date AS date FROM inspection i JOIN equipment e ON e.equipment_no = i.equipment_no
           WHERE i.next_inspection_date BETWEEN ${today} AND ${today} + ${days?.inspection ?? 0}::int AND i.result IS DISTINCT FROM 'fail' AND ${units}`)
      : null,
    may(actor, queryNotExpiredContracts)
      ? readRows(Prisma.sql`
          SELECT e.equipment_no, e.equipment_name, k.effective_end AS date FROM contract k JOIN equipment e ON e.equipment_no = k.equipment_no
           WHERE k.contract_start_date <= ${today} AND k.effective_end BETWEEN ${today} AND ${today} + ${days?.contract ?? 0}::int AND ${units}`)
      : null,
  ]);
  return { inspections, contracts };
}
