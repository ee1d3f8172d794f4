import { randomUUID } from 'node:crypto';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { noteChange, noteMembers } from '@/lib/platform/audit/changes';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { requireProject, requireUser } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { lockBoxesOf, raiseConfigs } from '@/lib/live/telemetry/raise-configs';
import type { saveGroup } from './contract';
import { groupScope, LIVE_GROUP } from './list';
import { mayBeResponsible } from './internal/responsible';
import { responsibleOf } from './plan-rows';
import { GROUP_DISPLAY_TYPES, MAX_GROUP_UNITS } from './value-sets';

/** Saving and deleting a group. Both tell the boxes of its units the schedules (api.md §4.6). */

type Form = ParsedOf<typeof saveGroup>;
type StoredGroup = Prisma.EquipmentGroupGetPayload<{ include: { items: true } }>;

const clash = (field: string, messageKey: string, params?: Record<string, string | number>) =>
  new AppError('conflict', { messageKey, params, data: { fieldKeys: { [field]: messageKey } } });

/** The locked group. @throws not_found, no_object_permission */
export async function lockGroup(sql: Transaction, actor: Actor, groupId: string): Promise<StoredGroup> {
  await sql.$queryRaw`SELECT 1 FROM equipment_group WHERE group_id = ${groupId} FOR UPDATE`;
  return requireRow(
    (within: Prisma.EquipmentGroupWhereInput) =>
      sql.equipmentGroup.findFirst({
        where: { AND: [{ groupId, ...LIVE_GROUP }, within] },
        include: { items: true },
      }),
    groupScope(actor, { focus: false }),
  );
}

/** The units may be in this group, and nobody puts them into another one meanwhile. */
async function requireUnits(
  sql: Transaction,
  actor: Actor,
  { equipmentNoList, projectId }: Form,
  { groupId, kept }: { readonly groupId: string; readonly kept: ReadonlySet<string> },
): Promise<void> {
  const wanted = [...new Set(equipmentNoList)].sort();
  await sql.$queryRaw`SELECT 1 FROM equipment WHERE equipment_no = ANY(${wanted}) ORDER BY equipment_no FOR NO KEY UPDATE`;
  const units = await sql.equipment.findMany({
    where: { AND: [{ equipmentNo: { in: wanted } }, equipmentScope(actor, { focus: false })] },
    select: {
      equipmentNo: true,
      displayType: true,
      projects: { where: { projectId }, select: { projectId: true } },
      groupItem: { select: { group: { select: { groupId: true, project: { select: { deletedAt: true } } } } } },
    },
  });
  const missing = wanted.filter((no) => !units.some(({ equipmentNo }) => equipmentNo === no));
  if (missing.length > 0) {
    const isThere = (await sql.equipment.count({ where: { equipmentNo: { in: missing }, deletedAt: null } })) > 0;
    throw isThere
      ? new AppError('no_object_permission', { messageKey: 'noEquipmentPermission' })
      : new AppError('not_found', { messageKey: 'equipmentNotFound' });
  }
  for (const { equipmentNo: no, displayType, projects, groupItem } of units) {
    if (!GROUP_DISPLAY_TYPES.some((type) => type === displayType))
      throw new FieldError('equipmentNoList', 'groupUnitKind', { no });
    const other = groupItem && groupItem.group.groupId !== groupId ? groupItem.group : null;
    if (other && other.project.deletedAt === null) throw clash('equipmentNoList', 'unitInGroup', { no });
    // The group of a project that is gone is in nobody's scope: it keeps no unit.
    if (other) await sql.equipmentGroupItem.deleteMany({ where: { equipmentNo: no } });
    // A unit that left the project stays until somebody takes it out.
    if (projects.length === 0 && !kept.has(no)) throw clash('equipmentNoList', 'unitOfOtherGroupProject', { no });
  }
}

/** Accounts in the caller's scope that would be reminded; somebody who is responsible already stays, whoever saves. */
async function requireResponsible(
  actor: Actor,
  wanted: readonly string[],
  before: readonly string[],
  project: Parameters<typeof mayBeResponsible>[0],
): Promise<string[]> {
  const names: string[] = [];
  for (const name of wanted) names.push(before.includes(name) ? name : await requireUser(actor, name));
  const added = names.filter((name) => !before.includes(name));
  const able = await db().user.findMany({
    where: { AND: [{ username: { in: added } }, mayBeResponsible(project)] },
    select: { username: true },
  });
  const unable = added.find((name) => !able.some(({ username }) => username === name));
  if (unable !== undefined) throw new FieldError('responsible', 'responsibleUnable', { name: unable });
  return [...new Set(names)];
}

/** Those who are not shown to the caller stay responsible. */
async function hiddenResponsible(actor: Actor, before: readonly string[]): Promise<string[]> {
  const hidden: string[] = [];
  for (const name of before)
    await requireUser(actor, name).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      if (error.id === 'no_object_permission') hidden.push(name);
    });
  return hidden;
}

