import { hashCubeSecret } from '@/lib/live/telemetry/cube-secret';
import { notifyPortal } from '@/lib/platform/auth/tokens/portal-channel';
import type { Actor } from '@/lib/platform/contract/actor';
import { projectScope } from '@/lib/platform/auth/scope/scope';
import type { EdgeCube } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';
import { AppError } from '@/lib/platform/contract/errors';
import { isHeadOffice, isBranchUser } from '@/lib/platform/auth/accounts/account-types';

/**
 * Which box serves which unit (api.md §2.19 bindCube, unbindCube, replaceCube). Every function takes the caller's
 * transaction: the unit, the boxes, their history and the unit's status change together or not at all.
 */

type BoxActor = Pick<Actor, 'userType' | 'username' | 'branchName' | 'mappings' | 'focus'>;

interface BoxRow {
  cube_no: string;
  kind: 'box' | 'pro';
  bind_state: 'UNBOUND' | 'BOUND' | 'RETIRED';
  branch_code: string | null;
}

interface BoxUnitRow {
  equipment_no: string;
  cube_no: string | null;
  branch_code: string;
}

/** A refusal that also stands under the field of a form. */
const refuse = (
  id: 'not_found' | 'conflict' | 'no_object_permission',
  messageKey: string,
  params?: Record<string, string>,
) => new AppError(id, { messageKey, params, data: { fieldKeys: { cubeNo: messageKey } } });

/** The gateway of a number `{gatewayNo}-{port}` (api.md §4.1), undefined for any other number. */
function gatewayOf(cubeNo: string): string | undefined {
  return /^(.+)-(?:[1-9]|[12]\d|3[0-2])$/.exec(cubeNo)?.[1];
}

/**
 * Locks the boxes, then the unit: the order in which the ingest takes them, so that neither waits for the other.
 * @throws not_found for a unit that is gone
 */
async function lock(
  sql: Transaction,
  equipmentNo: string,
  cubeNos: readonly string[],
): Promise<{ unit: BoxUnitRow; boxes: Map<string, BoxRow> }> {
  const wanted = [...new Set(cubeNos)];
  const boxes =
    wanted.length === 0
      ? []
      : await sql.$queryRaw<BoxRow[]>`
    SELECT cube_no, kind::text AS kind, bind_state::text AS bind_state, branch_code FROM edge_cube WHERE cube_no = ANY(${wanted}) ORDER BY cube_no FOR UPDATE`;
  const [unit] = await sql.$queryRaw<BoxUnitRow[]>`
    SELECT equipment_no, cube_no, branch_code FROM equipment WHERE equipment_no = ${equipmentNo} AND deleted_at IS NULL FOR UPDATE`;
  if (!unit) throw new AppError('not_found', { messageKey: 'equipmentNotFound' });
  return { unit, boxes: new Map(boxes.map((box) => [box.cube_no, box])) };
}

/** A box without a unit belongs to its branch (readings 62). */
const isOfBranch = (actor: BoxActor, branchCode: string | null) =>
  isHeadOffice(actor) || (isBranchUser(actor) && branchCode !== null && actor.mappings.branches.includes(branchCode));

/** The box is known, a plain one, in the caller's scope, not retired and free. */
async function requireFree(sql: Transaction, actor: BoxActor, cubeNo: string, box: BoxRow | undefined): Promise<void> {
  const holder = await sql.equipment.findFirst({ where: { cubeNo, deletedAt: null }, select: { equipmentNo: true } });
  if (!box && !holder) throw refuse('not_found', 'cubeNotFound');
  if (holder) {
    // Whose box it is, is told only to those who may see the unit.
    const isSeen = await sql.equipment.count({
      where: { AND: [{ equipmentNo: holder.equipmentNo }, equipmentScope(actor, { focus: false })] },
    });
    throw isSeen > 0
      ? refuse('conflict', 'cubeBound', { no: holder.equipmentNo })
      : refuse('no_object_permission', 'no_object_permission');
  }
  if (!box) return;
  if (!isOfBranch(actor, box.branch_code)) throw refuse('no_object_permission', 'no_object_permission');
  if (box.kind === 'pro') throw refuse('conflict', 'cubeIsPro');
  if (box.bind_state === 'RETIRED') throw refuse('conflict', 'cubeRetired');
}

