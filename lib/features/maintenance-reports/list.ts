import type { Actor } from '@/lib/platform/contract/actor';
import { FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { equipmentFactScope, equipmentScope, LIVE_UNIT } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { MaintenanceReport, Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import { formatDate } from '@/lib/platform/i18n/format';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { cutToHistory } from '@/lib/platform/strategy/limits';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import type { MaintenanceReportRow, queryReportsByEquipment, ReportFilters } from './contract';
import { MAX_REPORT_DAYS, REPORT_STATUSES } from './value-sets';

/** Reads maintenance reports: those in scope, filtered, page by page. */

export type ReportWhere = Prisma.MaintenanceReportWhereInput;

/** Reports that were sent to the caller's own phone. */
export async function phoneScope({ username }: Pick<Actor, 'username'>): Promise<ReportWhere> {
  const own = await db().user.findUnique({ where: { username }, select: { phone: true } });
  // An account without a phone has received no reports.
  return own?.phone ? { equipment: LIVE_UNIT, receivers: { some: { phone: own.phone } } } : { jobNo: { in: [] } };
}

/** Reports whose documents the caller may read: of units in scope, or sent to the caller’s phone. */
export async function documentScope(actor: Actor): Promise<ReportWhere> {
  return { OR: [{ equipment: equipmentScope(actor, { focus: false }) }, await phoneScope(actor)] };
}

/** @throws validation_failed: M15, end before start, more than 60 days apart, in the future */
export function reportDays(
  days: Pick<ReportFilters, 'startDate' | 'endDate'>,
  now = Date.now(),
): { gte: Date; lt: Date } {
  const { gte, lt } = dayRange(days, { isRequired: true }) ?? {};
  if (!gte || !lt) throw new FieldError('startDate', 'dateRangeRequired');
  // 60 days apart are 61 days, both included.
  if (lt.getTime() - gte.getTime() > (MAX_REPORT_DAYS + 1) * DAY_MS)
    throw new FieldError('endDate', 'dateSpan', { days: MAX_REPORT_DAYS });
  if ((days.endDate ?? '') > formatDate(now)) throw new FieldError('endDate', 'dayInFuture');
  return { gte, lt };
}
const DAY_MS = 86_400_000;

/** A column of type date holds the Shanghai day itself. */
const dayOf = (at: Date) => new Date(formatDate(at));

/** The reports in `scope` that match a query. @throws validation_failed */
export async function reportWhere(
  actor: Actor,
  { searchObject, mntType, status, ...days }: ReportFilters,
  scope: ReportWhere,
): Promise<{ where: ReportWhere; cut: { historyMonths?: number } }> {
  const asked = reportDays(days);
  const { span, ...cut } = await cutToHistory(actor, asked);
  const like = searchObject === undefined ? undefined : containsText(searchObject);
  return {
    cut,
    where: {
      AND: [
        scope,
        { mntDate: { gte: dayOf(span.gte ?? asked.gte), lt: dayOf(span.lt ?? asked.lt) } },
        ...(like
          ? [{ OR: [{ equipmentNo: like }, { equipmentDesc: like }, { buildingName: like }, { registerNo: like }] }]
          : []),
        ...(mntType ? [{ mntType }] : []),
        ...(status ? [{ status }] : []),
      ],
    },
  };
}

export const listOf = (name: string) =>
  keyedList({
    name,
    id: 'jobNo',
    moment: 'mntDate',
    count: (where: ReportWhere) => db().maintenanceReport.count({ where }),
    keys: (sql, stretch) => sql.maintenanceReport.findMany({ ...stretch, select: { jobNo: true } }),
    rows: (keys) => db().maintenanceReport.findMany({ where: { jobNo: { in: keys } } }),
  });
const byPhone = listOf('queryReportsByPhone');
const byEquipment = listOf('queryReportsByEquipment');

export function toRow({ buildingName, mntDate, status, ...row }: MaintenanceReport): MaintenanceReportRow {
  return {
    jobNo: row.jobNo,
    equipmentNo: row.equipmentNo,
    equipmentDesc: row.equipmentDesc,
    equipmentName: buildingName,
    mntDate: storedDay(mntDate),
    mntType: row.mntType,
    registerNo: row.registerNo,
    status: REPORT_STATUSES.find((known) => known === status) ?? '2',
    mntOwners: row.mntOwners,
  };
}

type Query = ParsedOf<typeof queryReportsByEquipment>;
type Answer = OutputOf<typeof queryReportsByEquipment>;

async function answer(actor: Actor, query: Query, list: typeof byPhone, scope: ReportWhere): Promise<Answer> {
  const { where, cut } = await reportWhere(actor, query, scope);
  const { total, rows } = await list.page(actor, query, where);
  return { ...page(rows.map(toRow), total, query), ...cut };
}

/** @throws validation_failed */
export async function findReportsByPhone(actor: Actor, query: Query): Promise<Answer> {
  return answer(actor, query, byPhone, await phoneScope(actor));
}

/** @throws validation_failed */
export function findReportsByEquipment(actor: Actor, query: Query): Promise<Answer> {
  return answer(actor, query, byEquipment, equipmentFactScope(actor, { focus: true }));
}
