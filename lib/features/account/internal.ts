import type { Prisma } from '@/lib/platform/db/generated/client';

/** What other features ask about accounts, on the server. */

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