/** Takes the box away from the unit's side: it is free again and belongs to the branch of its last unit. */
async function release(
  sql: Transaction,
  actor: BoxActor,
  unit: BoxUnitRow,
  cubeNo: string,
  box: BoxRow | undefined,
  reason: string,
): Promise<void> {
  const operator = actor.username;
  if (box) {
    await sql.edgeCube.update({
      where: { cubeNo },
      data: {
        ...(box.bind_state === 'BOUND' ? { bindState: 'UNBOUND' as const } : {}),
        bindDate: null,
        branchCode: unit.branch_code,
      },
    });
    await sql.cubeHistory.create({
      data: { cubeNo, action: 'unbind', equipmentNo: unit.equipment_no, reason, operator },
    });
    await notifyPortal(sql, { topic: 'cube', key: cubeNo });
    return;
  }
  const gatewayNo = gatewayOf(cubeNo);
  if (gatewayNo && (await sql.edgeCube.count({ where: { cubeNo: gatewayNo, kind: 'pro' } })) > 0) {
    await sql.cubeHistory.create({
      data: { cubeNo: gatewayNo, action: 'detach', equipmentNo: unit.equipment_no, reason, operator },
    });
    await notifyPortal(sql, { topic: 'cube', key: gatewayNo });
  }
}

async function take(
  sql: Transaction,
  actor: BoxActor,
  unit: BoxUnitRow,
  cubeNo: string,
  action: 'bind' | 'replace',
  reason: string | null,
): Promise<void> {
  await sql.edgeCube.update({
    where: { cubeNo },
    data: { bindState: 'BOUND', bindDate: new Date(), branchCode: unit.branch_code },
  });
  await sql.cubeHistory.create({
    data: { cubeNo, action, equipmentNo: unit.equipment_no, reason, operator: actor.username },
  });
  await notifyPortal(sql, { topic: 'cube', key: cubeNo });
}

/** Writes the unit's box and what follows for its status: mapped and never heard is offline, no box is not installed (api.md §4.6). */
async function settle(sql: Transaction, unit: BoxUnitRow, cubeNo: string | null): Promise<void> {
  const { equipment_no: equipmentNo } = unit;
  await sql.equipment.update({ where: { equipmentNo }, data: { cubeNo } });
  const unheard = {
    onlineStatus: cubeNo === null ? ONLINE_STATUS.notInstalled : ONLINE_STATUS.offline,
    errorStatus: ERROR_STATUS.unknown,
    connection: null,
    session: null,
    lastDataAt: null,
  };
  await sql.equipmentStatus.upsert({
    where: { equipmentNo },
    create: { equipmentNo, ...unheard },
    update: { ...unheard, updatedAt: new Date() },
  });
  await sql.$executeRaw`
    UPDATE project p SET installed_total = (
      SELECT count(*) FROM project_equipment pe JOIN equipment e USING (equipment_no) WHERE pe.project_id = p.project_id AND e.cube_no IS NOT NULL AND e.deleted_at IS NULL)
     WHERE p.project_id IN (SELECT project_id FROM project_equipment WHERE equipment_no = ${equipmentNo})`;
}

/** Gives a unit without a box this one. @throws not_found, conflict (taken, retired, a pro gateway, the unit has one), no_object_permission */
export async function bindCube(
  sql: Transaction,
  actor: BoxActor,
  { equipmentNo, cubeNo }: { equipmentNo: string; cubeNo: string },
): Promise<void> {
  const { unit, boxes } = await lock(sql, equipmentNo, [cubeNo]);
  if (unit.cube_no !== null) throw refuse('conflict', 'unitHasCube');
  await requireFree(sql, actor, cubeNo, boxes.get(cubeNo));
  await take(sql, actor, unit, cubeNo, 'bind', null);
  await settle(sql, unit, cubeNo);
}

/** Takes the box `from` away from a unit. @throws not_found, conflict when the unit has another box by now */
export async function unbindCube(
  sql: Transaction,
  actor: BoxActor,
  { equipmentNo, from, reason }: { equipmentNo: string; from: string; reason: string },
): Promise<void> {
  const { unit, boxes } = await lock(sql, equipmentNo, [from]);
  if (unit.cube_no !== from) throw refuse('conflict', 'changedMeanwhile');
  await release(sql, actor, unit, from, boxes.get(from), reason);
  await settle(sql, unit, null);
}

/** Puts another box in the place of `from`. @throws as bindCube and unbindCube */
export async function replaceCube(
  sql: Transaction,
  actor: BoxActor,
  { equipmentNo, from, cubeNo, reason }: { equipmentNo: string; from: string; cubeNo: string; reason: string },
): Promise<void> {
  const { unit, boxes } = await lock(sql, equipmentNo, [from, cubeNo]);
  if (unit.cube_no !== from) throw refuse('conflict', 'changedMeanwhile');
  await requireFree(sql, actor, cubeNo, boxes.get(cubeNo));
  await release(sql, actor, unit, from, boxes.get(from), reason);
  await take(sql, actor, unit, cubeNo, 'replace', reason);
  await settle(sql, unit, cubeNo);
}

