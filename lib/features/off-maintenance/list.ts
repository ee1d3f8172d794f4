import { projectScope } from '@/lib/platform/auth/scope/scope';
import { equipmentFactScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText, gramFilter } from '@/lib/platform/db/name-grams';
import { formatDate } from '@/lib/platform/i18n/format';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { shownTime } from '@/lib/platform/strategy/limits';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import type { OffFilters, OffMaintenanceRow, queryOffMaintenance } from './contract';

/** Reads lost-warranty records (silent-screens A8). */

type Where = Prisma.OffMaintenanceWhereInput;
const DAY_MS = 86_400_000;
const TOP = 5;
const ONLINE = 1;
const NOT_INSTALLED = 4;

/** A column of type date holds the Shanghai day itself. */
const daysOf = ({ gte, lt }: { gte?: Date; lt?: Date }) => ({
  ...(gte ? { gte: new Date(formatDate(gte)) } : {}),
  ...(lt ? { lt: new Date(formatDate(lt)) } : {}),
});

/** @throws validation_failed */
export function offWhere(actor: Actor, filters: OffFilters): Where {
  const { key, branchCodes, reason, state, sending } = filters;
  const span = dayRange(filters);
  const isSending: Prisma.EquipmentWhereInput = { status: { onlineStatus: ONLINE } };
  return {
    AND: [
      equipmentFactScope(actor, { focus: true }),
      ...(span ? [{ offDate: daysOf(span) }] : []),
      ...(key
        ? [
            {
              equipment: {
                AND: [
                  gramFilter(key),
                  { OR: [{ equipmentNo: containsText(key) }, { equipmentName: containsText(key) }] },
                ],
              },
            },
          ]
        : []),
      ...(branchCodes ? [{ branchCode: { in: branchCodes } }] : []),
      ...(reason ? [{ reason }] : []),
      ...(state ? [{ state }] : []),
      ...(sending === undefined ? [] : [{ equipment: sending ? isSending : { NOT: isSending } }]),
    ],
  };
}

const SELECT = (actor: Actor) =>
  ({
    id: true,
    equipmentNo: true,
    contractNo: true,
    offDate: true,
    reason: true,
    state: true,
    note: true,
    follower: true,
    lastFollow: true,
    recoverDate: true,
    equipment: {
      select: {
        equipmentName: true,
        buildingName: true,
        cubeNo: true,
        branch: { select: { branchName: true } },
        status: { select: { onlineStatus: true } },
        projects: {
          where: { project: projectScope(actor, { focus: false }) },
          select: { project: { select: { projectName: true } } },
          orderBy: { projectId: 'asc' },
          take: 1,
        },
      },
    },
  }) as const satisfies Prisma.OffMaintenanceSelect;

export const offRecords = keyedList({
  name: 'queryOffMaintenance',
  id: 'id',
  moment: 'offDate',
  emptyLast: ['lastFollow', 'recoverDate'],
  count: (where: Where) => db().offMaintenance.count({ where }),
  keys: (sql, stretch) => sql.offMaintenance.findMany({ ...stretch, select: { id: true } }),
  rows: async (ids: string[]) => ids.map((id) => ({ id })),
});

/** The rows of these keys, in the same order. */
export async function offRows(
  actor: Actor,
  keys: readonly { readonly id: string }[],
  now = Date.now(),
): Promise<OffMaintenanceRow[]> {
  const [found, time] = await Promise.all([
    db().offMaintenance.findMany({ where: { id: { in: keys.map(({ id }) => id) } }, select: SELECT(actor) }),
    shownTime(actor),
  ]);
  const byId = new Map(found.map((row) => [row.id, row]));
  const today = formatDate(now);
  return keys.flatMap(({ id }) => {
    const row = byId.get(id);
    if (!row) return [];
    const { equipment, offDate, lastFollow, recoverDate, ...rest } = row;
    const until = recoverDate ? storedDay(recoverDate) : today;
    return [
      {
        ...rest,
        equipmentName: equipment.equipmentName,
        buildingName: equipment.buildingName,
        projectName: equipment.projects[0]?.project.projectName ?? null,
        branchName: equipment.branch.branchName,
        onlineStatus: equipment.status?.onlineStatus ?? (equipment.cubeNo === null ? NOT_INSTALLED : 0),
        offDate: storedDay(offDate),
        offDays: Math.max(0, Math.round((Date.parse(until) - offDate.getTime()) / DAY_MS)),
        lastFollow: lastFollow && time(lastFollow),
        recoverDate: recoverDate && storedDay(recoverDate),
      },
    ];
  });
}

/** How many units were lost and regained in this month. */
async function monthOf(actor: Actor, now: number) {
  const scope = equipmentFactScope(actor, { focus: true });
  const month = { gte: new Date(`${formatDate(now).slice(0, 7)}-01`), lte: new Date(formatDate(now)) };
  const [lost, regained, byBranch] = await Promise.all([
    db().offMaintenance.count({ where: { AND: [scope, { offDate: month }] } }),
    db().offMaintenance.count({ where: { AND: [scope, { recoverDate: month }] } }),
    db().offMaintenance.groupBy({
      by: ['branchCode'],
      where: { AND: [scope, { offDate: month }] },
      _count: { id: true },
      orderBy: [{ _count: { id: 'desc' } }, { branchCode: 'asc' }],
      take: TOP,
    }),
  ]);
  const branches = await db().branch.findMany({
    where: { branchCode: { in: byBranch.map(({ branchCode }) => branchCode) } },
    select: { branchCode: true, branchName: true },
  });
  const nameOf = new Map(branches.map(({ branchCode, branchName }) => [branchCode, branchName]));
  return {
    lost,
    regained,
    topBranches: byBranch.map(({ branchCode, _count }) => ({
      branchName: nameOf.get(branchCode) ?? branchCode,
      lost: _count.id,
    })),
  };
}

/** @throws validation_failed */
export async function findOffPage(
  actor: Actor,
  query: ParsedOf<typeof queryOffMaintenance>,
): Promise<OutputOf<typeof queryOffMaintenance>> {
  const now = Date.now();
  const [{ total, rows }, month] = await Promise.all([
    offRecords.page(actor, query, offWhere(actor, query)),
    monthOf(actor, now),
  ]);
  return { ...page(await offRows(actor, rows, now), total, query), ...month };
}
