import { switchesBetween, type OperatingPlan, type PlanAction } from '@/lib/live/units/operating-plan';
import { noteChange } from '@/lib/platform/audit/changes';
import { shownAccounts } from '@/lib/platform/auth/scope/account-names';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import type { Actor } from '@/lib/platform/contract/actor';
import { FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { dayRange } from '@/lib/platform/db/day-range';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { cutToHistory, shownTime } from '@/lib/platform/strategy/limits';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import type { executeGroup, queryGroupLog } from './contract';
import { groupScope, LIVE_GROUP } from './list';
import { PLAN_SELECT, planOf } from './plan-rows';

/** What a person did on site, and the log of it (silent-screens A10). Nothing leaves for a device. */

/** An execution belongs to the start or stop of the plan that is nearest within this time. */
const NEAR_MS = 2 * 3_600_000;

function plannedFor(plan: OperatingPlan, action: PlanAction, now: number): Date | null {
  const near = switchesBetween(plan, now - NEAR_MS, now + NEAR_MS)
    .filter((one) => one.action === action)
    .sort((a, b) => Math.abs(a.at - now) - Math.abs(b.at - now))[0];
  return near ? new Date(near.at) : null;
}

/** @throws validation_failed, not_found, no_object_permission */
export async function recordExecution(
  actor: Actor,
  { groupId, action, units }: ParsedOf<typeof executeGroup>,
  now: number,
): Promise<OutputOf<typeof executeGroup>> {
  const createDate = new Date(now);
  return db().$transaction(async (sql) => {
    const group = await requireRow(
      (within: Prisma.EquipmentGroupWhereInput) =>
        sql.equipmentGroup.findFirst({
          where: { AND: [{ groupId, ...LIVE_GROUP }, within] },
          select: {
            ...PLAN_SELECT,
            items: {
              where: { equipment: equipmentScope(actor, { focus: false }) },
              select: { equipmentNo: true },
            },
          },
        }),
      groupScope(actor, { focus: false }),
    );
    const own = new Set(group.items.map(({ equipmentNo }) => equipmentNo));
    const foreign = units.find(({ equipmentNo }) => !own.has(equipmentNo));
    if (foreign) throw new FieldError('units', 'unitNotInGroup', { no: foreign.equipmentNo });
    const plannedTime = plannedFor(planOf(group), action, now);
    const rows = await sql.equipmentGroupLog.createManyAndReturn({
      data: units.map(({ equipmentNo, result, reason }) => ({
        groupId,
        plannedTime,
        action,
        equipmentNo,
        result,
        reason: result === 'SUCCESS' ? null : reason,
        confirmedBy: actor.username,
        createDate,
      })),
      select: { id: true },
    });
    noteChange(null, { groupId, action, units: units.length });
    return { logIds: rows.map(({ id }) => String(id)) };
  });
}

type Where = Prisma.EquipmentGroupLogWhereInput;
const log = keyedList({
  name: 'queryGroupLog',
  id: 'id',
  count: (where: Where) => db().equipmentGroupLog.count({ where }),
  keys: (sql, stretch) => sql.equipmentGroupLog.findMany({ ...stretch, select: { id: true } }),
  rows: (ids) => db().equipmentGroupLog.findMany({ where: { id: { in: ids } } }),
});

/** @throws not_found, no_object_permission */
export async function findGroupLog(
  actor: Actor,
  { groupId, startDate, endDate, ...query }: ParsedOf<typeof queryGroupLog>,
): Promise<OutputOf<typeof queryGroupLog>> {
  await requireRow(
    (within: Prisma.EquipmentGroupWhereInput) =>
      db().equipmentGroup.findFirst({
        where: { AND: [{ groupId, ...LIVE_GROUP }, within] },
        select: { groupId: true },
      }),
    groupScope(actor, { focus: false }),
  );
  const { span: createDate, ...cut } = await cutToHistory(actor, dayRange({ startDate, endDate }) ?? {});
  const { total, rows } = await log.page(actor, query, {
    groupId,
    createDate,
    equipment: equipmentScope(actor, { focus: false }),
  });
  const [time, nameOf] = await Promise.all([
    shownTime(actor),
    shownAccounts(
      actor,
      rows.map(({ confirmedBy }) => confirmedBy),
    ),
  ]);
  const records = page(
    rows.map(({ id, groupId: _group, plannedTime, confirmedBy, createDate: at, ...row }) => ({
      ...row,
      id: String(id),
      plannedTime: plannedTime && time(plannedTime),
      confirmedBy: nameOf(confirmedBy)?.nickName ?? null,
      createDate: time(at),
    })),
    total,
    query,
  );
  return { ...records, ...cut };
}
