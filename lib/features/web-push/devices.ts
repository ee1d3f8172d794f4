import { randomUUID } from 'node:crypto';
import { config } from '@/lib/config';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { shownTime } from '@/lib/platform/strategy/limits';
import type { listPushDevices, savePushDevice } from './contract';
import { deviceNameOf } from './device-name';
import { vapidKeys } from './internal/keys';
import { isAllowedService } from './push-services';
import { MOST_DEVICES } from './value-sets';

/** The devices of an account that receive its notices. One whose session is over receives none and is not shown. */

const livingDevices = (now: number): Prisma.PushDeviceWhereInput => ({
  session: { revokedAt: null, expireAt: { gt: new Date(now) } },
});

export async function findDevices(actor: Actor, now = Date.now()): Promise<OutputOf<typeof listPushDevices>> {
  const [rows, time] = await Promise.all([
    db().pushDevice.findMany({
      where: { username: actor.username, ...livingDevices(now) },
      orderBy: [{ createDate: 'desc' }, { deviceId: 'asc' }],
    }),
    shownTime(actor),
  ]);
  return {
    publicKey: vapidKeys().publicKey,
    devices: rows.map(({ deviceId, name, faults, createDate, sessionId }) => ({
      deviceId,
      name,
      faults,
      createDate: time(createDate),
      isThis: sessionId === actor.sessionId,
    })),
  };
}

/** @throws validation_failed, conflict (10 devices), access_denied (a caller without a session) */
export async function saveDevice(
  actor: Actor,
  { endpoint, p256dh, auth, faults }: ParsedOf<typeof savePushDevice>,
  language: Language,
  now = Date.now(),
): Promise<{ deviceId: string }> {
  if (!isAllowedService(endpoint, config().push.services)) throw new FieldError('endpoint', 'badValue');
  if (!isKey(p256dh, PUBLIC_KEY_BYTES)) throw new FieldError('p256dh', 'badValue');
  if (!isKey(auth, AUTH_BYTES)) throw new FieldError('auth', 'badValue');
  const session = await db().session.findUnique({ where: { id: actor.sessionId }, select: { userAgent: true } });
  if (!session) throw new AppError('access_denied');
  return db().$transaction(async (sql) => {
    const { username, sessionId } = actor;
    // Two tabs of one account count one after the other.
    await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`push:${username}`}))`;
    const others = await sql.pushDevice.count({
      where: { username, endpoint: { not: endpoint }, ...livingDevices(now) },
    });
    if (others >= MOST_DEVICES)
      throw new AppError('conflict', { messageKey: 'pushDevices', params: { most: MOST_DEVICES } });
    const values = { username, sessionId, p256dh, auth, faults, language, name: deviceNameOf(session.userAgent) };
    // Whoever signs in on this browser next takes its place over.
    return sql.pushDevice.upsert({
      where: { endpoint },
      create: { deviceId: randomUUID(), endpoint, ...values },
      update: values,
      select: { deviceId: true },
    });
  });
}

const PUBLIC_KEY_BYTES = 65;
const AUTH_BYTES = 16;
const isKey = (value: string, bytes: number) =>
  /^[\w-]+=*$/.test(value) && Buffer.from(value, 'base64url').length === bytes;

/** @throws not_found, no_object_permission */
export async function deleteDevice({ username }: Actor, deviceId: string): Promise<null> {
  await requireRow((within) => db().pushDevice.findFirst({ where: { deviceId, ...within } }), {
    username,
  } as Prisma.PushDeviceWhereInput);
  await db().pushDevice.deleteMany({ where: { deviceId } });
  return null;
}
