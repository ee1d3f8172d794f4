import { hashCubeSecret, newCubeSecret } from '@/lib/live/telemetry/cube-secret';
import { noteChange } from '@/lib/platform/audit/changes';
import { notifyPortal } from '@/lib/platform/auth/portal-channel';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { registerCube, resetCubeSecret, type CubeSave } from './contract';
import { registerBox, requireOwnBox } from './internal';

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
    const branchCode = actor.userType === 0 ? null : (actor.branchCode ?? actor.mappings.branches[0] ?? null);
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

export const services = [
  serve(registerCube, ({ actor }, input) => saveCube(actor, input)),
  serve(resetCubeSecret, ({ actor }, { cubeNo }) => newSecret(actor, cubeNo)),
];