export { CUBE_NO, cubeNo } from './contract';

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

/** Most ports of a pro gateway (api.md §4.1). */
const MAX_PORTS = 32;

/** What a unit on any port of the gateway may name as its box. */
export const portNumbers = (gatewayNo: string): string[] =>
  Array.from({ length: MAX_PORTS }, (_, index) => `${gatewayNo}-${index + 1}`);

interface NewCube {
  readonly cubeNo: string;
  readonly secret: string;
  /** Whose it is until it serves a unit (readings 62); null: head office's. */
  readonly branchCode: string | null;
  readonly model?: string | null;
  readonly iccid?: string | null;
  readonly remark?: string | null;
  readonly enabled?: boolean;
  /** A pro gateway and its ports; a plain box when absent. */
  readonly pro?: { readonly projectId: string; readonly ports: number };
}

/**
 * Whoever registers these numbers is alone with them until the transaction ends: with a number, and with the gateway that
 * it could be a port of. No row of theirs exists yet that could be locked. The order keeps two batches from waiting for each
 * other, so a batch takes all of its numbers at once.
 */
export async function lockNumbers(sql: Transaction, cubeNos: readonly string[]): Promise<void> {
  const names = new Set(cubeNos.flatMap((cubeNo) => [cubeNo, gatewayOf(cubeNo) ?? cubeNo]));
  for (const name of [...names].sort())
    await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`cube ${name}`}, 0))`;
}

/**
 * Adds a box or a pro gateway that serves nothing yet.
 * @throws conflict when the number is taken or would speak for another box's unit (api.md §4.1 Mapping)
 */
export async function registerBox(sql: Transaction, operator: string, box: NewCube): Promise<void> {
  const { cubeNo, secret, pro, ...rest } = box;
  const gatewayNo = gatewayOf(cubeNo);
  await lockNumbers(sql, [cubeNo]);
  // The numbers of its ports would be those of boxes that are there.
  const ports = pro ? portNumbers(cubeNo) : [];
  const rivals = await sql.edgeCube.count({
    where: {
      OR: [{ cubeNo: { in: [cubeNo, ...ports] } }, ...(gatewayNo ? [{ cubeNo: gatewayNo, kind: 'pro' as const }] : [])],
    },
  });
  const users = await sql.equipment.count({ where: { cubeNo: { in: [cubeNo, ...ports] }, deletedAt: null } });
  if (rivals + users > 0) throw refuse('conflict', 'cubeTaken', { no: cubeNo });
  await sql.edgeCube.create({
    data: {
      cubeNo,
      kind: pro ? 'pro' : 'box',
      // A pro gateway is its project's from the first.
      bindState: pro ? 'BOUND' : 'UNBOUND',
      secretHash: hashCubeSecret(secret),
      secretAt: new Date(),
      createBy: operator,
      ...pro,
      ...rest,
    },
  });
  await sql.cubeHistory.create({ data: { cubeNo, action: 'register', operator } });
}

/**
 * Puts a unit without a box on a port of a pro gateway, whose row the caller has locked.
 * @throws not_found; conflict when the unit has a box or the port is taken
 */
export async function attachUnit(
  sql: Transaction,
  actor: BoxActor,
  { gatewayNo, port, equipmentNo }: { gatewayNo: string; port: number; equipmentNo: string },
): Promise<void> {
  const cubeNo = `${gatewayNo}-${port}`;
  const { unit } = await lock(sql, equipmentNo, []);
  if (unit.cube_no !== null) throw new AppError('conflict', { messageKey: 'unitTaken', params: { no: equipmentNo } });
  if ((await sql.equipment.count({ where: { cubeNo, deletedAt: null } })) > 0)
    throw new AppError('conflict', { messageKey: 'portTaken', params: { port } });
  await sql.cubeHistory.create({
    data: { cubeNo: gatewayNo, action: 'attach', equipmentNo, reason: String(port), operator: actor.username },
  });
  await settle(sql, unit, cubeNo);
}

/** Takes a unit from its port. @throws not_found, conflict when it hangs elsewhere by now */
export async function detachUnit(
  sql: Transaction,
  actor: BoxActor,
  { gatewayNo, port, equipmentNo }: { gatewayNo: string; port: number; equipmentNo: string },
): Promise<void> {
  const { unit } = await lock(sql, equipmentNo, []);
  if (unit.cube_no !== `${gatewayNo}-${port}`) throw refuse('conflict', 'changedMeanwhile');
  await sql.cubeHistory.create({
    data: { cubeNo: gatewayNo, action: 'detach', equipmentNo, reason: String(port), operator: actor.username },
  });
  await settle(sql, unit, null);
}
