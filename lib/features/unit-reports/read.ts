import { COUNTED_STATUSES } from '@/lib/features/callbacks/state';
import { readUnitDays, readUnitEnergy } from '@/lib/features/facts/internal/unit-days';
import { dayAfter } from '@/lib/features/facts/shared/days';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import { comparedWindows } from './shared/report-days';
import type { StoredReport } from './stored-report';
import { PROJECT_COMMA, UNIT_REPORT_CATEGORIES, type TIMELINE } from './value-sets';

/** Reads what a report on one unit is made of. The caller has checked that the unit may be seen. */

interface Question {
  readonly equipmentNo: string;
  /** `yyyy-MM-dd`, both included. */
  readonly from: string;
  readonly until: string;
  /** The first day of those that its health goes by; they end with the window. */
  readonly healthFrom: string;
  /** Jobs done in the window and those overdue at its end, or the last one that was done by then. */
  readonly jobs: 'window' | 'latest';
}
interface Window {
  readonly from: string;
  readonly until: string;
}

const startOf = (day: string) => new Date(parseWallTime(day) ?? Number.NaN);
const span = ({ from, until }: Window) => ({ gte: startOf(from), lt: startOf(dayAfter(until)) });
/** The call-outs that count (readings 216). */
const counted = (equipmentNo: string, window: Window): Prisma.CallbackWhereInput => ({
  equipmentNo,
  jobStatus: { in: [...COUNTED_STATUSES] },
  createDate: span(window),
});

const readUnit = (equipmentNo: string) =>
  db().equipment.findUniqueOrThrow({
    where: { equipmentNo },
    include: {
      projects: { select: { project: { select: { projectName: true } } }, orderBy: { projectId: 'asc' } },
      inspection: { select: { lastInspectionDate: true, nextInspectionDate: true } },
    },
  });

/** The last job that was done by the end of the window. */
const readLatestJob = (equipmentNo: string, { until }: Window) =>
  db().maintenanceJob.findFirst({
    where: { equipmentNo, doneDate: { lt: startOf(dayAfter(until)) } },
    orderBy: [{ doneDate: 'desc' }, { jobNo: 'asc' }],
  });

/** Done in the window, and overdue at its end: due at planEndDate, else at the end of planDate (readings 223). */
const readJobs = (equipmentNo: string, window: Window) => {
  const { lt } = span(window);
  return db().maintenanceJob.findMany({
    where: {
      equipmentNo,
      OR: [
        { doneDate: span(window) },
        {
          AND: [
            { OR: [{ doneDate: null, jobStatus: { in: ['PLAN', 'LOCK'] } }, { doneDate: { gte: lt } }] },
            {
              OR: [{ planEndDate: { lt } }, { planEndDate: null, planDate: { lte: new Date(window.until) } }],
            },
          ],
        },
      ],
    },
    orderBy: [{ planDate: 'asc' }, { jobNo: 'asc' }],
  });
};

/** Null where nothing is known of the unit by the end of the window (readings 222). */
async function countCompared(equipmentNo: string, window: Window): Promise<number | null> {
  const { lt } = span(window);
  const [calls, facts, older] = await Promise.all([
    db().callback.count({ where: counted(equipmentNo, window) }),
    db().equipmentDay.findFirst({
      where: { equipmentNo, day: { lte: new Date(window.until) } },
      select: { day: true },
    }),
    db().callback.findFirst({ where: { equipmentNo, createDate: { lt } }, select: { callbackId: true } }),
  ]);
  return facts === null && older === null ? null : calls;
}

export async function readReport(question: Question, now: number): Promise<StoredReport> {
  const { equipmentNo, from, until, healthFrom } = question;
  const window = { from, until };
  const compared = comparedWindows(window);
  const [unit, days, energy, calls, health, before, yearAgo, latest, jobs, symptoms] = await Promise.all([
    readUnit(equipmentNo),
    readUnitDays(equipmentNo, from, until),
    readUnitEnergy(equipmentNo, from, until),
    db().callback.findMany({
      where: counted(equipmentNo, window),
      orderBy: [{ createDate: 'desc' }, { callbackId: 'asc' }],
    }),
    db().callback.findMany({
      where: { ...counted(equipmentNo, { from: healthFrom, until }), scsa: '1' },
      select: { createDate: true },
      orderBy: { createDate: 'asc' },
    }),
    countCompared(equipmentNo, compared.before),
    countCompared(equipmentNo, compared.yearAgo),
    readLatestJob(equipmentNo, window),
    question.jobs === 'window' ? readJobs(equipmentNo, window) : null,
    db().symptom.findMany({
      where: { equipmentNo, category: { in: [...UNIT_REPORT_CATEGORIES] }, createDate: span(window) },
      select: { category: true, createDate: true },
      orderBy: [{ createDate: 'asc' }, { symptomId: 'asc' }],
    }),
  ]);
  const dates: Record<(typeof TIMELINE)[number], string | null> = {
    construction: storedDay(unit.constructionDate),
    contractStart: storedDay(unit.contractStartDate),
    lastMaintenance: latest?.doneDate ? formatDate(latest.doneDate) : null,
    lastInspection: storedDay(unit.inspection?.lastInspectionDate),
    nextInspection: storedDay(unit.inspection?.nextInspectionDate),
    contractEnd: storedDay(unit.contractActualEndDate ?? unit.contractEndDate),
  };
  return {
    madeAt: now,
    from,
    until,
    unit: {
      equipmentNo,
      equipmentName: unit.equipmentName,
      governmentNo: unit.governmentNo,
      customerName: unit.customerName,
      buildingName: unit.buildingName,
      projectName: unit.projects.map(({ project }) => project.projectName).join(PROJECT_COMMA),
      cubeNo: unit.cubeNo,
      productLine: unit.productLine,
      equipmentType: unit.equipmentType,
      displayType: unit.displayType,
      constructionDate: dates.construction,
    },
    timeLine: (Object.keys(dates) as (keyof typeof dates)[])
      .flatMap((value) => (dates[value] === null ? [] : [{ value, time: dates[value] }]))
      .sort((a, b) => (a.time < b.time ? -1 : a.time > b.time ? 1 : 0)),
    days,
    energy,
    calls: calls.map((row) => ({
      callbackId: row.callbackId,
      callbackType: row.callbackType,
      jobStatus: row.jobStatus,
      createDate: row.createDate.getTime(),
      closeDate: row.closeDate?.getTime() ?? null,
      jobDescription: row.jobDescription,
      jobTechRemark: row.jobTechRemark,
      personTrapped: row.personTrapped,
      technicianName: row.technicianName,
      technicianPhone: row.technicianPhone,
      scsa: row.scsa,
    })),
    healthCalls: health.map(({ createDate }) => formatDate(createDate)),
    before,
    yearAgo,
    maintenance: (jobs ?? (latest ? [latest] : [])).map((job) => ({
      jobNo: job.jobNo,
      maintenanceType: job.maintenanceType,
      jobStatus: job.jobStatus,
      planTechnician1Name: job.planTechnician1Name,
      planTechnician2Name: job.planTechnician2Name,
      actualTechnician1Name: job.actualTechnician1Name,
      actualTechnician2Name: job.actualTechnician2Name,
      planDate: storedDay(job.planDate),
      doneDate: job.doneDate?.getTime() ?? null,
    })),
    symptoms: symptoms.map(({ category, createDate }) => ({
      category: category as StoredReport['symptoms'][number]['category'],
      day: formatDate(createDate),
    })),
  };
}
