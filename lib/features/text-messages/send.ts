import { config } from '@/lib/config';
import { noteChange, noteMembers } from '@/lib/platform/audit/changes';
import { takeMessages } from '@/lib/platform/auth/limits/rate-limits';
import { liveUserScope, requireUser } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import { addToday, secondsLeft } from '@/lib/platform/db/day-counter';
import { nudgeSms } from '@/lib/platform/texting/dispatch';
import { queueSms } from '@/lib/platform/texting/queue';
import type { sendMessage } from './contract';

/** Text messages of one sender on one day of Asia/Shanghai (api.md §1.9). */
const MESSAGES_A_DAY = 2000;

/** Counts messages that are about to go; what is refused is not counted. @throws rate_limited until the day ends */
async function takeDay(username: string, amount: number, now: number): Promise<void> {
  const key = `send-message:${username}`;
  if ((await addToday(key, amount, now)) <= Math.ceil(MESSAGES_A_DAY * config().rateLimitScale)) return;
  await addToday(key, -amount, now);
  throw new AppError('rate_limited', {
    messageKey: 'smsQuota',
    params: { limit: MESSAGES_A_DAY },
    headers: { 'Retry-After': String(secondsLeft(now)) },
  });
}

/** The accounts by these names, each once, in their order. @throws not_found, no_object_permission for the first that is no one's to write to */
async function findReceivers(actor: Actor, names: readonly string[]) {
  const wanted = [...new Set(names.map((name) => name.toLowerCase()))];
  const rows = await db().user.findMany({
    where: { AND: [{ usernameLower: { in: wanted } }, liveUserScope(actor)] },
    select: { username: true, usernameLower: true, phone: true, branchCode: true },
  });
  const byName = new Map(rows.map((row) => [row.usernameLower, row]));
  const missing = wanted.find((name) => !byName.has(name));
  if (missing !== undefined) await requireUser(actor, missing);
  return wanted.flatMap((name) => byName.get(name) ?? []);
}

/**
 * Writes one text message a phone into the SMS log; it leaves after the commit. One bad name sends none.
 * @throws not_found, no_object_permission, rate_limited
 */
export async function sendToAccounts(
  actor: Actor,
  { usernames, content }: ParsedOf<typeof sendMessage>,
  now = Date.now(),
): Promise<OutputOf<typeof sendMessage>> {
  await takeMessages(actor.username);
  const receivers = await findReceivers(actor, usernames);
  const phones = new Set<string>();
  // Several accounts of one person share the phone: it rings once.
  const messages = receivers.filter(({ phone }) => {
    if (!phone) return true;
    if (phones.has(phone)) return false;
    phones.add(phone);
    return true;
  });
  await takeDay(actor.username, phones.size, now);
  const sent = await db().$transaction(async (sql) => {
    let queued = 0;
    for (const { username, phone, branchCode } of messages) {
      const { suppressed } = await queueSms(sql, { type: 'other', phone, text: content, username, branchCode }, now);
      if (suppressed === null) queued += 1;
    }
    return queued;
  });
  noteMembers(
    'recipients',
    [],
    receivers.map(({ username }) => username),
  );
  noteChange(null, { content });
  nudgeSms();
  return { sent, skipped: receivers.length - sent };
}
