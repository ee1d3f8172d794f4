import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { raiseConfigs } from '@/lib/live/telemetry/raise-configs';
import { ERROR_STATUS, unheardStatus } from '@/lib/live/units/value-sets';
import { AppError } from '@/lib/platform/contract/errors';
import type { Transaction } from '@/lib/platform/db/transaction';
import { gatewayOf } from './box-numbers';
import { isOfBranch, type BoxActor } from './own-boxes';
import { refuse } from '../refusal';

/**
 * Which box serves which unit (api.md §2.19 bindCube, unbindCube, replaceCube). Every function takes the caller's
 * transaction: the unit, the boxes, their history and the unit's status change together or not at all.
 */

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

/**
 * Holds the states of units. Whoever changes which box serves them, or frees the persons in them, does this first: the ingest
 * takes states before boxes and entrapments, and so the two never wait for each other.
 */
export async function holdStates(sql: Transaction, equipmentNos: readonly string[]): Promise<void> {
  await sql.$queryRaw`
    SELECT equipment_no FROM equipment_status WHERE equipment_no = ANY(${[...equipmentNos]}) ORDER BY equipment_no FOR NO KEY UPDATE`;
}

/**
 * Locks the unit's state, then the boxes, then the unit.
 * @throws not_found for a unit that is gone
 */
async function lock(
  sql: Transaction,
  equipmentNo: string,
  cubeNos: readonly string[],
): Promise<{ unit: BoxUnitRow; boxes: Map<string, BoxRow> }> {
  await holdStates(sql, [equipmentNo]);
  // Whoever hangs on a port has the configuration of its pro gateway.
  const wanted = [...new Set(cubeNos.flatMap((no) => [no, gatewayOf(no) ?? no]))];
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
    await raiseConfigs(sql, [cubeNo]);
    return;
  }
  const gatewayNo = gatewayOf(cubeNo);
  if (gatewayNo && (await sql.edgeCube.count({ where: { cubeNo: gatewayNo, kind: 'pro' } })) > 0) {
    await sql.cubeHistory.create({
      data: { cubeNo: gatewayNo, action: 'detach', equipmentNo: unit.equipment_no, reason, operator },
    });
    await raiseConfigs(sql, [gatewayNo]);
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
  await raiseConfigs(sql, [cubeNo]);
}

/** Writes the unit's box and what follows for its status: mapped and never heard is offline, no box is not installed (api.md §4.6). */
async function settle(sql: Transaction, unit: BoxUnitRow, cubeNo: string | null): Promise<void> {
  const { equipment_no: equipmentNo } = unit;
  await sql.equipment.update({ where: { equipmentNo }, data: { cubeNo } });
  const unheard = {
    onlineStatus: unheardStatus(cubeNo),
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
