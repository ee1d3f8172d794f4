import { z } from 'zod';
import { pool } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';
import { CallSums } from './sums';
import type { Grouping, FigureFilter } from './read-units';

/** Sums over call-outs, out of `CallbackFact`: the rows that the list of call-outs shows for the same question (readings 216). */

const Rows = z.array(CallSums.extend({ key: z.string() }));
type CallSumRow = z.output<typeof Rows>[number];

/** Seconds: the limits of the two rates of rescues (silent-screens D0), and of other arrivals (readings 131). */
const RESPONSE_SEC = 3 * 60;
const ARRIVAL_SEC = 30 * 60;
const OTHER_ARRIVAL_SEC = 60 * 60;
const OTHER_BREACH_SEC = 120 * 60;

const isOwn = `f.is_closed AND f.scsa = '1'`;
/** Stopped, or could have been: nobody closed it, and its time is over. */
const due = (column: string, limit: number) =>
  `(f.${column} IS NOT NULL OR (NOT f.is_closed AND f.start_date + interval '${limit} seconds' < now()))`;
const count = (condition: string) => `count(*) FILTER (WHERE ${condition})`;
const median = (value: string, condition: string, share = 0.5) =>
  `percentile_disc(${share}) WITHIN GROUP (ORDER BY ${value}) FILTER (WHERE ${condition} AND ${value} IS NOT NULL)`;

const SUMS: Readonly<Record<keyof CallSums, string>> = {
  calls: 'count(*)',
  equipmentCalls: count(isOwn),
  closedCalls: count('f.is_closed'),
  injuredCalls: count('f.person_injured'),
  entrapments: count('f.person_trapped'),
  detectedCalls: count(`f.callback_type <> 'Customer call'`),
  falseAlarms: count(`f.callback_type <> 'Customer call' AND f.is_closed AND f.scsa = '2'`),
  firstTimeFixes: count(`${isOwn} AND f.interruptions = 0 AND f.comeback_date IS NULL`),
  answeredEntrapments: count(`f.person_trapped AND ${due('response_sec', RESPONSE_SEC)}`),
  answeredInTime: count(`f.person_trapped AND f.response_sec <= ${RESPONSE_SEC}`),
  responseSec: 'avg(f.response_sec) FILTER (WHERE f.person_trapped)',
  reachedEntrapments: count(`f.person_trapped AND ${due('arrival_sec', ARRIVAL_SEC)}`),
  reachedInTime: count(`f.person_trapped AND f.arrival_sec <= ${ARRIVAL_SEC}`),
  arrivalSec: 'avg(f.arrival_sec) FILTER (WHERE f.person_trapped)',
  reachedOthers: count(`NOT f.person_trapped AND ${due('arrival_sec', OTHER_ARRIVAL_SEC)}`),
  reachedOthersInTime: count(`NOT f.person_trapped AND f.arrival_sec <= ${OTHER_ARRIVAL_SEC}`),
  breachedOthers: count(`NOT f.person_trapped AND f.arrival_sec > ${OTHER_BREACH_SEC}`),
  releaseSec: median('extract(epoch FROM f.release_date - f.start_date)::int', 'f.person_trapped'),
  rescueSec: median('f.release_sec', 'f.person_trapped'),
  trappedSec: median('f.trapped_sec', 'f.person_trapped'),
  restoreSec: median('f.restore_sec', 'f.is_closed'),
  restoreSec90: median('f.restore_sec', 'f.is_closed', 0.9),
};
const LIST = Prisma.raw(
  Object.entries(SUMS)
    .map(([name, formula]) => `${formula} AS "${name}"`)
    .join(', '),
);

const KEYS: Readonly<Record<Grouping, string>> = {
  all: `''`,
  day: `to_char(f.create_date AT TIME ZONE '${TIME_ZONE}', 'YYYY-MM-DD')`,
  month: `to_char(f.create_date AT TIME ZONE '${TIME_ZONE}', 'YYYY-MM')`,
  branch: 'f.branch_code',
  project: 'p.project_id',
  unit: 'f.equipment_no',
  displayType: 'e.display_type::text',
};

interface Asked {
  readonly by: Grouping;
  /** Created from the first on and before the second. */
  readonly from: Date;
  readonly until: Date;
  /** The data strategy leaves those since then, and those of trapped persons of any age. Null: all. */
  readonly keptSince: Date | null;
  /** Units `e` of the caller that are there. */
  readonly units: Prisma.Sql;
  readonly filter: FigureFilter;
}

export async function readCallSums({ by, from, until, keptSince, units, filter }: Asked): Promise<CallSumRow[]> {
  const { branchCodes, projectIds, equipmentNos, displayTypes } = filter;
  const inProjects = projectIds ? Prisma.sql`AND p.project_id = ANY(${[...projectIds]})` : Prisma.empty;
  const { text, values } = Prisma.sql`
    SELECT ${Prisma.raw(KEYS[by])} AS key, ${LIST}
      FROM callback_fact f JOIN equipment e USING (equipment_no)
      ${by === 'project' ? Prisma.sql`JOIN project_equipment p ON p.equipment_no = f.equipment_no ${inProjects}` : Prisma.empty}
     WHERE f.create_date >= ${from} AND f.create_date < ${until} AND NOT f.is_cancelled AND ${units}
       ${keptSince === null ? Prisma.empty : Prisma.sql`AND (f.create_date >= ${keptSince} OR f.person_trapped)`}
       ${branchCodes === null ? Prisma.empty : Prisma.sql`AND e.branch_code = ANY(${[...branchCodes]})`}
       ${equipmentNos === null ? Prisma.empty : Prisma.sql`AND f.equipment_no = ANY(${[...equipmentNos]})`}
       ${displayTypes === null ? Prisma.empty : Prisma.sql`AND e.display_type::text = ANY(${[...displayTypes]})`}
       ${projectIds === null ? Prisma.empty : Prisma.sql`AND EXISTS (SELECT 1 FROM project_equipment q WHERE q.equipment_no = f.equipment_no AND q.project_id = ANY(${[...projectIds]}))`}
     GROUP BY 1 ORDER BY 1`;
  return Rows.parse((await pool().query({ text, values })).rows);
}
