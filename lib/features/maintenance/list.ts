import { cutToHistory, shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { equipmentScope, requireEquipment } from '@/lib/platform/auth/scope';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import { readPageRows } from '@/lib/platform/db/far-page';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { listOrder } from '@/lib/platform/db/keyset';
import { containsText, gramFilter } from '@/lib/platform/db/name-grams';
import { formatDate } from '@/lib/platform/i18n/format';
import { anyMaintenance } from './contract';
import type { MaintenanceFilters, MaintenanceRow, queryMaintenance } from './contract';
import { FOUND_WITH, maintenanceStatusOf } from './value-sets';

/** Reading maintenance jobs: whose, which, and page by page. */

type Where = Prisma.MaintenanceJobWhereInput;
const INCLUDE = { equipment: { select: { equipmentName: true } } } as const;
type StoredRow = Prisma.MaintenanceJobGetPayload<{ include: typeof INCLUDE }>;

/** A column of type date holds the Shanghai day itself: it is compared with the day, not with the instant it begins. */
const daysOf = ({ gte, lt }: { gte?: Date; lt?: Date }) => ({
  ...(gte ? { gte: new Date(formatDate(gte)) } : {}),
  ...(lt ? { lt: new Date(formatDate(lt)) } : {}),
});

/** Who may not see the list sees the jobs of one unit, whose number he knows. @throws access_denied, not_found, no_object_permission */
async function unitFilter(actor: Actor, { key, equipmentNo }: MaintenanceFilters): Promise<Where> {
  const isFree = may(actor, anyMaintenance);
  const only = equipmentNo ?? (isFree ? undefined : key);
  if (only !== undefined) {
    await requireEquipment(actor, only);
    return { equipmentNo: only };
  }
  if (!isFree) throw new AppError('access_denied');
  const inScope = equipmentScope(actor, { focus: true });
  if (!key) return { equipment: inScope };
  const named = { OR: [{ equipmentNo: containsText(key) }, { equipmentName: containsText(key) }] };
  return { equipment: { AND: [inScope, gramFilter(key), named] } };
}

function toRow({ equipment, branchCode, signDate, createDate, updatedAt, ...row }: StoredRow, time: ShownTime) {
  const at = (date: Date | null) => date && time(date);
  return {
    ...row,
    equipmentName: equipment.equipmentName,
    jobStatus: maintenanceStatusOf(row.jobStatus),
    planDate: row.planDate.toISOString().slice(0, 10),
    planEndDate: at(row.planEndDate),
    departureDate: at(row.departureDate),
    doneDate: at(row.doneDate),
  } satisfies MaintenanceRow;
}

/** @throws validation_failed, access_denied, not_found, no_object_permission */
export async function findMaintenancePage(
  actor: Actor,
  query: ParsedOf<typeof queryMaintenance>,
): Promise<OutputOf<typeof queryMaintenance>> {
  const { maintenanceType, jobStatus, planDate } = query;
  const asked = dayRange(query) ?? {};
  const units = await unitFilter(actor, query);
  const [{ span, ...cut }, time] = await Promise.all([cutToHistory(actor, asked), shownTime(actor)]);
  const where: Where = {
    AND: [
      units,
      { planDate: daysOf(span) },
      ...(planDate ? [{ planDate: new Date(planDate) }] : []),
      ...(maintenanceType ? [{ maintenanceType }] : []),
      ...(jobStatus ? [{ jobStatus: { in: [...FOUND_WITH[jobStatus]] } }] : []),
    ],
  };
  const { total, rows } = await readPageRows(query, {
    count: () => db().maintenanceJob.count({ where }),
    keys: async (isReversed, skip, take) =>
      (
        await db().maintenanceJob.findMany({
          where,
          orderBy: listOrder(query, isReversed, { id: 'jobNo', moment: 'planDate', emptyLast: ['doneDate'] }),
          skip,
          take,
          select: { jobNo: true },
        })
      ).map(({ jobNo }) => jobNo),
    rows: (jobNos) => db().maintenanceJob.findMany({ where: { jobNo: { in: jobNos } }, include: INCLUDE }),
    keyOf: ({ jobNo }) => jobNo,
  });
  return {
    ...page(
      rows.map((row) => toRow(row, time)),
      total,
      query,
    ),
    ...cut,
  };
}
