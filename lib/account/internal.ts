import type { Actor } from '@/lib/auth/actor';
import { db } from '@/lib/db/client';
import type { Prisma } from '@/lib/db/generated/client';
import { AppError } from '@/lib/sms/errors';
import { effectiveStrategy } from './data-strategy';

/** What other features ask about accounts, on the server. */

export { holdingsOf } from './holdings';

/** A message to one account about itself (readings 70). */
export interface AccountMessage {
  readonly username: string;
  readonly title: string;
  readonly message: string;
  /** What it is about, for example an applyId. */
  readonly objectId: string;
  /** The same message is kept once, however often it is written. */
  readonly guid: string;
}

/** Leaves a message in the account's service notifications, in the caller's transaction: no switch keeps it away (readings 70). */
export async function tellAccount(sql: Prisma.TransactionClient, { username, title, message, objectId, guid }: AccountMessage): Promise<boolean> {
  const { count } = await sql.notification.createMany({
    data: [{ notificationType: 'maintenance', subType: 'account', username, title: title.slice(0, 200), message: message.slice(0, 1000), objectId, guid }], skipDuplicates: true,
  });
  return count === 1;
}

/** Data strategies may keep a user from taking data out (silent-screens R6, B2). @throws access_denied */
export async function requireExportAllowed(actor: Pick<Actor, 'username' | 'mappings'>): Promise<void> {
  const user = await db().user.findUnique({ where: { username: actor.username }, select: { username: true, tier: true } });
  if (!user) throw new AppError('invalid_token');
  if (!(await effectiveStrategy(user, actor.mappings.projects)).exportAllowed) throw new AppError('access_denied', { messageKey: 'exportDenied' });
}
