import { equipmentFactScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText, gramFilter } from '@/lib/platform/db/name-grams';
import type { Sorted } from '@/lib/platform/db/keyset';
import { formatDate } from '@/lib/platform/i18n/format';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import type { InspectionFilters, InspectionRow } from './contract';
import { inspectionState } from './state';
import type { InspectionTab } from './state';

/** Reads inspections: those in scope, filtered, page by page (silent-screens A6). */

type Where = Prisma.InspectionWhereInput;
const DAY_MS = 86_400_000;
const MOST_DAYS = 3660;

/**
 * The content of a tab; failed ones are overdue until a passing record. @param today midnight UTC of the Shanghai day
 */
export function tabWhere(tab: InspectionTab, today: Date, notice: number): Where {
  switch (tab) {
    case 'approaching':
      return {
        nextInspectionDate: { gte: today, lte: new Date(today.getTime() + notice * DAY_MS) },
        OR: [{ result: null }, { result: { not: 'fail' } }],
      };
    case 'expired':
      return { OR: [{ nextInspectionDate: { lt: today } }, { result: 'fail' }] };
    case 'all':
      return {};
  }
}

/** A column of type date holds the Shanghai day itself. */
const daysOf = ({ gte, lt }: { gte?: Date; lt?: Date }) => ({
  ...(gte ? { gte: new Date(formatDate(gte)) } : {}),
  ...(lt ? { lt: new Date(formatDate(lt)) } : {}),
});

/** The caller's own days of notice (profile). */
export async function noticeDaysOf({ username }: Pick<Actor, 'username'>): Promise<number> {
  const caller = await db().user.findUnique({ where: { username }, select: { inspection: true } });
  return caller?.inspection ?? 0;
}

/** @throws validation_failed */
export function inspectionWhere(
  actor: Actor,
  tab: InspectionTab,
  { key, projectId, branchCode, kind, assigned, ...rest }: Partial<InspectionFilters>,
  { notice, now }: { notice: number; now: number },
): Where {
  const span = tab === 'all' ? dayRange(rest) : undefined;
  const days = Math.min(Math.max(0, rest.days ?? notice), MOST_DAYS);
  const isNamed: Where = { technicianName: { not: null } };
  return {
    AND: [
      equipmentFactScope(actor, { focus: true }),
      tabWhere(tab, new Date(formatDate(now)), days),
      ...(span ? [{ nextInspectionDate: daysOf(span) }] : []),
      ...(key
        ? [
            {
              OR: [
                { technicianName: containsText(key) },
                {
                  equipment: {
                    AND: [
                      gramFilter(key),
                      { OR: [{ equipmentNo: containsText(key) }, { equipmentName: containsText(key) }] },
                    ],
                  },
                },
              ],
            },
          ]
        : []),
      ...(projectId ? [{ equipment: { projects: { some: { projectId } } } }] : []),
      ...(branchCode ? [{ branchCode }] : []),
      ...(kind ? [{ kind }] : []),
      ...(assigned === undefined ? [] : [assigned ? isNamed : { technicianName: null }]),
    ],
  };
}

const SELECT = {
  equipmentNo: true,
  branchCode: true,
  lastInspectionDate: true,
  nextInspectionDate: true,
  kind: true,
  result: true,
  plannedDate: true,
  technicianName: true,
  comments: true,
  equipment: {
    select: {
      equipmentName: true,
      buildingName: true,
      governmentNo: true,
      branch: { select: { branchName: true } },
    },
  },
} as const satisfies Prisma.InspectionSelect;
type StoredInspection = Prisma.InspectionGetPayload<{ select: typeof SELECT }>;

export const inspections = keyedList({
  name: 'queryInspections',
  id: 'equipmentNo',
  moment: 'nextInspectionDate',
  emptyLast: ['lastInspectionDate', 'plannedDate'],
  count: (where: Where) => db().inspection.count({ where }),
  keys: (sql, stretch) => sql.inspection.findMany({ ...stretch, select: { equipmentNo: true } }),
  rows: (keys: string[]) => db().inspection.findMany({ where: { equipmentNo: { in: keys } }, select: SELECT }),
});

export const toRow = (
  { equipment, branchCode, ...row }: StoredInspection,
  { notice, now }: { notice: number; now: number },
): InspectionRow => {
  const nextInspectionDate = storedDay(row.nextInspectionDate);
  const { branch, ...unit } = equipment;
  return {
    ...row,
    ...unit,
    branchCode,
    branchName: branch.branchName,
    lastInspectionDate: storedDay(row.lastInspectionDate),
    nextInspectionDate,
    plannedDate: storedDay(row.plannedDate),
    ...inspectionState({ nextInspectionDate, result: row.result }, formatDate(now), notice),
  };
};

/** @throws validation_failed */
export async function findInspections(
  actor: Actor,
  tab: InspectionTab,
  query: Partial<InspectionFilters> & Sorted & { pageIndex: number; pageSize: number },
) {
  const context = { notice: await noticeDaysOf(actor), now: Date.now() };
  const { total, rows } = await inspections.page(actor, query, inspectionWhere(actor, tab, query, context));
  return page(
    rows.map((row) => toRow(row, context)),
    total,
    query,
  );
}
