import { randomBytes, randomUUID } from 'node:crypto';
import { config } from '@/lib/config';
import { hashKey } from '@/lib/live/video/cameras';
import { notifyVideo } from '@/lib/live/video/video-channel';
import { noteChange } from '@/lib/platform/audit/changes';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import type { Camera } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { resetCameraKey, saveCamera } from './contract';
import { hasPlatform } from './platform';

/** Adds, changes and deletes cameras (silent-screens A7). */

type Form = ParsedOf<typeof saveCamera>;

const UNIQUE_BROKEN = 'P2002';

/** The camera flags of units follow their enabled cameras. */
async function writeFlags(sql: Transaction, equipmentNos: readonly string[]): Promise<void> {
  await sql.$executeRaw`
    UPDATE equipment e SET
      video = CASE WHEN EXISTS (SELECT 1 FROM camera c WHERE c.equipment_no = e.equipment_no AND c.enabled AND c.platform = 'video') THEN '1' ELSE '0' END,
      dh_video = CASE WHEN EXISTS (SELECT 1 FROM camera c WHERE c.equipment_no = e.equipment_no AND c.enabled AND c.platform = 'dhVideo') THEN '1' ELSE '0' END
     WHERE e.equipment_no = ANY(${[...new Set(equipmentNos)]})`;
}

/** The locked camera. @throws not_found */
async function lockCamera(sql: Transaction, cameraId: string): Promise<Camera> {
  await sql.$queryRaw`SELECT 1 FROM camera WHERE camera_id = ${cameraId} FOR UPDATE`;
  const camera = await sql.camera.findUnique({ where: { cameraId } });
  if (!camera) throw new AppError('not_found', { messageKey: 'cameraNotFound' });
  return camera;
}

/** @throws validation_failed: a test picture outside the demo */
function sourceOf({ source, platform }: Form, before: Camera | null): Camera['source'] {
  if (source === 'demo' && before?.source !== 'demo' && !config().isDemo) throw new FieldError('source', 'badValue');
  return source ?? before?.source ?? (hasPlatform(platform) ? 'platform' : 'rtmp');
}

/** @throws not_found, no_object_permission, conflict (the channel belongs to another unit) */
export async function saveOne(actor: Actor, form: Form): Promise<OutputOf<typeof saveCamera>> {
  const { equipmentNo, branchCode } = await requireEquipment(actor, form.equipmentNo);
  try {
    return { cameraId: await db().$transaction((sql) => write(sql, actor, { ...form, equipmentNo }, branchCode)) };
  } catch (error) {
    if ((error as { code?: unknown }).code !== UNIQUE_BROKEN) throw error;
    const { deviceId, channelId } = form;
    const other = await db().camera.findUnique({
      where: { deviceId_channelId: { deviceId, channelId } },
      select: { equipmentNo: true },
    });
    throw new AppError('conflict', { messageKey: 'channelTaken', params: { no: other?.equipmentNo ?? '' } });
  }
}

async function write(sql: Transaction, actor: Actor, form: Form, branchCode: string): Promise<string> {
  const { cameraId, enabled, recorded, source: _asked, ...said } = form;
  const before = cameraId === undefined ? null : await lockCamera(sql, cameraId);
  const source = sourceOf(form, before);
  const data = {
    ...said,
    branchCode,
    source,
    enabled: enabled ?? before?.enabled ?? true,
    recorded: recorded ?? before?.recorded ?? false,
    // The source decides about the state; until pictures arrive it is unknown.
    ...(source === before?.source ? {} : { status: source === 'demo' ? '02' : '01', hasTalk: false }),
    updateBy: actor.username,
  };
  const saved = before
    ? await sql.camera.update({ where: { cameraId: before.cameraId }, data })
    : await sql.camera.create({ data: { ...data, cameraId: randomUUID(), createBy: actor.username } });
  noteChange(before && { ...before }, { ...data, cameraId: saved.cameraId });
  await writeFlags(sql, [saved.equipmentNo, ...(before ? [before.equipmentNo] : [])]);
  await notifyVideo(sql, [{ topic: 'camera', key: saved.cameraId }]);
  return saved.cameraId;
}

/** @throws not_found */
export async function deleteOne(cameraId: string): Promise<null> {
  await db().$transaction(async (sql) => {
    const { keyHash: _secret, ...before } = await lockCamera(sql, cameraId);
    await sql.camera.delete({ where: { cameraId } });
    noteChange(before, null);
    await writeFlags(sql, [before.equipmentNo]);
    await notifyVideo(sql, [{ topic: 'camera', key: cameraId }]);
  });
  return null;
}

/** The address to which cameras publish, as seen from outside. */
function publishServer(): string {
  const { video, publicUrl } = config();
  const { host, port } = video.rtmp;
  const name = host === '0.0.0.0' || host === '::' ? new URL(publicUrl).hostname : host;
  return `rtmp://${name.includes(':') ? `[${name}]` : name}:${port}/live`;
}

/** @throws not_found, conflict: its pictures come from another source */
export async function newKey(actor: Actor, cameraId: string): Promise<OutputOf<typeof resetCameraKey>> {
  const key = randomBytes(24).toString('base64url');
  await db().$transaction(async (sql) => {
    const { source } = await lockCamera(sql, cameraId);
    if (source !== 'rtmp') throw new AppError('conflict', { messageKey: 'cameraNotPublished' });
    await sql.camera.update({ where: { cameraId }, data: { keyHash: hashKey(key), updateBy: actor.username } });
    await notifyVideo(sql, [{ topic: 'camera', key: cameraId }]);
  });
  const server = publishServer();
  const streamKey = `${cameraId}?key=${key}`;
  return { key, server, streamKey, publishUrl: `${server}/${streamKey}` };
}
