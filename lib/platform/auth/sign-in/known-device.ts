import { createHash } from 'node:crypto';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';

/**
 * A browser is known to an account when a session of the account was opened with its mark before (api.md §1.4 Known
 * browser).
 */

/** The mark as sessions keep it. */
export const hashDevice = (deviceId: string): string => createHash('sha256').update(deviceId).digest('hex');

/**
 * The hash of a mark that is known to one of these accounts; null for unknown browsers, and for callers without a mark.
 */
export async function knownDevice(deviceId: string | null, user: Prisma.UserWhereInput): Promise<string | null> {
  if (deviceId === null) return null;
  const hash = hashDevice(deviceId);
  return (await db().session.count({ where: { deviceId: hash, user } })) > 0 ? hash : null;
}
