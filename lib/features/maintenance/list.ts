import { cutToHistory, shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { unitConditions } from '@/lib/features/equipment/internal/unit-filters';
import { equipmentFactScope, requireEquipment } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText, gramFilter } from '@/lib/platform/db/name-grams';
import { formatDate } from '@/lib/platform/i18n/format';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import { anyMaintenance } from './contract';
import type { countMaintenanceDays, maintenanceCalendar, MaintenanceFilters, queryMaintenance } from './contract';
import type { MaintenanceRow } from './row-contract';
import { CALENDAR_DAYS, CALENDAR_STATUSES, FOUND_WITH, maintenanceStatusOf } from './value-sets';
import type { CalendarStatus } from './value-sets';

/** Reads maintenance jobs: those in scope, filtered, page by page. */

type Where = Prisma.MaintenanceJobWhereInput;

/** A column of type date holds the Shanghai day itself: it is compared with the day, not with an instant. */
const daysOf = ({ gte, lt }: { gte?: Date; lt?: Date }) => ({
  ...(gte ? { gte: new Date(formatDate(gte)) } : {}),
  ...(lt ? { lt: new Date(formatDate(lt)) } : {}),
});

/**
 * A caller without the right to the list sees the jobs of one unit whose number is known. @throws access_denied,
 * not_found, no_object_permission
 */
async function unitFilter(
  actor: Actor,
  { key, equipmentNo }: Pick<Partial<MaintenanceFilters>, 'key' | 'equipmentNo'>,
): Promise<Where> {
  const isFree = may(actor, anyMaintenance);
  const only = equipmentNo ?? (isFree ? undefined : key);
  if (only !== undefined) {
    await requireEquipment(actor, only);
    return { equipmentNo: only };
  }
  if (!isFree) throw new AppError('access_denied');
  const { equipment: inScope, ...ofBranch } = equipmentFactScope(actor, { focus: true });
  if (!key) return { ...ofBranch, equipment: inScope };
  const named = { OR: [{ equipmentNo: containsText(key) }, { equipmentName: containsText(key) }] };
  return { ...ofBranch, equipment: { AND: [inScope, gramFilter(key), named] } };
}

/** The columns of a list row. */
export const ROW_SELECT = {
  jobNo: true,
  equipmentNo: true,
  jobStatus: true,
  maintenanceType: true,
  jobType: true,
  planDate: true,
  planEndDate: true,
  departureDate: true,
  doneDate: true,
  planTechnician1Name: true,
  planTechnician1Phone: true,
  planTechnician2Name: true,
  planTechnician2Phone: true,
  actualTechnician1Name: true,
  actualTechnician1Phone: true,
  actualTechnician2Name: true,
  actualTechnician2Phone: true,
  equipment: { select: { equipmentName: true } },
} as const satisfies Prisma.MaintenanceJobSelect;
export type StoredJobRow = Prisma.MaintenanceJobGetPayload<{ select: typeof ROW_SELECT }>;

export function toRow({ equipment, ...row }: StoredJobRow, time: ShownTime) {
  const at = (date: Date | null) => date && time(date);
  return {
    ...row,
    equipmentName: equipment.equipmentName,
    jobStatus: maintenanceStatusOf(row.jobStatus),
    planDate: storedDay(row.planDate),
    planEndDate: at(row.planEndDate),
    departureDate: at(row.departureDate),
    doneDate: at(row.doneDate),
  } satisfies MaintenanceRow;
}

const kindFilters = ({
  maintenanceType,
  jobStatus,
}: Pick<MaintenanceFilters, 'maintenanceType' | 'jobStatus'>): Where[] => [
  ...(maintenanceType ? [{ maintenanceType }] : []),
  ...(jobStatus === 'OVERDUE'
    ? [{ jobStatus: { in: [...FOUND_WITH.PLAN] }, planDate: { lt: new Date(formatDate(Date.now())) } }]
    : jobStatus
      ? [{ jobStatus: { in: [...FOUND_WITH[jobStatus]] } }]
      : []),
];

