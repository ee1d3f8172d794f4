import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import { dayAfter } from '@/lib/features/facts/shared/days';
import { readErpMaster } from './erp';
import { missingVisits } from '../rhythm';

/** Plans the visits of units under contract, unless an ERP does (readings 92). */

const AHEAD_DAYS = 35;
const UNITS_A_ROUND = 500;
const WAITS = { maxWait: 20_000, timeout: 60_000 };
const MACHINE = { EV: 'ELE', ES: 'ESC', WW: 'ESC', OTHER: 'OTH' } as const;

const SELECT = {
  equipmentNo: true,
  branchCode: true,
  displayType: true,
  constructionDate: true,
  contracts: { select: { contractStartDate: true, effectiveEnd: true } },
} as const satisfies Prisma.EquipmentSelect;
type PlannedUnit = Prisma.EquipmentGetPayload<{ select: typeof SELECT }>;

/** The latest job of each unit, done or planned. */
async function lastJobs(equipmentNos: string[]) {
  const latest = await db().$queryRaw<{ job_no: string }[]>`
    SELECT DISTINCT ON (equipment_no) job_no FROM maintenance_job
     WHERE equipment_no = ANY(${equipmentNos}) ORDER BY equipment_no, plan_date DESC, job_no DESC`;
  const jobs = await db().maintenanceJob.findMany({
    where: { jobNo: { in: latest.map(({ job_no: jobNo }) => jobNo) } },
    select: {
      equipmentNo: true,
      planDate: true,
      planTechnician1Name: true,
      planTechnician1Phone: true,
      planTechnician2Name: true,
      planTechnician2Phone: true,
    },
  });
  return new Map(jobs.map((job) => [job.equipmentNo, job]));
}
type LastJob = Awaited<ReturnType<typeof lastJobs>> extends Map<string, infer J> ? J : never;

/** A fixed number for each unit, the same every night. */
const offsetOf = (equipmentNo: string) =>
  [...equipmentNo].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 100_003, 7);

function jobsOf(unit: PlannedUnit, last: LastJob | undefined, today: string): Prisma.MaintenanceJobCreateManyInput[] {
  const { equipmentNo, branchCode, displayType, constructionDate, contracts } = unit;
  const terms = contracts.flatMap(({ contractStartDate: start, effectiveEnd: end }) =>
    start && end ? [{ start: storedDay(start), end: storedDay(end) }] : [],
  );
  const first = terms.map(({ start }) => start).sort()[0] ?? today;
  const visits = missingVisits(
    {
      last: last ? storedDay(last.planDate) : null,
      accepted: constructionDate ? storedDay(constructionDate) : first,
      terms,
      offset: offsetOf(equipmentNo),
    },
    today,
    dayAfter(today, AHEAD_DAYS),
  );
  return visits.map(({ day, kind }) => {
    const maintenanceType = `YAE_${MACHINE[displayType]}_${kind}`;
    return {
      jobNo: `MP${day.slice(2).replaceAll('-', '')}-${equipmentNo.slice(-31)}`,
      equipmentNo,
      branchCode,
      jobStatus: 'PLAN',
      maintenanceType,
      planDate: new Date(day),
      planKey: `${equipmentNo} ${day} ${maintenanceType}`,
      // The technicians of the last visit are planned again, until somebody changes them.
      planTechnician1Name: last?.planTechnician1Name ?? null,
      planTechnician1Phone: last?.planTechnician1Phone ?? null,
      planTechnician2Name: last?.planTechnician2Name ?? null,
      planTechnician2Phone: last?.planTechnician2Phone ?? null,
    };
  });
}

/** Plans one portion of units. @returns the last of them, undefined at the end */
async function round(after: string, today: string, now: Date): Promise<{ last: string | undefined; made: number }> {
  const day = new Date(today);
  const units = await db().equipment.findMany({
    where: {
      equipmentNo: { gt: after },
      deletedAt: null,
      serviceStopped: false,
      contracts: {
        some: { contractStartDate: { lte: new Date(dayAfter(today, AHEAD_DAYS)) }, effectiveEnd: { gte: day } },
      },
    },
    orderBy: { equipmentNo: 'asc' },
    take: UNITS_A_ROUND,
    select: SELECT,
  });
  const lasts = await lastJobs(units.map(({ equipmentNo }) => equipmentNo));
  const jobs = units.flatMap((unit) => jobsOf(unit, lasts.get(unit.equipmentNo), today));
  const made = await db().$transaction(async (sql) => {
    const created = await sql.maintenanceJob.createManyAndReturn({
      data: jobs,
      skipDuplicates: true,
      select: { jobNo: true },
    });
    await sql.maintenanceStep.createMany({ data: created.map(({ jobNo }) => ({ jobNo, step: 'PLANNED', at: now })) });
    return created.length;
  }, WAITS);
  return { last: units.length < UNITS_A_ROUND ? undefined : units.at(-1)?.equipmentNo, made };
}

/**
 * Every night: plans what is missing in the next 35 days. A second run adds nothing. @returns how many jobs were
 * planned
 */
export async function planAhead(now: Date): Promise<number> {
  if (await readErpMaster()) return 0;
  const today = formatDate(now);
  let total = 0;
  let after: string | undefined = '';
  while (after !== undefined) {
    const { last, made }: { last: string | undefined; made: number } = await round(after, today, now);
    total += made;
    after = last;
  }
  return total;
}
