import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { nextSwitch, shouldRun } from '@/lib/live/units/operating-plan';
import { shownAccounts } from '@/lib/platform/auth/scope/account-names';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { projectScope } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import type { Language } from '@/lib/platform/i18n/languages';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { shownTime } from '@/lib/platform/strategy/limits';
import type {
  EquipmentGroupDetail,
  EquipmentGroupRow,
  getGroup,
  GroupFilters,
  GroupUnit,
  queryGroups,
} from './contract';
import { PLAN_SELECT, planOf, responsibleOf, summaryOf } from './plan-rows';
import { unitsNow } from './unit-states';
import type { GroupResult } from './value-sets';

/** Groups with their units and plan (silent-screens A10). A group is seen by who sees its project. */

type Where = Prisma.EquipmentGroupWhereInput;

/** Groups that are not deleted. */
export const LIVE_GROUP = { deletedAt: null } as const satisfies Where;

/** `prj`: groups that are there, of projects in scope. */
export const groupScope = (actor: Actor, options: { focus: boolean }): Where => ({
  ...LIVE_GROUP,
  project: projectScope(actor, options),
});

function whereOf(actor: Actor, { key, projectId, enabled, branchCode }: GroupFilters): Where {
  const part = key && containsText(key);
  return {
    AND: [
      groupScope(actor, { focus: true }),
      ...(part
        ? [
            {
              OR: [
                { groupName: part },
                {
                  items: {
                    some: { equipment: { AND: [equipmentScope(actor, { focus: false }), { equipmentNo: part }] } },
                  },
                },
              ],
            },
          ]
        : []),
      ...(projectId ? [{ projectId: { in: projectId } }] : []),
      ...(enabled === undefined ? [] : [{ enabled }]),
      ...(branchCode ? [{ project: { branchCode: { in: branchCode } } }] : []),
    ],
  };
}

const UNIT_SELECT = {
  equipmentNo: true,
  cubeNo: true,
  equipmentType: true,
  productLine: true,
  equipmentName: true,
  buildingName: true,
} as const satisfies Prisma.EquipmentSelect;

/** Groups with the units that the caller sees. */
const groupSelect = (actor: Actor) =>
  ({
    groupId: true,
    groupName: true,
    projectId: true,
    mode: true,
    enabled: true,
    version: true,
    remark: true,
    responsible: true,
    ...PLAN_SELECT,
    project: { select: { projectName: true } },
    items: {
      where: { equipment: equipmentScope(actor, { focus: false }) },
      orderBy: { equipmentNo: 'asc' },
      select: { equipment: { select: UNIT_SELECT } },
    },
  }) as const satisfies Prisma.EquipmentGroupSelect;
type StoredGroup = Prisma.EquipmentGroupGetPayload<{ select: ReturnType<typeof groupSelect> }>;

interface LastRun {
  readonly lastRun: Date;
  readonly lastResult: GroupResult;
}

/** The latest execution of each group, of the units that the caller sees: its rows have one moment. */
async function lastRuns(groupIds: readonly string[], equipmentNos: readonly string[]): Promise<Map<string, LastRun>> {
  const rows = await db().$queryRaw<{ group_id: string; at: Date; failed: boolean; succeeded: boolean }[]>`
    SELECT g.group_id, l.create_date AS at, bool_or(l.result = 'FAILED') AS failed, bool_or(l.result = 'SUCCESS') AS succeeded
      FROM unnest(${[...groupIds]}::text[]) AS g (group_id)
      JOIN equipment_group_log l ON l.group_id = g.group_id AND l.equipment_no = ANY(${[...equipmentNos]})
       AND l.create_date = (SELECT max(m.create_date) FROM equipment_group_log m
                             WHERE m.group_id = g.group_id AND m.equipment_no = ANY(${[...equipmentNos]}))
     GROUP BY g.group_id, l.create_date`;
  return new Map(
    rows.map(({ group_id: id, at, failed, succeeded }) => [
      id,
      { lastRun: at, lastResult: failed ? 'FAILED' : succeeded ? 'SUCCESS' : 'SKIPPED' },
    ]),
  );
}