export const maintenanceJobs = keyedList({
  name: 'queryMaintenance',
  id: 'jobNo',
  moment: 'planDate',
  emptyLast: ['doneDate'],
  count: (where: Where) => db().maintenanceJob.count({ where }),
  keys: (sql, stretch) => sql.maintenanceJob.findMany({ ...stretch, select: { jobNo: true } }),
  rows: (jobNos) => db().maintenanceJob.findMany({ where: { jobNo: { in: jobNos } }, select: ROW_SELECT }),
});

/** The jobs that match a query. @throws validation_failed, access_denied, not_found, no_object_permission */
export async function maintenanceWhere(actor: Actor, query: MaintenanceFilters) {
  const asked = dayRange(query) ?? {};
  const units = await unitFilter(actor, query);
  const ofUnits = unitConditions(actor, query);
  const { span, ...cut } = await cutToHistory(actor, asked);
  const where: Where = {
    AND: [
      units,
      ...(ofUnits.length > 0 ? [{ equipment: { AND: ofUnits } }] : []),
      { planDate: daysOf(span) },
      ...(query.planDate ? [{ planDate: new Date(query.planDate) }] : []),
      ...kindFilters(query),
    ],
  };
  return { where, cut };
}

/** @throws validation_failed, access_denied, not_found, no_object_permission */
export async function findMaintenancePage(
  actor: Actor,
  query: ParsedOf<typeof queryMaintenance>,
): Promise<OutputOf<typeof queryMaintenance>> {
  const [{ where, cut }, time] = await Promise.all([maintenanceWhere(actor, query), shownTime(actor)]);
  const { total, rows } = await maintenanceJobs.page(actor, query, where);
  return {
    ...page(
      rows.map((row) => toRow(row, time)),
      total,
      query,
    ),
    ...cut,
  };
}

/** Jobs of a span by day and state. @throws validation_failed when it ends before it starts, or has more than 92 days */
async function jobsByDay(actor: Actor, { from, to, ...filters }: ParsedOf<typeof maintenanceCalendar>) {
  const asked =
    dayRange(
      { startDate: from, endDate: to },
      { isRequired: true, maxDays: CALENDAR_DAYS + 1, names: { startDate: 'from', endDate: 'to' } },
    ) ?? {};
  const [units, { span }] = await Promise.all([unitFilter(actor, filters), cutToHistory(actor, asked)]);
  const days = await db().maintenanceJob.groupBy({
    by: ['planDate', 'jobStatus'],
    where: { AND: [units, { planDate: daysOf(span) }, ...kindFilters(filters)] },
    orderBy: { planDate: 'asc' },
    _count: true,
  });
  return days.map(({ planDate, jobStatus, _count }) => {
    const status = maintenanceStatusOf(jobStatus);
    const shown: CalendarStatus = status === 'CONFIRM' ? 'DONE' : status;
    return { day: storedDay(planDate), status: shown, count: _count };
  });
}

/** @throws validation_failed */
export async function findCalendar(
  actor: Actor,
  query: ParsedOf<typeof maintenanceCalendar>,
): Promise<OutputOf<typeof maintenanceCalendar>> {
  const found: Record<string, Set<CalendarStatus>> = {};
  for (const { day, status } of await jobsByDay(actor, query)) (found[day] ??= new Set()).add(status);
  return Object.fromEntries(
    Object.entries(found).map(([day, states]) => [day, CALENDAR_STATUSES.filter((status) => states.has(status))]),
  );
}

/** @throws validation_failed */
export async function countDays(
  actor: Actor,
  query: ParsedOf<typeof countMaintenanceDays>,
): Promise<OutputOf<typeof countMaintenanceDays>> {
  const found: Record<string, { open: number; done: number }> = {};
  for (const { day, status, count } of await jobsByDay(actor, query))
    (found[day] ??= { open: 0, done: 0 })[status === 'DONE' ? 'done' : 'open'] += count;
  return found;
}
