import {
  heardFrom,
  readPushables,
  type NoticeRow,
  type Pushable,
} from '@/lib/features/notifications/internal/pushable';
import { actorOfAccount } from '@/lib/platform/auth/tokens/account-actor';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';

/**
 * Writes down which notices leave for which devices. Several gateways may see one notice: one row a notice and device,
 * whoever is first.
 */

const DEVICE = {
  deviceId: true,
  name: true,
  faults: true,
  username: true,
  user: { select: { branchCode: true } },
} as const;

/** Devices that may be rung, by their account. */
async function devicesByAccount(now: number) {
  const devices = await db().pushDevice.findMany({
    where: { session: { revokedAt: null, expireAt: { gt: new Date(now) } } },
    select: DEVICE,
  });
  const byAccount = new Map<string, typeof devices>();
  for (const device of devices) byAccount.set(device.username, [...(byAccount.get(device.username) ?? []), device]);
  return byAccount;
}

/** @param actorOf the account with its rights, read once for all notices that come together @returns how many rows were written */
async function queue(
  { kind, item }: Pushable,
  byAccount: Awaited<ReturnType<typeof devicesByAccount>>,
  actorOf: (username: string) => Promise<Actor | undefined>,
  now: number,
) {
  const { username: only, notificationId, equipmentNo } = item.notice;
  let written = 0;
  for (const [username, all] of byAccount) {
    const devices = kind === 'fault' ? all.filter(({ faults }) => faults) : all;
    if (devices.length === 0 || (only !== null && only !== username)) continue;
    const actor = await actorOf(username);
    const from = actor && (await heardFrom(actor, { kind, item }, now));
    if (from === undefined) continue;
    const { count } = await db().pushLog.createMany({
      data: devices.map(({ deviceId, name, user: { branchCode } }) => ({
        notificationId,
        deviceId,
        deviceName: name,
        username,
        branchCode,
        kind,
        equipmentNo,
        state: 'QUEUED' as const,
        nextAt: new Date(from),
      })),
      skipDuplicates: true,
    });
    written += count;
  }
  return written;
}

/** @param rows of the outbox @returns how many notices wait to leave */
export async function queuePushes(rows: readonly NoticeRow[], now = Date.now()): Promise<number> {
  const byAccount = await devicesByAccount(now);
  if (byAccount.size === 0) return 0;
  const known = new Map<string, Promise<Actor | undefined>>();
  const actorOf = (username: string) => {
    const actor = known.get(username) ?? actorOfAccount(username);
    known.set(username, actor);
    return actor;
  };
  let written = 0;
  for (const pushable of await readPushables(rows)) written += await queue(pushable, byAccount, actorOf, now);
  return written;
}
