import { wordedColumns } from '@/lib/features/notifications/internal/words';
import type { NoticeWords } from '@/lib/features/notifications/internal/words';
import type { Prisma } from '@/lib/platform/db/generated/client';

/** A message to one account about itself (readings 70). */
export interface AccountMessage {
  readonly username: string;
  readonly words: NoticeWords;
  /** The object of the message, for example an applyId. */
  readonly objectId: string;
  /** Messages with the same guid are stored once. */
  readonly guid: string;
}

/**
 * Stores a message in the account's service notifications, in the caller's transaction. No switch suppresses it
 * (readings 70).
 */
export async function notifyAccount(
  sql: Prisma.TransactionClient,
  { username, words, objectId, guid }: AccountMessage,
): Promise<boolean> {
  const { count } = await sql.notification.createMany({
    data: [
      {
        notificationType: 'maintenance',
        subType: 'account',
        username,
        ...wordedColumns(words),
        objectId,
        guid,
      },
    ],
    skipDuplicates: true,
  });
  return count === 1;
}
