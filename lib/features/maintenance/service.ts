import { shownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { serve } from '@/lib/platform/contract/serve';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { branchTechnicians } from '@/lib/features/callbacks/internal/technicians';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import { countMaintenanceDays, getLastMaintenance, maintenanceCalendar, queryMaintenance } from './contract';
import { addPhoto, removePhoto } from './item-photos';
import { findJob, requireJob } from './job';
import { countDays, findCalendar, findMaintenancePage } from './list';
import { sign } from './sign';
import { DONE_STATUSES, FOUND_WITH } from './value-sets';
import { assign, complete, lock, reschedule, saveItems } from './job-work';
import {
  addItemPhoto,
  assignMaintenance,
  completeMaintenance,
  getMaintenance,
  listJobTechnicians,
  lockMaintenance,
  removeItemPhoto,
  rescheduleMaintenance,
  saveMaintenanceItems,
  signMaintenance,
} from './work-contract';

/**
 * The last visit is the unit's present state, not history: no data strategy hides it.
 * @throws not_found, no_object_permission
 */
async function findLast(
  actor: Actor,
  equipmentNo: string,
  now = Date.now(),
): Promise<OutputOf<typeof getLastMaintenance>> {
  await requireEquipment(actor, equipmentNo);
  const [last, next, time] = await Promise.all([
    db().maintenanceJob.findFirst({
      where: { equipmentNo, jobStatus: { in: [...DONE_STATUSES] }, doneDate: { not: null } },
      orderBy: { doneDate: 'desc' },
      select: { doneDate: true, jobNo: true, maintenanceType: true },
    }),
    db().maintenanceJob.findFirst({
      where: {
        equipmentNo,
        jobStatus: { in: [...FOUND_WITH.PLAN] },
        planDate: { gte: new Date(formatDate(now)) },
      },
      orderBy: { planDate: 'asc' },
      select: { planDate: true },
    }),
    shownTime(actor),
  ]);
  return {
    maintenanceDate: last?.doneDate ? time(last.doneDate) : null,
    jobNo: last?.jobNo ?? null,
    maintenanceType: last?.maintenanceType ?? null,
    nextPlanDate: storedDay(next?.planDate),
  };
}

export const services = [
  serve(queryMaintenance, ({ actor }, query) => findMaintenancePage(actor, query)),
  serve(maintenanceCalendar, ({ actor }, query) => findCalendar(actor, query)),
  serve(countMaintenanceDays, ({ actor }, query) => countDays(actor, query)),
  serve(getLastMaintenance, ({ actor }, { equipmentNo }) => findLast(actor, equipmentNo)),
  serve(getMaintenance, ({ actor }, { jobNo }) => findJob(actor, jobNo)),
  serve(rescheduleMaintenance, ({ actor }, input) => reschedule(actor, input)),
  serve(assignMaintenance, ({ actor }, input) => assign(actor, input)),
  serve(lockMaintenance, ({ actor }, input) => lock(actor, input)),
  serve(saveMaintenanceItems, ({ actor }, input) => saveItems(actor, input)),
  serve(addItemPhoto, ({ actor }, input) => addPhoto(actor, input)),
  serve(removeItemPhoto, ({ actor }, input) => removePhoto(actor, input)),
  serve(completeMaintenance, ({ actor }, input) => complete(actor, input)),
  serve(signMaintenance, ({ actor }, input) => sign(actor, input)),
  serve(listJobTechnicians, async ({ actor }, { jobNo, key }) =>
    branchTechnicians(actor, await requireJob(actor, jobNo), key),
  ),
];
