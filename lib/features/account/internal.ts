import type { Prisma } from '@/lib/platform/db/generated/client';

/** What other features ask about accounts, on the server. */

export { explainStrategy } from '@/lib/platform/strategy/data-strategy';
export type { EffectiveStrategy } from '@/lib/platform/strategy/data-strategy';
export { holdingsOf, projectsInScope, projectsOfUser, unitsInScope, unitsOfUser } from '@/lib/platform/auth/holdings';
export { cutToHistory, forgetStrategies, historyStart, requireExportAllowed, seesDatesOnly, shownTime, strategiesMark, strategyOf } from '@/lib/platform/strategy/limits';
export type { ShownTime } from '@/lib/platform/strategy/limits';

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
