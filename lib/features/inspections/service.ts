import type { Actor } from '@/lib/platform/contract/actor';
import { serve } from '@/lib/platform/contract/serve';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { keepFile } from '@/lib/platform/files/stored-files';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import {
  exportInspection,
  getInspection,
  listInspectionHistory,
  queryAllInspection,
  queryApproachingInspection,
  queryExpiredInspection,
  saveInspection,
  uploadCertificate,
} from './contract';
import { exportTab } from './export';
import { findInspections } from './list';
import { findHistory, save } from './internal/save';
import type { InspectionRow } from './contract';
import { inspectionState } from './state';

/** A column of type date holds the Shanghai day itself, so it is not converted. */

/** @throws not_found, no_object_permission */
async function findInspection(actor: Actor, equipmentNo: string, now = Date.now()): Promise<InspectionRow> {
  await requireEquipment(actor, equipmentNo);
  const [unit, caller] = await Promise.all([
    db().equipment.findUniqueOrThrow({
      where: { equipmentNo },
      select: {
        equipmentName: true,
        buildingName: true,
        governmentNo: true,
        branchCode: true,
        branch: { select: { branchName: true } },
        inspection: true,
      },
    }),
    db().user.findUnique({ where: { username: actor.username }, select: { inspection: true } }),
  ]);
  const { inspection, branch, ...rest } = unit;
  const nextInspectionDate = storedDay(inspection?.nextInspectionDate);
  const result = inspection?.result ?? null;
  return {
    equipmentNo,
    ...rest,
    branchName: branch.branchName,
    lastInspectionDate: storedDay(inspection?.lastInspectionDate),
    nextInspectionDate,
    plannedDate: storedDay(inspection?.plannedDate),
    technicianName: inspection?.technicianName ?? null,
    comments: inspection?.comments ?? null,
    kind: inspection?.kind ?? null,
    result,
    ...inspectionState({ nextInspectionDate, result }, formatDate(now), caller?.inspection ?? 0),
  };
}

export const services = [
  serve(getInspection, ({ actor }, { equipmentNo }) => findInspection(actor, equipmentNo)),
  serve(queryApproachingInspection, ({ actor }, query) => findInspections(actor, 'approaching', query)),
  serve(queryExpiredInspection, ({ actor }, query) => findInspections(actor, 'expired', query)),
  serve(queryAllInspection, ({ actor }, query) => findInspections(actor, 'all', query)),
  serve(saveInspection, ({ actor }, input) => save(actor, input)),
  serve(uploadCertificate, async ({ actor }, { file, equipmentNo }) => {
    await requireEquipment(actor, equipmentNo);
    return { path: await keepFile(file, { kind: 'inspection', username: actor.username, equipmentNo }) };
  }),
  serve(listInspectionHistory, ({ actor }, { equipmentNo }) => findHistory(actor, equipmentNo)),
  serve(exportInspection, exportTab),
];
