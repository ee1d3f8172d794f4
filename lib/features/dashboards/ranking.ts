import { z } from 'zod';
import { callsShown } from '@/lib/live/scope/shown-calls';
import { openCallOut } from '@/lib/features/incidents/internal/keys';
import { unitFaults } from '@/lib/features/facts/internal/unit-window';
import { querySymptoms } from '@/lib/features/symptoms/contract';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';
import { projectsInScope } from '@/lib/platform/auth/scope/scope';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { strategyOf } from '@/lib/platform/strategy/limits';
import type { getDashboardRanking, RankedUnit } from './contract';
import { lastDays, windowDays } from './days';
import { narrow, type Narrowed } from './narrow';
import { readProjects } from './ranked-projects';
import { readDistribution, readUnitFigures } from './ranked-units';
import { madeAt, figuresOf, momentsOf, rowsOf, shared, SLOW_MS } from './read';
import { SCORE_DAYS, SCORE_WEIGHTS } from './value-sets';

/** Units by what they cost in 90 days, branches and projects beside each other (silent-screens D0-D2). */

type Ranking = OutputOf<typeof getDashboardRanking>;

const Scored = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  projectName: z.string().nullable(),
  entrapments: z.number(),
  equipmentCalls: z.number(),
  otherCalls: z.number(),
  faultSymptoms: z.number(),
  diagnoses: z.number(),
  downSec: z.coerce.number(),
});

/** Which categories of symptoms the caller sees; none without the right to their list. */
async function categoriesOf(actor: Actor): Promise<readonly string[]> {
  if (!may(actor, querySymptoms)) return [];
  const { symptomCategories } = await strategyOf(actor);
  return symptomCategories ?? SYMPTOM_CATEGORIES;
}

const W = SCORE_WEIGHTS;
const HOUR_SEC = 3600;

async function readUnits(narrowed: Narrowed, top: number, now: number): Promise<RankedUnit[]> {
  const { units, actor, showsFaults } = narrowed;
  const days = lastDays(SCORE_DAYS, now);
  const categories = await categoriesOf(actor);
  const down = showsFaults
    ? unitFaults(units, days, now)
    : Prisma.sql`SELECT NULL::text AS equipment_no, 0 AS sec WHERE false`;
  const rows = await rowsOf(
    Scored,
    Prisma.sql`
      WITH calls AS (
        SELECT f.equipment_no, count(*)::int AS calls, count(*) FILTER (WHERE f.person_trapped)::int AS trapped,
               count(*) FILTER (WHERE f.is_closed AND f.scsa = '1')::int AS own
          FROM callback_fact f JOIN equipment e ON e.equipment_no = f.equipment_no
         WHERE ${callsShown(narrowed, ...momentsOf(days))} GROUP BY 1
      ), found AS (
        SELECT s.equipment_no, count(*) FILTER (WHERE s.category IN ('A', 'B'))::int AS faults, count(*) FILTER (WHERE s.category = 'D')::int AS diagnoses
          FROM symptom s JOIN equipment e ON e.equipment_no = s.equipment_no
         WHERE s.waiting AND s.category = ANY(${[...categories]}) AND s.category IN ('A', 'B', 'D') AND ${units} GROUP BY 1
      ), down AS (${down}), scored AS (
        SELECT equipment_no, coalesce(c.trapped, 0) AS entrapments, coalesce(c.own, 0) AS own, coalesce(c.calls - c.own, 0) AS others,
               coalesce(x.faults, 0) AS faults, coalesce(x.diagnoses, 0) AS diagnoses, coalesce(d.sec, 0) AS sec
          FROM calls c FULL JOIN found x USING (equipment_no) FULL JOIN down d USING (equipment_no)
      )
      SELECT s.equipment_no AS "equipmentNo", e.equipment_name AS "equipmentName", s.entrapments, s.own AS "equipmentCalls", s.others AS "otherCalls",
             s.faults AS "faultSymptoms", s.diagnoses, s.sec AS "downSec",
             (SELECT min(p.project_name) FROM project_equipment q JOIN project p ON p.project_id = q.project_id
               WHERE q.equipment_no = s.equipment_no AND ${projectsInScope(actor)}) AS "projectName"
        FROM scored s JOIN equipment e ON e.equipment_no = s.equipment_no
       ORDER BY s.entrapments * ${W.entrapments} + s.own * ${W.equipmentCalls} + s.others * ${W.otherCalls} + s.faults * ${W.faultSymptoms}
              + s.diagnoses * ${W.diagnoses} + s.sec * ${W.downHours}::float8 / ${HOUR_SEC} DESC, s.equipment_no LIMIT ${top}`,
  );
  const mayReadSymptoms = categories.length > 0;
  return rows.map(({ downSec, faultSymptoms, diagnoses, ...row }) => {
    const downHours = Math.round((downSec / HOUR_SEC) * 10) / 10;
    const score =
      row.entrapments * W.entrapments +
      row.equipmentCalls * W.equipmentCalls +
      row.otherCalls * W.otherCalls +
      faultSymptoms * W.faultSymptoms +
      diagnoses * W.diagnoses +
      (downSec / HOUR_SEC) * W.downHours;
    return {
      ...row,
      score: Math.round(score * 10) / 10,
      faultSymptoms: mayReadSymptoms ? faultSymptoms : null,
      diagnoses: mayReadSymptoms ? diagnoses : null,
      downHours: showsFaults ? downHours : null,
    };
  });
}

