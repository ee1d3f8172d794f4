import type { Actor } from '@/lib/auth/actor';
import { db } from '@/lib/db/client';
import { AppError } from '@/lib/sms/errors';
import { effectiveStrategy } from './data-strategy';

/** What other features ask about the caller's account, on the server. */

/** Data strategies may keep a user from taking data out (silent-screens R6, B2). @throws access_denied */
export async function requireExportAllowed(actor: Pick<Actor, 'username' | 'mappings'>): Promise<void> {
  const user = await db().user.findUnique({ where: { username: actor.username }, select: { username: true, tier: true } });
  if (!user) throw new AppError('invalid_token');
  if (!(await effectiveStrategy(user, actor.mappings.projects)).exportAllowed) throw new AppError('access_denied', { messageKey: 'exportDenied' });
}
