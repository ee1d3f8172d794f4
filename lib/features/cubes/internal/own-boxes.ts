import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { isBranchUser, isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { projectScope } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { EdgeCube } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { refuse } from '../refusal';

export type BoxActor = Pick<Actor, 'userType' | 'username' | 'branchName' | 'mappings' | 'focus'>;

/** A box without a unit belongs to its branch (readings 62). */
export const isOfBranch = (actor: BoxActor, branchCode: string | null) =>
  isHeadOffice(actor) || (isBranchUser(actor) && branchCode !== null && actor.mappings.branches.includes(branchCode));

type OwnedBox = Pick<EdgeCube, 'cubeNo' | 'kind' | 'bindState' | 'branchCode' | 'projectId'>;

/**
 * Is it the caller's: a box of a unit in scope, a free one of his branches (readings 62), a pro gateway of a project in scope?
 * Focus does not matter for a key.
 */
async function isOwnCube(sql: Transaction, actor: BoxActor, box: OwnedBox): Promise<boolean> {
  if (box.kind === 'pro' && box.projectId !== null)
    return (
      (await sql.project.count({
        where: { AND: [{ projectId: box.projectId }, projectScope(actor, { focus: false })] },
      })) > 0
    );
  const holder = await sql.equipment.findFirst({
    where: { cubeNo: box.cubeNo, deletedAt: null },
    select: { equipmentNo: true },
  });
  if (!holder) return isOfBranch(actor, box.branchCode);
  return (
    (await sql.equipment.count({
      where: { AND: [{ equipmentNo: holder.equipmentNo }, equipmentScope(actor, { focus: false })] },
    })) > 0
  );
}

/**
 * The box or pro gateway of a number, if it is the caller's.
 * @throws not_found, no_object_permission
 */
export async function requireCube(sql: Transaction, actor: BoxActor, cubeNo: string): Promise<EdgeCube> {
  const box = await sql.edgeCube.findUnique({ where: { cubeNo } });
  if (!box) throw refuse('not_found', 'cubeNotFound');
  if (!(await isOwnCube(sql, actor, box))) throw refuse('no_object_permission', 'no_object_permission');
  return box;
}

/**
 * The box may be changed by the caller.
 * @throws no_object_permission; conflict for a retired one and for a pro gateway
 */
export async function requireOwnBox(sql: Transaction, actor: BoxActor, box: OwnedBox): Promise<void> {
  if (!(await isOwnCube(sql, actor, box))) throw refuse('no_object_permission', 'no_object_permission');
  if (box.kind === 'pro') throw refuse('conflict', 'cubeIsPro');
  if (box.bindState === 'RETIRED') throw refuse('conflict', 'cubeRetired');
}
