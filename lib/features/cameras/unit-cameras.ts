import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import type { Camera } from '@/lib/platform/db/generated/client';
import { strategyOf } from '@/lib/platform/strategy/limits';
import type { UnitCamera } from './contract';
import type { VideoStatus } from './value-sets';

/** The cameras of a unit in scope; empty where the data strategy takes video away. Who may watch: `WATCH`, asked by the operation. */

/** The car first, because people are in it. */
const PLACES: readonly Camera['position'][] = ['car', 'upper', 'lower', 'machineRoom'];

export const stateOf = ({ status }: Pick<Camera, 'status'>): VideoStatus => (status === '02' ? '02' : '01');

/** Playing ones first, then by place. */
function inOrder(one: Camera, other: Camera): number {
  return (
    stateOf(other).localeCompare(stateOf(one)) ||
    PLACES.indexOf(one.position) - PLACES.indexOf(other.position) ||
    one.cameraId.localeCompare(other.cameraId)
  );
}

/**
 * The enabled cameras of a unit; none when the data strategy excludes video.
 * @throws not_found, no_object_permission (the unit)
 */
export async function camerasOf(actor: Actor, equipmentNo: string): Promise<Camera[]> {
  await requireEquipment(actor, equipmentNo);
  const [{ dataGroups }, rows] = await Promise.all([
    strategyOf(actor),
    db().camera.findMany({ where: { equipmentNo, enabled: true } }),
  ]);
  return dataGroups.includes('video') ? rows.sort(inOrder) : [];
}

/** The requested camera, or the first one. */
export function chosenOf(cameras: readonly Camera[], cameraId: string | undefined): Camera | undefined {
  return cameraId === undefined ? cameras[0] : cameras.find((camera) => camera.cameraId === cameraId);
}

/** @throws not_found, no_object_permission */
export async function requireCamera(actor: Actor, equipmentNo: string, cameraId: string | undefined): Promise<Camera> {
  const camera = chosenOf(await camerasOf(actor, equipmentNo), cameraId);
  if (!camera) throw new AppError('not_found', { messageKey: 'cameraNotFound' });
  return camera;
}

const UNSAID = '-';

export function toUnitCamera(camera: Camera): UnitCamera {
  const { cameraId, position, platform, source, recorded, hasTalk, deviceId, channelId } = camera;
  return {
    cameraId,
    position,
    streamPlatform: platform,
    video_status: stateOf(camera),
    hasTalk: hasTalk || source !== 'rtmp',
    recordType: source === 'platform' ? 'cloudRecord' : recorded ? 'localRecord' : null,
    deviceId,
    channelId: String(channelId),
    streamType: camera.streamType ?? UNSAID,
    protoType: camera.protoType ?? UNSAID,
    encryptMode: camera.encryptMode ?? UNSAID,
  };
}
