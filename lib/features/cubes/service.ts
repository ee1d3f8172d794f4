import { hashCubeSecret, newCubeSecret } from '@/lib/live/telemetry/cube-secret';
import { noteChange } from '@/lib/platform/audit/changes';
import { notifyPortal } from '@/lib/platform/auth/tokens/portal-channel';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import {
  bindCube as bindOperation,
  registerCube,
  replaceCube as replaceOperation,
  resetCubeSecret,
  retireCube,
  unbindCube as unbindOperation,
  type CubeSave,
} from './contract';
import { bindCube, replaceCube, unbindCube } from './internal/unit-boxes';
import { registerBox } from './internal/register-box';
import { requireCube, requireOwnBox } from './internal/own-boxes';

/** Iccids are shown masked; one that comes back so says nothing new (api.md §2.19). */
const isMasked = (iccid: string) => iccid.includes('*');

function lockBox(sql: Prisma.TransactionClient, cubeNo: string) {
  return sql.$queryRaw`SELECT 1 FROM edge_cube WHERE cube_no = ${cubeNo} FOR UPDATE`;
}

/** @throws conflict, no_object_permission */
async function saveCube(actor: Actor, { cubeNo, enabled, ...said }: CubeSave): Promise<OutputOf<typeof registerCube>> {
  const { iccid, ...rest } = said;
  const fields = { ...rest, ...(iccid === undefined || (iccid && isMasked(iccid)) ? {} : { iccid }) };
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const secret = newCubeSecret();
  const isNew = await db().$transaction(async (sql) => {
    await lockBox(sql, cubeNo);
    const before = await sql.edgeCube.findUnique({ where: { cubeNo } });
    const flag = enabled === undefined || enabled === null ? {} : { enabled };
    if (before) {
      await requireOwnBox(sql, actor, before);
      await sql.edgeCube.update({ where: { cubeNo }, data: { ...given, ...flag } });
      noteChange(before, { ...given, ...flag });
      await notifyPortal(sql, { topic: 'cube', key: cubeNo });
      return false;
    }
    const branchCode = isHeadOffice(actor) ? null : (actor.branchCode ?? actor.mappings.branches[0] ?? null);
    await registerBox(sql, actor.username, { cubeNo, secret, branchCode, ...given, ...flag });
    noteChange(null, { cubeNo, ...given });
    return true;
  });
  return { cubeNo, secret: isNew ? secret : null };
}

/** @throws not_found */
async function newSecret(actor: Actor, cubeNo: string): Promise<OutputOf<typeof resetCubeSecret>> {
  const secret = newCubeSecret();
  await db().$transaction(async (sql) => {
    await lockBox(sql, cubeNo);
    const box = await sql.edgeCube.findUnique({ where: { cubeNo }, select: { cubeNo: true } });
    if (!box)
      throw new AppError('not_found', { messageKey: 'cubeNotFound', data: { fieldKeys: { cubeNo: 'cubeNotFound' } } });
    await sql.edgeCube.update({
      where: { cubeNo },
      data: { secretHash: hashCubeSecret(secret), secretAt: new Date() },
    });
    await sql.cubeHistory.create({ data: { cubeNo, action: 'secret', operator: actor.username } });
    await notifyPortal(sql, { topic: 'cube', key: cubeNo });
  });
  return { secret };
}

/** What the tables refuse at `cubeNo` stands at the field that the form calls otherwise. */
async function atField<T>(fields: Readonly<Record<string, string>>, otherwise: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || !error.data?.fieldKeys) throw error;
    const { id, messageKey, params } = error;
    const field = fields[messageKey] ?? otherwise;
    throw new AppError(id, { messageKey, params, data: { fieldKeys: { [field]: messageKey } } });
  }
}

/** The unit is there and the caller's. @throws not_found, no_object_permission */
async function requireUnit(actor: Actor, equipmentNo: string): Promise<void> {
  try {
    await requireEquipment(actor, equipmentNo);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const messageKey = error.id === 'not_found' ? 'equipmentNoNotFound' : error.messageKey;
    throw new AppError(error.id, { messageKey, data: { fieldKeys: { equipmentNo: messageKey } } });
  }
}