/** Read before anything is locked: the version says whether the group is still the one whose accounts these are. */
async function responsibleAfter(
  actor: Actor,
  { groupId, projectId, responsible }: Form,
  branchCode: string,
): Promise<string[]> {
  const before =
    groupId === undefined
      ? null
      : await db().equipmentGroup.findFirst({
          where: { AND: [{ groupId }, groupScope(actor, { focus: false })] },
          select: { responsible: true },
        });
  const known = before ? responsibleOf(before.responsible) : [];
  const wanted = await requireResponsible(actor, responsible, known, { projectId, branchCode });
  return [...new Set([...wanted, ...(await hiddenResponsible(actor, known))])];
}

const inList = (equipmentNos: readonly string[]) => ({ equipmentNo: { in: [...equipmentNos] } });

/** @throws validation_failed, access_denied, not_found, no_object_permission, conflict */
export async function saveGroupForm(actor: Actor, form: Form): Promise<OutputOf<typeof saveGroup>> {
  if (form.mode === 'REMOTE') throw new AppError('access_denied', { messageKey: 'remoteNotEnabled' });
  const { branchCode } = await requireProject(actor, form.projectId);
  const { groupName, projectId, remark, enabled, mode, week, exceptions } = form;
  // No other connection is asked for while rows are locked; what is wrong is said when it is its turn.
  const [accounts] = await Promise.allSettled([responsibleAfter(actor, form, branchCode)]);
  return db().$transaction(async (sql) => {
    const groupId = form.groupId ?? randomUUID();
    const before = form.groupId === undefined ? null : await lockGroup(sql, actor, groupId);
    if (before && before.version !== form.version) throw new AppError('conflict', { messageKey: 'dataChanged' });
    const old = before?.items.map(({ equipmentNo }) => equipmentNo) ?? [];
    const boxes = await lockBoxesOf(sql, [...old, ...form.equipmentNoList]);
    await requireUnits(sql, actor, form, { groupId, kept: new Set(before?.projectId === projectId ? old : []) });
    // One call at a time per project: two groups cannot take one name at once. After the units, as who binds a box locks them.
    await sql.$queryRaw`SELECT 1 FROM project WHERE project_id = ${projectId} FOR NO KEY UPDATE`;
    const named = { ...LIVE_GROUP, projectId, groupName, groupId: { not: groupId } };
    if ((await sql.equipmentGroup.count({ where: named })) > 0) throw clash('groupName', 'groupNameTaken');
    // Units that the caller does not see are not the caller's to take out.
    const seen = await sql.equipment.findMany({
      where: { AND: [inList(old), equipmentScope(actor, { focus: false })] },
      select: { equipmentNo: true },
    });
    const deleted = await sql.equipment.findMany({
      where: { ...inList(old), deletedAt: { not: null } },
      select: { equipmentNo: true },
    });
    const mine = new Set([...seen, ...deleted].map(({ equipmentNo }) => equipmentNo));
    const units = [...new Set([...form.equipmentNoList, ...old.filter((no) => !mine.has(no))])];
    if (units.length === 0) throw new FieldError('equipmentNoList', 'groupUnitsRequired');
    if (units.length > MAX_GROUP_UNITS) throw new FieldError('equipmentNoList', 'groupUnitsTooMany');
    if (accounts.status === 'rejected') throw accounts.reason;
    const responsible = accounts.value;
    if (responsible.length === 0) throw new FieldError('responsible', 'responsibleRequired');
    const version = (before?.version ?? 0) + 1;
    const data = {
      groupName,
      projectId,
      branchCode,
      remark,
      enabled,
      mode,
      responsible,
      exceptions: [...exceptions].sort((a, b) => (a.date < b.date ? -1 : 1)),
      version,
      updateBy: actor.username,
    };
    if (before) await sql.equipmentGroup.update({ where: { groupId }, data });
    else await sql.equipmentGroup.create({ data: { groupId, createBy: actor.username, ...data } });
    await sql.equipmentGroupItem.deleteMany({ where: { groupId, equipmentNo: { notIn: units } } });
    await sql.equipmentGroupItem.createMany({
      data: units.map((equipmentNo) => ({ groupId, equipmentNo })),
      skipDuplicates: true,
    });
    await sql.equipmentGroupSchedule.deleteMany({ where: { groupId } });
    await sql.equipmentGroupSchedule.createMany({
      data: week.map(({ closed, startTime, stopTime, weekday }) => ({
        groupId,
        weekday,
        closed,
        startTime: closed ? null : startTime,
        stopTime: closed ? null : stopTime,
      })),
    });
    await raiseConfigs(sql, boxes);
    noteChange(before && { ...before, items: undefined }, { ...data, week });
    noteMembers('equipmentNoList', old, units);
    return { groupId, version };
  });
}

/** @throws not_found, no_object_permission */
export async function removeGroup(actor: Actor, groupId: string): Promise<null> {
  await db().$transaction(async (sql) => {
    const before = await lockGroup(sql, actor, groupId);
    const units = before.items.map(({ equipmentNo }) => equipmentNo);
    await sql.equipmentGroup.update({
      where: { groupId },
      data: { deletedAt: new Date(), updateBy: actor.username },
    });
    await sql.equipmentGroupItem.deleteMany({ where: { groupId } });
    await raiseConfigs(sql, await lockBoxesOf(sql, units));
    noteChange({ groupName: before.groupName, projectId: before.projectId }, null);
  });
  return null;
}
