import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import { maintenanceStatusOf } from '../value-sets';

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
      planDate: storedDay(planDate),
      day: doneDate ? formatDate(doneDate) : storedDay(planDate),
      jobStatus: maintenanceStatusOf(jobStatus),
    }))
    .filter(({ day }) => day >= from && day <= until);
}
