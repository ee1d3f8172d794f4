import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import type { Prisma, VerifyCode, VerifyPurpose } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { AppError } from '@/lib/platform/contract/errors';
import { nudgeSms } from '@/lib/platform/texting/dispatch';
import { queueSms } from '@/lib/platform/texting/queue';
import {
  CODE_INTERVAL_MS,
  codeTooSoon,
  takeAccount,
  takeAddress,
  takeAsked,
  takeAskedTry,
  takeSending,
} from '@/lib/platform/auth/limits/code-limits';
import { maskPhone } from '@/lib/platform/auth/accounts/phone';
import { deriveKey } from '@/lib/platform/secrets/secret-box';

/**
 * Six digits sent to a phone (api.md §2.1, §1.9): valid for 300 s and 5 attempts, used up only by the call they were
 * requested for. A request for an account that does not exist also creates a code; only the message is missing.
 */

export const CODE_LIFE_MS = 300_000;
export const CODE_TRIES = 5;
const LOCK_WAIT = { maxWait: 10_000, timeout: 10_000 };

/** What the caller learns of a code, whether it was sent or not. */
export interface CodeTicket {
  serialNo: string;
  /** Masked; null when the code was requested by user name. */
  phone: string | null;
  intervalSeconds: number;
  expireSeconds: number;
}

export interface CodeRequest {
  readonly purpose: VerifyPurpose;
  /** Who receives the message; null: nobody, and nobody may notice. */
  readonly receiver: { readonly phone: string; readonly username: string | null } | null;
  /**
   * The typed name or phone; absent for a caller whose identity is proven: then only the account's phone is counted.
   */
  readonly asked?: { phone: string } | { name: string };
  /** The signed-in account that asks for a phone of its choice. */
  readonly account?: string;
  readonly ip: string;
  readonly language: Language;
  /** What continues when the code is entered. */
  readonly pending?: Prisma.InputJsonObject;
}

const hashCode = (serialNo: string, code: string) =>
  createHmac('sha256', deriveKey('verify-code')).update(`${serialNo}:${code}`).digest('hex');
const isCodeOf = ({ serialNo, codeHash }: VerifyCode, code: string) =>
  timingSafeEqual(Buffer.from(hashCode(serialNo, code)), Buffer.from(codeHash));
/** Neither used nor outdated. */
const openCode = (serialNo: string, now: number) => ({ serialNo, usedAt: null, expireAt: { gt: new Date(now) } });
const newCode = () => String(randomInt(1_000_000)).padStart(6, '0');

const ticketOf = (serialNo: string, phone: string | null, intervalMs = CODE_INTERVAL_MS): CodeTicket => ({
  serialNo,
  phone: maskPhone(phone),
  intervalSeconds: Math.max(1, Math.ceil(intervalMs / 1000)),
  expireSeconds: CODE_LIFE_MS / 1000,
});

/** Without a provider no code would ever arrive, so the call fails at once. @throws unavailable */
function requireProvider(): void {
  if (config().texting.provider === 'none') throw new AppError('unavailable', { messageKey: 'smsUnavailable' });
}

/** @returns when it is sent, or null when the limit of the phone's hour or day is reached */
async function sendCode(
  sql: Transaction,
  { phone, username }: { phone: string; username: string | null },
  code: string,
  language: Language,
  now: number,
): Promise<number | null> {
  const at = await takeSending(sql, phone, now);
  const text = translateServer(language, 'errors', 'smsCodeText', {
    code,
    minutes: CODE_LIFE_MS / 60_000,
    product: translateServer(language, 'common', 'product'),
  });
  await queueSms(
    sql,
    {
      type: 'code',
      phone,
      text,
      code,
      username,
      notBefore: at ?? undefined,
      suppressedBy: at === null ? 'dailyCap' : undefined,
    },
    now,
  );
  return at;
}

/**
 * Creates a code and sends it.
 * @throws rate_limited (the same for existing and unknown names), unavailable without a provider
 */
export async function issueCode(request: CodeRequest, now = Date.now()): Promise<CodeTicket> {
  requireProvider();
  const { purpose, receiver, asked, account, ip, language, pending } = request;
  const serialNo = randomBytes(24).toString('base64url');
  const code = newCode();
  await db().$transaction(async (sql) => {
    await takeAddress(sql, ip, now);
    if (account !== undefined) await takeAccount(sql, account, now);
    if (asked) await takeAsked(sql, asked, now);
    const leavesAt = receiver ? await sendCode(sql, receiver, code, language, now) : now;
    if (leavesAt === null && !asked) throw codeTooSoon(CODE_INTERVAL_MS);
    await sql.verifyCode.create({
      data: {
        serialNo,
        purpose,
        phone: receiver?.phone ?? (asked && 'phone' in asked ? asked.phone : ''),
        username: receiver?.username ?? null,
        codeHash: hashCode(serialNo, code),
        sentAt: new Date(now),
        expireAt: new Date((leavesAt ?? now) + CODE_LIFE_MS),
        ...(pending ? { pending } : {}),
      },
    });
  }, LOCK_WAIT);
  nudgeSms();
  return ticketOf(serialNo, asked ? ('phone' in asked ? asked.phone : null) : (receiver?.phone ?? null));
}