const BranchNow = z.object({
  branchCode: z.string(),
  branchName: z.string(),
  equipmentTotal: z.number(),
  onlineCount: z.number(),
  faultCount: z.number(),
  openCallbacks: z.number(),
});

async function readBranches(narrowed: Narrowed, days: ReturnType<typeof windowDays>, now: number) {
  const { units, showsFaults } = narrowed;
  const [rows, { rows: figures }] = await Promise.all([
    rowsOf(
      BranchNow,
      Prisma.sql`
        WITH open AS (SELECT e.branch_code, count(*)::int AS calls FROM callback c JOIN equipment e ON e.equipment_no = c.equipment_no
                       WHERE ${openCallOut} AND ${units} GROUP BY 1)
        SELECT e.branch_code AS "branchCode", b.branch_name AS "branchName", count(*)::int AS "equipmentTotal",
               count(*) FILTER (WHERE s.online_status = ${ONLINE_STATUS.online})::int AS "onlineCount",
               count(*) FILTER (WHERE s.error_status = ${ERROR_STATUS.faulty})::int AS "faultCount", coalesce(max(o.calls), 0) AS "openCallbacks"
          FROM equipment e JOIN branch b ON b.branch_code = e.branch_code LEFT JOIN equipment_status s ON s.equipment_no = e.equipment_no
          LEFT JOIN open o ON o.branch_code = e.branch_code
         WHERE ${units} GROUP BY 1, 2 ORDER BY 3 DESC, 1`,
    ),
    figuresOf(narrowed, 'branch', days, now),
  ]);
  return rows.map((row) => {
    const of = figures.find(({ key }) => key === row.branchCode)?.figures;
    return {
      ...row,
      faultCount: showsFaults ? row.faultCount : null,
      availability: of?.availability.value ?? null,
      callbacks: of?.callbacks.value ?? 0,
      entrapments: of?.entrapments.value ?? 0,
    };
  });
}

async function readRanking(narrowed: Narrowed, asked: ParsedOf<typeof getDashboardRanking>, now: number) {
  const days = windowDays(asked.window, now);
  const [units, branches, projects, distribution, unitFigures] = await Promise.all([
    readUnits(narrowed, asked.top, now),
    asked.view === 'ops' || asked.view === 'kaBranch' ? readBranches(narrowed, days, now) : [],
    asked.view === 'ops' ? [] : readProjects(narrowed, asked.view, days, now),
    asked.view === 'kaBranch' ? readDistribution(narrowed, days) : null,
    asked.view === 'kaProject' ? readUnitFigures(narrowed, days, now) : [],
  ]);
  return {
    asOf: madeAt(now),
    ...days,
    scoreFrom: lastDays(SCORE_DAYS, now).from,
    units,
    branches,
    projects,
    distribution,
    unitFigures,
  };
}

/** @throws as `findSummary` */
export async function findRanking(
  actor: Actor,
  asked: ParsedOf<typeof getDashboardRanking>,
  now = Date.now(),
): Promise<Ranking> {
  const narrowed = await narrow(actor, asked);
  const { view, window, top } = asked;
  const question = { view, window, top, today: formatDate(now), categories: await categoriesOf(actor) };
  return shared(narrowed, 'getDashboardRanking', question, SLOW_MS, () => readRanking(narrowed, asked, now));
}
