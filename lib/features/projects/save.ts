import { randomUUID } from 'node:crypto';
import type { Actor } from '@/lib/platform/contract/actor';
import { branchScope, requireProject } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { noteChange, noteMembers } from '@/lib/platform/audit/changes';
import { AppError } from '@/lib/platform/contract/errors';
import { MAPPING_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { ADD_PROJECT, type ProjectSave } from './contract';
import { recount, notifyAccounts } from './internal/project-units';
import { may } from '@/lib/platform/contract/access';

/** A refusal that is also shown at the field of the dialog. */
const refuse = (id: 'not_found' | 'conflict' | 'no_object_permission', field: string, messageKey: string) =>
  new AppError(id, { messageKey, data: { fieldKeys: { [field]: messageKey } } });

/** The fields that may be changed later: absent stays, null is cleared. Other fields of a call are ignored. */
function contactOf({ mobile, email, address, isMessage }: ProjectSave) {
  return {
    address,
    ...(mobile === undefined ? {} : { mobile }),
    ...(email === undefined ? {} : { email }),
    ...(isMessage ? { isMessage } : {}),
    updatedAt: new Date(),
  };
}

/** The fields that the audit log records. */
const NOTED = {
  projectName: true,
  address: true,
  mobile: true,
  email: true,
  isMessage: true,
} as const satisfies Prisma.ProjectSelect;

/** @throws access_denied, not_found or no_object_permission (branch), conflict (name taken in the branch) */
async function addProject(actor: Actor, input: ProjectSave): Promise<string> {
  const { branchCode, projectName } = input;
  if (!may(actor, ADD_PROJECT)) throw new AppError('access_denied');
  if (!branchCode || !projectName) throw new AppError('validation_failed');
  const branch = await db().branch.findFirst({
    where: { AND: [{ branchCode }, branchScope(actor)] },
    select: { branchCode: true },
  });
  if (!branch) throw refuse('not_found', 'branchCode', 'branchNotFound');
  const projectId = randomUUID();
  // The unique index of live rows decides between two calls at once.
  const { count } = await db().project.createMany({
    data: [{ projectId, branchCode, projectName, autoCreate: '0', createBy: actor.username, ...contactOf(input) }],
    skipDuplicates: true,
  });
  if (count === 0) throw refuse('conflict', 'projectName', 'projectExists');
  noteChange(null, {
    branch: branchCode,
    ...(await db().project.findUniqueOrThrow({ where: { projectId }, select: NOTED })),
  });
  return projectId;
}

/** Projects of SAP are changed in SAP. @throws access_denied, not_found, no_object_permission */
async function requireOwnProject(actor: Actor, projectId: string): Promise<void> {
  const { autoCreate } = await requireProject(actor, projectId);
  if (autoCreate === '1') throw new AppError('access_denied', { messageKey: 'projectOfSap' });
}

/** Adds without an id, changes with one. @throws as addProject and requireOwnProject */
export async function saveProjectData(actor: Actor, input: ProjectSave): Promise<{ projectId: string }> {
  const { projectId } = input;
  if (!projectId) return { projectId: await addProject(actor, input) };
  await requireOwnProject(actor, projectId);
  await db().$transaction(async (sql) => {
    await lockOwn(sql, projectId);
    const before = await sql.project.findUniqueOrThrow({ where: { projectId }, select: NOTED });
    noteChange(before, await sql.project.update({ where: { projectId }, data: contactOf(input), select: NOTED }));
  });
  return { projectId };
}

/**
 * Soft delete: the row stays for history, its links to units and accounts are removed. @throws access_denied,
 * not_found, no_object_permission
 */
export async function removeProject(actor: Actor, projectId: string): Promise<null> {
  await requireOwnProject(actor, projectId);
  await db().$transaction(async (sql) => {
    await lockOwn(sql, projectId);
    await notifyAccounts(sql, [projectId]);
    await sql.userMapping.deleteMany({ where: { type: MAPPING_TYPE.project, mappingId: projectId } });
    const units = await sql.projectEquipment.findMany({ where: { projectId }, select: { equipmentNo: true } });
    await sql.projectEquipment.deleteMany({ where: { projectId } });
    noteChange(
      await sql.project.update({
        where: { projectId },
        data: { deletedAt: new Date(), equipmentTotal: 0, installedTotal: 0 },
        select: NOTED,
      }),
      null,
    );
    noteMembers(
      'equipment',
      units.map(({ equipmentNo }) => equipmentNo),
      [],
    );
  });
  return null;
}

/**
 * Two calls that change the units of one project run one after the other, and the import cannot turn it into an SAP
 * project meanwhile.
 */
async function lockOwn(sql: Transaction, projectId: string): Promise<void> {
  const [row] = await sql.$queryRaw<
    { auto_create: string }[]
  >`SELECT auto_create FROM project WHERE project_id = ${projectId} AND deleted_at IS NULL FOR UPDATE`;
  if (!row) throw new AppError('not_found');
  if (row.auto_create === '1') throw new AppError('access_denied', { messageKey: 'projectOfSap' });
}

/** @throws access_denied, not_found (with the numbers), no_object_permission */
export async function addUnits(
  actor: Actor,
  projectId: string,
  equipmentNos: readonly string[],
): Promise<{ added: number; existing: number }> {
  await requireOwnProject(actor, projectId);
  return db().$transaction(async (sql) => {
    await lockOwn(sql, projectId);
    const known = await sql.equipment.findMany({
      where: { equipmentNo: { in: [...equipmentNos] }, deletedAt: null },
      select: { equipmentNo: true },
    });
    const found = new Set(known.map(({ equipmentNo }) => equipmentNo));
    const unknown = equipmentNos.filter((no) => !found.has(no));
    if (unknown.length > 0)
      throw new AppError('not_found', {
        messageKey: 'unknownEquipment',
        params: { numbers: listed(unknown) },
        data: { missing: unknown },
      });
    const { count: added } = await sql.projectEquipment.createMany({
      data: equipmentNos.map((equipmentNo) => ({ projectId, equipmentNo, createBy: actor.username })),
      skipDuplicates: true,
    });
    await recount(sql, [projectId]);
    return { added, existing: equipmentNos.length - added };
  });
}

/** @throws access_denied, not_found, no_object_permission */
export async function removeUnits(
  actor: Actor,
  projectId: string,
  equipmentNos: readonly string[],
): Promise<{ removed: number }> {
  await requireOwnProject(actor, projectId);
  return db().$transaction(async (sql) => {
    await lockOwn(sql, projectId);
    const { count: removed } = await sql.projectEquipment.deleteMany({
      where: { projectId, equipmentNo: { in: [...equipmentNos] } },
    });
    await recount(sql, [projectId]);
    if (removed > 0) await notifyAccounts(sql, [projectId]);
    return { removed };
  });
}

/** Twenty are enough to see what went wrong. */
const listed = (numbers: readonly string[]) =>
  numbers.length > 20 ? `${numbers.slice(0, 20).join(', ')} … (${numbers.length})` : numbers.join(', ');