/** Sends a new code under the same number (verification dialog). @throws invalid_grant, rate_limited */
export async function resendCode(
  serialNo: string,
  purpose: VerifyPurpose,
  { ip, language }: { ip: string; language: Language },
  now = Date.now(),
): Promise<CodeTicket> {
  requireProvider();
  const phone = await db().$transaction(async (sql) => {
    await sql.$executeRaw`SELECT 1 FROM verify_code WHERE serial_no = ${serialNo} FOR UPDATE`;
    const row = await sql.verifyCode.findFirst({
      where: { serialNo, purpose, usedAt: null, expireAt: { gt: new Date(now) } },
    });
    if (!row) throw new AppError('invalid_grant', { messageKey: 'verificationGone' });
    const wait = row.sentAt.getTime() + CODE_INTERVAL_MS - now;
    if (wait > 0) throw codeTooSoon(wait);
    await takeAddress(sql, ip, now);
    const code = newCode();
    const leavesAt = await sendCode(sql, row, code, language, now);
    if (leavesAt === null) throw codeTooSoon(CODE_INTERVAL_MS);
    await sql.verifyCode.update({
      where: { serialNo },
      data: {
        codeHash: hashCode(serialNo, code),
        tries: 0,
        sends: { increment: 1 },
        sentAt: new Date(now),
        expireAt: new Date(leavesAt + CODE_LIFE_MS),
      },
    });
    return row.phone;
  }, LOCK_WAIT);
  nudgeSms();
  return ticketOf(serialNo, phone);
}

/**
 * A challenge of this account that was sent within the last 60 s and is still valid: a repeated sign-in uses it again.
 */
export async function liveTicket(
  purpose: VerifyPurpose,
  phone: string,
  username: string,
  pending: Prisma.InputJsonObject,
  now = Date.now(),
): Promise<CodeTicket | null> {
  const row = await db().verifyCode.findFirst({
    where: {
      phone,
      purpose,
      username,
      usedAt: null,
      tries: { lt: CODE_TRIES },
      sentAt: { gt: new Date(now - CODE_INTERVAL_MS) },
      pending: { equals: pending },
    },
    orderBy: { sentAt: 'desc' },
  });
  return row && ticketOf(row.serialNo, phone, row.sentAt.getTime() + CODE_INTERVAL_MS - now);
}

export type CodeAddress =
  | { readonly serialNo: string; readonly purpose: VerifyPurpose }
  /** The newest code of a phone, for callers who do not know its number. */
  | { readonly phone: string; readonly purpose: VerifyPurpose; readonly username?: string };

/**
 * Checks a code. The attempt is counted before the comparison, so that parallel guesses share the five. A right one
 * gets it back, because it may be repeated (account chooser) until `spendCode`.
 * @returns the code's row; null when it is wrong, invalid, used or outdated
 */
export async function tryCode(where: CodeAddress, code: string, now = Date.now()): Promise<VerifyCode | null> {
  const found = await db().verifyCode.findFirst({
    where:
      'serialNo' in where
        ? { serialNo: where.serialNo, purpose: where.purpose }
        : {
            phone: where.phone,
            purpose: where.purpose,
            ...(where.username === undefined ? {} : { username: where.username }),
          },
    orderBy: { sentAt: 'desc' },
  });
  if (!found) return null;
  const open = openCode(found.serialNo, now);
  const { count } = await db().verifyCode.updateMany({
    where: { ...open, tries: { lt: CODE_TRIES } },
    data: { tries: { increment: 1 } },
  });
  if (count === 0) return null;
  // Read again: a resend may have replaced the code meanwhile.
  const row = await db().verifyCode.findUniqueOrThrow({ where: { serialNo: found.serialNo } });
  if (!isCodeOf(row, code)) return null;
  await db().verifyCode.updateMany({ where: { ...open, tries: { gt: 0 } }, data: { tries: { decrement: 1 } } });
  return row;
}

/**
 * Checks a code for the caller who requested it; the number, which nobody else knows, shows that. These five attempts
 * are counted apart: strangers who know the phone use up the code's own five, and lock out only each other.
 * @returns as `tryCode`
 */
export async function tryAskedCode(
  { serialNo, phone, purpose }: { serialNo: string; phone: string; purpose: VerifyPurpose },
  code: string,
  now = Date.now(),
): Promise<VerifyCode | null> {
  const row = await db().verifyCode.findFirst({ where: { ...openCode(serialNo, now), phone, purpose } });
  const takeBack = row && (await takeAskedTry(serialNo, CODE_TRIES, now));
  if (!takeBack || !isCodeOf(row, code)) return null;
  await takeBack();
  return row;
}

/** Uses a code up, in the transaction of its purpose. @throws invalid_grant when another call just did */
export async function spendCode(sql: Transaction, serialNo: string, now = Date.now()): Promise<void> {
  const { count } = await sql.verifyCode.updateMany({
    where: { serialNo, usedAt: null },
    data: { usedAt: new Date(now) },
  });
  if (count === 0) throw new AppError('invalid_grant', { messageKey: 'badCode' });
}
