import type { Prisma } from '@/lib/platform/db/generated/client';

/** A message to one account about itself (readings 70). */
export interface AccountMessage {
  readonly username: string;
  readonly title: string;
  readonly message: string;
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
  { username, title, message, objectId, guid }: AccountMessage,
): Promise<boolean> {
  const { count } = await sql.notification.createMany({
    data: [
      {
        notificationType: 'maintenance',
        subType: 'account',
        username,
        title: title.slice(0, 200),
        message: message.slice(0, 1000),
        objectId,
        guid,
      },
    ],
    skipDuplicates: true,
  });
  return count === 1;
}
