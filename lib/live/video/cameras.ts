import { createHash, timingSafeEqual } from 'node:crypto';
import { db } from '@/lib/platform/db/client';

/** The camera rows that the relay reads and writes. */

export interface RelayCamera {
  readonly cameraId: string;
  readonly equipmentNo: string;
  readonly source: 'rtmp' | 'demo' | 'platform';
  readonly enabled: boolean;
  readonly recorded: boolean;
  readonly keyHash: string | null;
}

const SELECT = {
  cameraId: true,
  equipmentNo: true,
  source: true,
  enabled: true,
  recorded: true,
  keyHash: true,
} as const;

export const findCamera = (cameraId: string): Promise<RelayCamera | null> =>
  db().camera.findUnique({ where: { cameraId }, select: SELECT });

/** The stored form of a publishing key: 32 random bytes need no salt and no slow hash. */
export const hashKey = (key: string) => createHash('sha256').update(key).digest('hex');

export function isKeyOf({ keyHash }: Pick<RelayCamera, 'keyHash'>, key: string): boolean {
  if (keyHash === null || key === '') return false;
  const [given, wanted] = [Buffer.from(hashKey(key)), Buffer.from(keyHash)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Writes 02 playing or 01 offline, with the moment. A camera that was deleted meanwhile is ignored. */
export async function writeState(cameraId: string, status: '01' | '02', now: Date): Promise<void> {
  await db().camera.updateMany({ where: { cameraId }, data: { status, lastOnlineDate: now } });
}

export async function writeTalk(cameraId: string, hasTalk: boolean): Promise<void> {
  await db().camera.updateMany({ where: { cameraId }, data: { hasTalk } });
}

/**
 * At the start no camera publishes: cameras of the relay are offline, the demo's play. Those of an outside platform are
 * not touched.
 */
export async function beginStates(): Promise<void> {
  await db().camera.updateMany({ where: { source: 'demo', status: { not: '02' } }, data: { status: '02' } });
  await db().camera.updateMany({ where: { source: 'rtmp', status: '02' }, data: { status: '01' } });
  await db().camera.updateMany({ where: { hasTalk: true }, data: { hasTalk: false } });
}
