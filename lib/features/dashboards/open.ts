import { z } from 'zod';
import { anyCallback } from '@/lib/features/callbacks/contract';
import { OPEN_STATUSES } from '@/lib/features/callbacks/state';
import { shownOf } from '@/lib/features/callbacks/internal/visible-callbacks';
import { queryNotExpiredContracts } from '@/lib/features/contracts/contract';
import { dayAfter } from '@/lib/features/facts/shared/days';
import { findDuty } from '@/lib/features/incidents/internal/duty';
import { openCallOut } from '@/lib/features/incidents/internal/keys';
import { queryApproachingInspection } from '@/lib/features/inspections/contract';
import { anyMaintenance } from '@/lib/features/maintenance/contract';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import type { getDashboardOpen } from './contract';
import { readDueDates } from './due';
import { isOpenJob, readPlanned } from './jobs';
import { narrow, type Narrowed } from './narrow';
import { readProgress } from './progress';
import { madeAt, LIVE_MS, rowsOf, shared, SLOW_MS } from './read';
import { readRecent } from './recent';
import { WEEK_DAYS } from './value-sets';

/** What is open now: the queue and the board of call-outs, and the jobs of this week (silent-screens D1, D3). */

type Open = OutputOf<typeof getDashboardOpen>;

const State = z.object({ status: z.string(), calls: z.number() });

/** Call-outs `c` that the data strategy leaves. */
const keptOf = ({ keptSince }: Narrowed): Prisma.Sql =>
  keptSince === null ? Prisma.empty : Prisma.sql`AND (c.person_trapped OR c.create_date >= ${keptSince})`;

/** Open call-outs by state, and those that were closed as completed since midnight. */
async function readBoard(narrowed: Narrowed, midnight: Date): Promise<NonNullable<Open['board']>> {
  const rows = await rowsOf(
    State,
    Prisma.sql`
      SELECT c.job_status AS status, count(*)::int AS calls FROM callback c JOIN equipment e ON e.equipment_no = c.equipment_no
       WHERE (${openCallOut} OR (c.close_date >= ${midnight} AND c.job_status = 'CLSO')) AND ${narrowed.units} ${keptOf(narrowed)} GROUP BY 1`,
  );
  const of = (status: string) => rows.find((row) => row.status === status)?.calls ?? 0;
  const open = Object.fromEntries(OPEN_STATUSES.map((status) => [status, of(status)])) as Omit<
    NonNullable<Open['board']>,
    'done'
  >;
  return { ...open, done: of('CLSO') };
}

const DONE_SHOWN = 20;
const Done = z.object({
  callbackId: z.string(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  personTrapped: z.boolean(),
  closeDate: z.date(),
});

const readDone = (narrowed: Narrowed, midnight: Date) =>
  rowsOf(
    Done,
    Prisma.sql`
      SELECT c.callback_id AS "callbackId", c.equipment_no AS "equipmentNo", e.equipment_name AS "equipmentName",
             c.person_trapped AS "personTrapped", c.close_date AS "closeDate"
        FROM callback c JOIN equipment e ON e.equipment_no = c.equipment_no
       WHERE c.close_date >= ${midnight} AND c.job_status = 'CLSO' AND ${narrowed.units} ${keptOf(narrowed)} ORDER BY c.close_date DESC, c.callback_id LIMIT ${DONE_SHOWN}`,
  );

const Next = z.object({
  maintenance: z.string().nullable(),
  inspection: z.string().nullable(),
  contract: z.string().nullable(),
});

/** The next planned job, inspection and end of a contract. */
async function readNext({ units }: Narrowed, today: string) {
  const [found] = await rowsOf(
    Next,
    Prisma.sql`
      SELECT (SELECT min(j.plan_date)::text FROM maintenance_job j JOIN equipment e ON e.equipment_no = j.equipment_no
               WHERE ${isOpenJob} AND j.plan_date >= ${today}::date AND ${units}) AS maintenance,
             (SELECT min(i.next_inspection_date)::text FROM inspection i JOIN equipment e ON e.equipment_no = i.equipment_no
               WHERE i.next_inspection_date >= ${today}::date AND ${units}) AS inspection,
             (SELECT min(k.effective_end)::text FROM contract k JOIN equipment e ON e.equipment_no = k.equipment_no
               WHERE k.effective_end >= ${today}::date AND k.contract_start_date <= ${today}::date AND ${units}) AS contract`,
  );
  return found ?? { maintenance: null, inspection: null, contract: null };
}

/** Monday to Sunday around a day. */
function weekOf(today: string) {
  const sinceMonday = (new Date(today).getUTCDay() + 6) % WEEK_DAYS;
  const from = dayAfter(today, -sinceMonday);
  return { from, until: dayAfter(from, WEEK_DAYS - 1) };
}

/** @throws as `findSummary` */
export async function findOpen(
  actor: Actor,
  asked: ParsedOf<typeof getDashboardOpen>,
  language: Language,
  now = Date.now(),
): Promise<Open> {
  const narrowed = await narrow(actor, asked);
  const today = formatDate(now);
  const midnight = new Date(parseWallTime(today) ?? now);
  const readsCalls = may(actor, anyCallback);
  const [duty, board, done, recent, due, maintenance, next, { timeOf }] = await Promise.all([
    // Whom it names and what may be done differ by person: nobody shares it.
    readsCalls ? findDuty(actor, { pageIndex: 1, pageSize: asked.limit }, language, narrowed.units, now) : null,
    readsCalls ? shared(narrowed, 'dashboardBoard', { today }, LIVE_MS, () => readBoard(narrowed, midnight)) : null,
    readsCalls ? shared(narrowed, 'dashboardDone', { today }, LIVE_MS, () => readDone(narrowed, midnight)) : [],
    // As the duty rows: what a person may read differs.
    asked.view === 'ops' ? readRecent(narrowed, language, now) : [],
    asked.view === 'ka' ? readDueDates(narrowed, now) : { inspections: null, contracts: null },
    may(actor, anyMaintenance)
      ? shared(narrowed, 'dashboardWeek', { today }, LIVE_MS, () => readPlanned(narrowed, weekOf(today), today))
      : null,
    shared(narrowed, 'dashboardNext', { today }, SLOW_MS, () => readNext(narrowed, today)),
    shownOf(actor),
  ]);
  return {
    asOf: madeAt(now),
    duty: duty && { rows: duty.records, total: duty.total },
    progress: duty && asked.view === 'kaProject' ? await readProgress(actor, duty.records, now) : [],
    board,
    done: done.map(({ closeDate, personTrapped, ...row }) => ({
      ...row,
      closeDate: timeOf({ personTrapped })(closeDate),
    })),
    recent,
    due,
    maintenance,
    next: {
      maintenance: may(actor, anyMaintenance) ? next.maintenance : null,
      inspection: may(actor, queryApproachingInspection) ? next.inspection : null,
      contract: may(actor, queryNotExpiredContracts) ? next.contract : null,
    },
  };
}
