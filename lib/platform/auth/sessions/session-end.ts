import { db } from '@/lib/platform/db/client';
import { SESSION_MS } from '../tokens/tokens';

/**
 * When a session ends however much it is used (api.md §1.4 Life), epoch ms. @returns now for one that is not there any
 * more
 */
export async function sessionEnd(sessionId: string, now = Date.now()): Promise<number> {
  const found = await db().session.findUnique({ where: { id: sessionId }, select: { createDate: true } });
  return found ? found.createDate.getTime() + SESSION_MS : now;
}
