import {
  heardFrom,
  readPushables,
  type NoticeRow,
  type Pushable,
} from '@/lib/features/notifications/internal/pushable';
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

/** @returns how many rows were written */
async function queue(pushable: Pushable, byAccount: Awaited<ReturnType<typeof devicesByAccount>>, now: number) {
  const { kind, item } = pushable;
  const { username: only, notificationId, equipmentNo } = item.notice;
  let written = 0;
  for (const [username, all] of byAccount) {
    if (only !== null && only !== username) continue;
    const devices = kind === 'fault' ? all.filter(({ faults }) => faults) : all;
    const from = devices.length > 0 ? await heardFrom(username, pushable, now) : undefined;
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
  let written = 0;
  for (const pushable of await readPushables(rows)) written += await queue(pushable, byAccount, now);
  return written;
}