async function bind(actor: Actor, { cubeNo, equipmentNo }: ParsedOf<typeof bindOperation>): Promise<null> {
  await requireUnit(actor, equipmentNo);
  await atField(
    { unitHasCube: 'equipmentNo' },
    'cubeNo',
    db().$transaction(async (sql) => bindCube(sql, actor, { equipmentNo, cubeNo })),
  );
  noteChange({ equipmentNo: null }, { equipmentNo });
  return null;
}

const holderOf = (sql: Prisma.TransactionClient, cubeNo: string) =>
  sql.equipment.findFirst({ where: { cubeNo, deletedAt: null }, select: { equipmentNo: true } });

async function unbind(actor: Actor, { cubeNo, reason }: ParsedOf<typeof unbindOperation>): Promise<null> {
  await db().$transaction(async (sql) => {
    const box = await requireCube(sql, actor, cubeNo);
    if (box.kind === 'pro') throw new AppError('conflict', { messageKey: 'cubeIsPro' });
    const holder = await holderOf(sql, cubeNo);
    if (!holder) throw new AppError('conflict', { messageKey: 'cubeUnbound' });
    const { equipmentNo } = holder;
    await unbindCube(sql, actor, { equipmentNo, from: cubeNo, reason });
    noteChange({ equipmentNo }, { equipmentNo: null });
  });
  return null;
}

async function replace(
  actor: Actor,
  { equipmentNo, newCubeNo, reason, remark }: ParsedOf<typeof replaceOperation>,
): Promise<null> {
  await requireUnit(actor, equipmentNo);
  await atField(
    { unitWithoutCube: 'equipmentNo' },
    'newCubeNo',
    db().$transaction(async (sql) => {
      const unit = await sql.equipment.findUniqueOrThrow({ where: { equipmentNo }, select: { cubeNo: true } });
      if (unit.cubeNo === null)
        throw new AppError('conflict', {
          messageKey: 'unitWithoutCube',
          data: { fieldKeys: { equipmentNo: 'unitWithoutCube' } },
        });
      await replaceCube(sql, actor, {
        equipmentNo,
        from: unit.cubeNo,
        cubeNo: newCubeNo,
        reason: remark === null ? reason : `${reason}: ${remark}`,
      });
      noteChange({ cubeNo: unit.cubeNo }, { cubeNo: newCubeNo });
    }),
  );
  return null;
}

/** A retired box may not sign in; one that is taken back is free again. @throws not_found, conflict */
async function retire(actor: Actor, { cubeNo, retired }: ParsedOf<typeof retireCube>): Promise<null> {
  await db().$transaction(async (sql) => {
    await lockBox(sql, cubeNo);
    const box = await requireCube(sql, actor, cubeNo);
    if (box.kind === 'pro') throw new AppError('conflict', { messageKey: 'cubeIsPro' });
    const holder = await holderOf(sql, cubeNo);
    if (holder) throw new AppError('conflict', { messageKey: 'cubeBound', params: { no: holder.equipmentNo } });
    const bindState = retired ? ('RETIRED' as const) : ('UNBOUND' as const);
    if (box.bindState === bindState) return;
    await sql.edgeCube.update({ where: { cubeNo }, data: { bindState } });
    await sql.cubeHistory.create({
      data: { cubeNo, action: retired ? 'retire' : 'restore', operator: actor.username },
    });
    noteChange({ bindState: box.bindState }, { bindState });
    await notifyPortal(sql, { topic: 'cube', key: cubeNo });
  });
  return null;
}

export const services = [
  serve(registerCube, ({ actor }, input) => saveCube(actor, input)),
  serve(resetCubeSecret, ({ actor }, { cubeNo }) => newSecret(actor, cubeNo)),
  serve(bindOperation, ({ actor }, input) => bind(actor, input)),
  serve(unbindOperation, ({ actor }, input) => unbind(actor, input)),
  serve(replaceOperation, ({ actor }, input) => replace(actor, input)),
  serve(retireCube, ({ actor }, input) => retire(actor, input)),
];