interface Shown {
  readonly row: EquipmentGroupRow;
  readonly units: GroupUnit[];
  readonly goal: boolean | null;
}

async function shownGroups(
  actor: Actor,
  groups: readonly StoredGroup[],
  language: Language,
  now: number,
): Promise<Shown[]> {
  const equipmentNos = groups.flatMap(({ items }) => items.map(({ equipment }) => equipment.equipmentNo));
  const [runs, time, nowOf] = await Promise.all([
    lastRuns(
      groups.map(({ groupId }) => groupId),
      equipmentNos,
    ),
    shownTime(actor),
    unitsNow(actor, equipmentNos, now),
  ]);
  return groups.map((group) => {
    const { groupId, groupName, projectId, project, mode, enabled, version, remark, items } = group;
    const plan = planOf(group);
    const goal = enabled ? shouldRun(plan, now) : null;
    const units = items.map(({ equipment }) => {
      const unit = nowOf(equipment);
      return { ...equipment, ...unit, mismatch: goal !== null && unit.running !== null && unit.running !== goal };
    });
    const last = runs.get(groupId);
    const row = {
      groupId,
      groupName,
      projectId,
      projectName: project.projectName,
      equipmentTotal: units.length,
      summary: summaryOf(plan, language),
      mode,
      enabled,
      lastRun: last ? time(last.lastRun) : null,
      lastResult: last?.lastResult ?? null,
      mismatchTotal: units.filter(({ mismatch }) => mismatch).length,
      unknownTotal: goal === null ? 0 : units.filter(({ running }) => running === null).length,
      version,
      remark,
    };
    return { row, units, goal };
  });
}

const groups = (actor: Actor) =>
  keyedList({
    name: 'queryGroups',
    id: 'groupId',
    count: (where: Where) => db().equipmentGroup.count({ where }),
    keys: (sql, stretch) => sql.equipmentGroup.findMany({ ...stretch, select: { groupId: true } }),
    rows: (ids) => db().equipmentGroup.findMany({ where: { groupId: { in: ids } }, select: groupSelect(actor) }),
  });

/** A page of the groups of projects in scope, narrowed by focus. */
export async function findGroupPage(
  actor: Actor,
  query: ParsedOf<typeof queryGroups>,
  language: Language,
  now: number,
): Promise<OutputOf<typeof queryGroups>> {
  const { total, rows } = await groups(actor).page(actor, query, whereOf(actor, query));
  const shown = await shownGroups(actor, rows, language, now);
  return page(
    shown.map(({ row }) => row),
    total,
    query,
  );
}

/** @throws not_found, no_object_permission */
export async function readGroup(
  actor: Actor,
  { groupId }: ParsedOf<typeof getGroup>,
  language: Language,
  now: number,
): Promise<EquipmentGroupDetail> {
  const group = await requireRow(
    (within: Where) =>
      db().equipmentGroup.findFirst({
        where: { AND: [{ groupId, ...LIVE_GROUP }, within] },
        select: groupSelect(actor),
      }),
    groupScope(actor, { focus: false }),
  );
  const usernames = responsibleOf(group.responsible);
  const [[shown], nameOf, time] = await Promise.all([
    shownGroups(actor, [group], language, now),
    shownAccounts(actor, usernames),
    shownTime(actor),
  ]);
  if (!shown) throw new Error('one group in, one group out');
  const plan = planOf(group);
  const next = group.enabled ? nextSwitch(plan, now) : undefined;
  const responsible = usernames.flatMap((name) => nameOf(name) ?? []);
  return {
    ...shown.row,
    equipmentList: shown.units,
    week: [...plan.week],
    exceptions: plan.exceptions,
    responsible,
    hiddenResponsible: usernames.length - responsible.length,
    shouldRun: shown.goal,
    nextTime: next ? time(new Date(next.at)) : null,
    nextAction: next?.action ?? null,
  };
}
