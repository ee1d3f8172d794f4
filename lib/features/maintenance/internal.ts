import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { Strokes } from './strokes';
import { maintenanceStatusOf } from './value-sets';

/** Finished work counts on the day it was done: at most this many days after its planned day. */
const LATE_DAYS = 31;
const DAY_MS = 86_400_000;
const MAX_JOBS = 100;

/**
 * Jobs of a unit that were done or are planned on days from `from` to `until` (`yyyy-MM-dd`), newest first, at most
 * 100.
 */
export async function jobsOfDays(equipmentNo: string, from: string, until: string) {
  const jobs = await db().maintenanceJob.findMany({
    where: {
      equipmentNo,
      planDate: { gte: new Date(Date.parse(from) - LATE_DAYS * DAY_MS), lte: new Date(until) },
    },
    orderBy: [{ planDate: 'desc' }, { jobNo: 'desc' }],
    take: MAX_JOBS,
    select: { jobNo: true, planDate: true, doneDate: true, jobStatus: true, maintenanceType: true },
  });
  return jobs
    .map(({ planDate, doneDate, jobStatus, ...job }) => ({
      ...job,
      planDate: planDate.toISOString().slice(0, 10),
      day: doneDate ? formatDate(doneDate) : planDate.toISOString().slice(0, 10),
      jobStatus: maintenanceStatusOf(jobStatus),
    }))
    .filter(({ day }) => day >= from && day <= until);
}

/** A signed job with everything that its document shows. Times are instants, days `yyyy-MM-dd`. */
export async function jobOnPaper(jobNo: string) {
  const job = await db().maintenanceJob.findUnique({
    where: { jobNo },
    include: {
      equipment: { include: { branch: { select: { branchName: true } } } },
      items: { orderBy: { no: 'asc' } },
      parts: { orderBy: { id: 'asc' } },
      signature: true,
      report: { select: { status: true, filePath: true, mntOwners: true, registerNo: true } },
    },
  });
  if (!job) return null;
  const { signature, parts, planDate, ...rest } = job;
  return {
    ...rest,
    planDate: planDate.toISOString().slice(0, 10),
    jobStatus: maintenanceStatusOf(job.jobStatus),
    parts: parts.map(({ name, quantity }) => ({ name, quantity: quantity.toNumber() })),
    /** null: signed elsewhere, or not at all. Strokes of points [x, y, ms] on a field of 1000 by 600. */
    signature: signature && { ...signature, strokes: Strokes.safeParse(signature.strokes).data ?? [] },
  };
}
export type JobOnPaper = NonNullable<Awaited<ReturnType<typeof jobOnPaper>>>;

export { readErpMaster } from './erp';
export { planAhead } from './plan';
export { jobsDue } from './list';
export { askForSignatures, notifyPlans } from './notices';
export { techniciansOf } from './people';
