import type { Actor } from '@/lib/auth/actor';
import { db } from '@/lib/db/client';
import type { Prisma } from '@/lib/db/generated/client';
import { AppError } from '@/lib/sms/errors';
import { effectiveStrategy } from './data-strategy';
import type { EffectiveStrategy } from './data-strategy';

/** What other features ask about accounts, on the server. */

export { explainStrategy } from './data-strategy';
export type { EffectiveStrategy } from './data-strategy';
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

type Limited = Pick<Actor, 'username' | 'mappings'>;

/** A changed strategy is in force everywhere after so long, like changed rights (readings 59). */
const STRATEGY_MS = 3000;
const MAX_STRATEGIES = 10_000;
const strategies = new Map<string, { at: number; strategy: Promise<EffectiveStrategy> }>();

/** Forgets what was read of strategies in this process. */
export function forgetStrategies(): void {
  strategies.clear();
}

/** What the data strategy leaves to the caller (silent-screens B2). */
export function strategyOf(actor: Limited): Promise<EffectiveStrategy> {
  const now = Date.now();
  const held = strategies.get(actor.username);
  if (held && now - held.at < STRATEGY_MS) return held.strategy;
  if (strategies.size >= MAX_STRATEGIES) strategies.clear();
  const strategy = readStrategy(actor);
  strategies.set(actor.username, { at: now, strategy });
  strategy.catch(() => strategies.delete(actor.username));
  return strategy;
}

async function readStrategy({ username, mappings }: Limited): Promise<EffectiveStrategy> {
  const user = await db().user.findUnique({ where: { username }, select: { username: true, tier: true } });
  // Whoever calls has been let in; an account that is not in our table has no tier, and the rest holds for it too.
  return effectiveStrategy(user ?? { username, tier: null }, mappings.projects);
}

/** The first moment of what the caller may see of the past; null: everything. */
export async function historyStart(actor: Limited, now = Date.now()): Promise<Date | null> {
  const { historyMonths } = await strategyOf(actor);
  if (historyMonths === null) return null;
  const since = new Date(now);
  const day = since.getUTCDate();
  since.setUTCDate(1);
  since.setUTCMonth(since.getUTCMonth() - historyMonths);
  // The month may be shorter than this one.
  const last = new Date(Date.UTC(since.getUTCFullYear(), since.getUTCMonth() + 1, 0)).getUTCDate();
  since.setUTCDate(Math.min(day, last));
  return since;
}

/** Data strategies may keep a user from taking data out (silent-screens R6, B2). @throws access_denied */
export async function requireExportAllowed(actor: Limited): Promise<void> {
  if (!(await strategyOf(actor)).exportAllowed) throw new AppError('access_denied', { messageKey: 'exportDenied' });
}
