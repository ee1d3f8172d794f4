import { seal } from '@/lib/platform/secrets/secret-box';
import { config } from '@/lib/config';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import type { Transaction } from '@/lib/platform/db/transaction';
import { SECRET_TYPES } from './contract';
import type { SmsType, SuppressReason } from './contract';
import { isQuietHour, isReminder, partsOf, REMINDERS_A_DAY } from './rules';

/** Putting a text message into the log (silent-screens B7). What may not be sent is written down too, with the reason. */

/** Purpose of the box around the text of a code message. */
export const TEXT_BOX = 'sms-text';
const MASK = '******';
const MAX_CONTENT = 500;

export interface NewSms {
  readonly type: SmsType;
  /** `1` and ten digits; null or empty: the receiver has none (SUPPRESSED noPhone). */
  readonly phone: string | null;
  readonly text: string;
  /** The secret in the text: masked in the log, kept encrypted until it is sent. */
  readonly code?: string;
  readonly username?: string | null;
  readonly equipmentNo?: string | null;
  /** The project whose switch "SMS on" decides (codes and account messages do not ask it). */
  readonly projectId?: string | null;
  readonly branchCode?: string | null;
  /** The caller already knows that it must not leave: the receiver's switch, the end of a service. */
  readonly suppressedBy?: SuppressReason;
  /** Epoch ms before which it must not leave. */
  readonly notBefore?: number;
}

async function reasonAgainst(sql: Transaction, sms: NewSms, now: number): Promise<SuppressReason | null> {
  if (!sms.phone) return 'noPhone';
  if (sms.suppressedBy) return sms.suppressedBy;
  if (sms.projectId && sms.type !== 'code' && sms.type !== 'account') {
    const project = await sql.project.findUnique({ where: { projectId: sms.projectId }, select: { isMessage: true } });
    if (project?.isMessage !== '1') return 'projectOff';
  }
  if (config().texting.provider === 'none') return 'noProvider';
  if (!isReminder(sms.type)) return null;
  if (isQuietHour(now)) return 'quietHours';
  // One after the other for one phone, so that parallel reminders cannot slip past the cap.
  await sql.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${`sms:${sms.phone}`}))`;
  const today = new Date(parseWallTime(formatDate(now)) ?? now);
  const sent = await sql.smsLog.count({
    where: {
      phone: sms.phone,
      createDate: { gte: today },
      type: { in: ['inspection', 'contract', 'maintenance'] },
      state: { not: 'SUPPRESSED' },
    },
  });
  return sent >= REMINDERS_A_DAY ? 'dailyCap' : null;
}

/**
 * Queues a message in the caller's transaction; it leaves after the commit (`sendDueSms`, or the gateway's clock within
 * seconds).
 * @returns its number in the log, and why it will not be sent (null: it will)
 */
export async function queueSms(
  sql: Transaction,
  sms: NewSms,
  now = Date.now(),
): Promise<{ id: bigint; suppressed: SuppressReason | null }> {
  const suppressed = await reasonAgainst(sql, sms, now);
  const content = (sms.code ? sms.text.replaceAll(sms.code, MASK) : sms.text).slice(0, MAX_CONTENT);
  const { id } = await sql.smsLog.create({
    data: {
      phone: sms.phone ?? '',
      username: sms.username ?? null,
      type: sms.type,
      content,
      parts: partsOf(sms.text),
      ...(sms.code && !suppressed ? { sealedText: { ...seal(TEXT_BOX, sms.text) } } : {}),
      equipmentNo: sms.equipmentNo ?? null,
      projectId: sms.projectId ?? null,
      branchCode: sms.branchCode ?? null,
      state: suppressed ? 'SUPPRESSED' : 'QUEUED',
      error: suppressed,
      nextAt: suppressed ? null : new Date(Math.max(now, sms.notBefore ?? 0)),
      createDate: new Date(now),
    },
    select: { id: true },
  });
  return { id, suppressed };
}

/**
 * Queues a failed message again (resendSms).
 * @returns false when it is no failed message, or one with a code or a link
 */
export async function requeueSms(sql: Transaction, id: bigint, now = Date.now()): Promise<boolean> {
  const { count } = await sql.smsLog.updateMany({
    where: { id, state: 'FAILED', type: { notIn: [...SECRET_TYPES] } },
    data: { state: 'QUEUED', tries: 0, error: null, nextAt: new Date(now) },
  });
  return count === 1;
}

/** Calls off messages that have not left yet (readings 80, 84). @returns how many */
export async function withdrawSms(
  sql: Transaction,
  ids: readonly bigint[],
  reason: Extract<SuppressReason, 'acknowledged' | 'clockStopped' | 'linkEnded' | 'released'>,
): Promise<number> {
  if (ids.length === 0) return 0;
  const { count } = await sql.smsLog.updateMany({
    where: { id: { in: [...ids] }, state: 'QUEUED' },
    data: { state: 'SUPPRESSED', error: reason, nextAt: null },
  });
  return count;
}
