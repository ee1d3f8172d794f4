import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { requireInHistory, shownTime } from '@/lib/platform/strategy/limits';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import { equipmentScope, LIVE_UNIT } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { hasAuthority } from '@/lib/platform/contract/authorities';
import { readErpMaster } from './internal/erp';
import { ROW_SELECT, toRow } from './list';
import { movesOf } from './moves';
import {
  DONE_STATUSES,
  HALF_MONTH_DAYS,
  JOB_STEPS,
  maintenanceKind,
  maintenanceStatusOf,
  REPORT_STATUSES,
} from './value-sets';
import { completeMaintenance, signMaintenance } from './work-contract';
import type { MaintenanceDetail } from './work-contract';
import { Strokes } from './strokes';

/** One maintenance job as the caller may see it (silent-screens E1). */

const DAY_MS = 86_400_000;

/** Jobs that the caller may see: of units in scope, and those sent to the caller’s phone. */
export async function jobScope(actor: Actor): Promise<Prisma.MaintenanceJobWhereInput> {
  const inScope: Prisma.MaintenanceJobWhereInput = { equipment: equipmentScope(actor, { focus: false }) };
  const own = await db().user.findUnique({ where: { username: actor.username }, select: { phone: true } });
  if (!own?.phone || !hasAuthority(actor, 'E_SIGN_READ')) return inScope;
  return {
    OR: [inScope, { equipment: LIVE_UNIT, report: { receivers: { some: { phone: own.phone } } } }],
  };
}

/** @throws not_found, no_object_permission */
export async function requireJob(actor: Actor, jobNo: string, scope?: Prisma.MaintenanceJobWhereInput) {
  return requireRow(
    (within: Prisma.MaintenanceJobWhereInput) =>
      db().maintenanceJob.findFirst({
        where: { AND: [{ jobNo, equipment: LIVE_UNIT }, within] },
        select: { jobNo: true, equipmentNo: true, branchCode: true, planDate: true },
      }),
    scope ?? { equipment: equipmentScope(actor, { focus: false }) },
  );
}

const DETAIL_SELECT = {
  ...ROW_SELECT,
  signDate: true,
  items: { orderBy: { no: 'asc' } },
  parts: { orderBy: { id: 'asc' } },
  steps: { orderBy: [{ at: 'asc' }, { id: 'asc' }] },
  report: { select: { status: true } },
  signature: { select: { signerName: true, strokes: true } },
  equipment: {
    select: {
      equipmentName: true,
      buildingName: true,
      address: true,
      governmentNo: true,
      branch: { select: { branchName: true } },
    },
  },
} as const satisfies Prisma.MaintenanceJobSelect;

/** The last finished job of the unit before a moment. */
export function lastDone(sql: Pick<Prisma.TransactionClient, 'maintenanceJob'>, equipmentNo: string, before?: Date) {
  return sql.maintenanceJob.findFirst({
    where: {
      equipmentNo,
      jobStatus: { in: [...DONE_STATUSES] },
      doneDate: before ? { lt: before } : { not: null },
    },
    orderBy: { doneDate: 'desc' },
    select: { doneDate: true },
  });
}

/** The unit's jobs before and after this one, by day, that the reader of this one may open. */
async function neighbours(scope: Prisma.MaintenanceJobWhereInput, equipmentNo: string, planDate: Date, jobNo: string) {
  const [before, after] = await Promise.all([
    db().maintenanceJob.findFirst({
      where: { equipmentNo, AND: scope, OR: [{ planDate: { lt: planDate } }, { planDate, jobNo: { lt: jobNo } }] },
      orderBy: [{ planDate: 'desc' }, { jobNo: 'desc' }],
      select: { jobNo: true },
    }),
    db().maintenanceJob.findFirst({
      where: { equipmentNo, AND: scope, OR: [{ planDate: { gt: planDate } }, { planDate, jobNo: { gt: jobNo } }] },
      orderBy: [{ planDate: 'asc' }, { jobNo: 'asc' }],
      select: { jobNo: true },
    }),
  ]);
  return { previousJobNo: before?.jobNo ?? null, nextJobNo: after?.jobNo ?? null };
}

/**
 * @param day the job's day, or a new one; `last` the day of the last finished job, both `yyyy-MM-dd`
 * @returns overdueDays beyond the 15 of a half-month job, null when it is on time
 */
export function gapOf(maintenanceType: string, day: string, last: string | null) {
  const daysSinceLast = last === null ? null : Math.round((Date.parse(day) - Date.parse(last)) / DAY_MS);
  const isLate = daysSinceLast !== null && maintenanceKind(maintenanceType) === 'BI' && daysSinceLast > HALF_MONTH_DAYS;
  return { daysSinceLast, overdueDays: isLate ? daysSinceLast - HALF_MONTH_DAYS : null };
}

/** Paths of an item's photos. */
export const photosOf = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((one): one is string => typeof one === 'string') : [];

/** @throws not_found, no_object_permission, access_denied (data strategy) */
export async function findJob(actor: Actor, jobNo: string): Promise<MaintenanceDetail> {
  const scope = await jobScope(actor);
  const { equipmentNo, planDate } = await requireJob(actor, jobNo, scope);
  await requireInHistory(actor, planDate);
  const row = await db().maintenanceJob.findUniqueOrThrow({ where: { jobNo }, select: DETAIL_SELECT });
  const { items, parts, steps, report, signature, signDate, equipment, ...rest } = row;
  const dayBegin = row.doneDate ?? new Date(planDate.getTime() + DAY_MS);
  const [time, last, around, isErpMaster] = await Promise.all([
    shownTime(actor),
    lastDone(db(), equipmentNo, dayBegin),
    neighbours(scope, equipmentNo, planDate, jobNo),
    readErpMaster(),
  ]);
  const shown = toRow({ ...rest, equipment }, time);
  const lastDay = last?.doneDate ? formatDate(last.doneDate) : null;
  return {
    ...shown,
    buildingName: equipment.buildingName,
    address: equipment.address,
    governmentNo: equipment.governmentNo,
    branchName: equipment.branch.branchName,
    items: items.map(({ no, item, requirement, result, remark, photos }) => ({
      no,
      item,
      requirement,
      result,
      remark,
      photos: photosOf(photos),
    })),
    parts: parts.map(({ name, quantity }) => ({ name, quantity: quantity.toNumber() })),
    reportStatus: REPORT_STATUSES.find((status) => status === report?.status) ?? null,
    customerName: signature?.signerName ?? null,
    signDate: signDate && time(signDate),
    strokes: signature ? (Strokes.safeParse(signature.strokes).data ?? null) : null,
    ...around,
    lastDay,
    ...gapOf(row.maintenanceType, row.doneDate ? formatDate(row.doneDate) : shown.planDate, lastDay),
    steps: steps.flatMap(({ step, at, operator, reason }) => {
      const known = JOB_STEPS.find((one) => one === step);
      return known ? [{ step: known, at: time(at), operator: isCustomer(actor) ? null : operator, reason }] : [];
    }),
    moves: movesOf(maintenanceStatusOf(row.jobStatus), {
      mayWork: may(actor, completeMaintenance) && (await isInScope(actor, equipmentNo)),
      maySign: may(actor, signMaintenance),
      isErpMaster,
    }),
  };
}

const isInScope = async (actor: Actor, equipmentNo: string) =>
  (await db().equipment.count({ where: { AND: [{ equipmentNo }, equipmentScope(actor, { focus: false })] } })) > 0;
