import { createHash, randomBytes } from 'node:crypto';
import { config } from '@/lib/config';
import { queueSms, withdrawSms } from '@/lib/platform/texting/queue';
import { hrefOf } from '@/lib/routes';
import type { Transaction } from '@/lib/platform/db/transaction';
import { messageOf } from './message';
import type { DispatchedCallback } from './message';

/**
 * The link that a technician gets with a call-out (readings 245): one per dispatch. It opens only that call-out and
 * ends with it. Only the hash of its token is stored; the message in the log shows `******` in its place.
 */

const TOKEN_BYTES = 18;
/** A link's token: 24 characters that need no escaping in an address. */
export const TOKEN_FORM = /^[\w-]{24}$/;
const MINUTE_MS = 60_000;
/** So long the dispatcher waits for an acceptance, ms. */
export const ACCEPT_WITHIN_MS = { trapped: 3 * MINUTE_MS, others: 15 * MINUTE_MS } as const;

export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');
const hrefOfToken = (token: string) => new URL(hrefOf('assignment', { k: token }), config().publicUrl).href;

/** A mobile number that a text message reaches; null for a landline or whatever else was typed. */
const mobileOf = (phone: string): string | null => /^(?:\+?86)?[\s-]*(1\d{10})$/.exec(phone.trim())?.[1] ?? null;

export interface TechnicianDispatch {
  readonly technicianName: string;
  readonly technicianPhone: string;
  /** Who dispatched. */
  readonly operator: string | null;
}

/** Writes the message to the technician of a dispatch, in its transaction; links given out before open nothing any more. */
export async function notifyTechnician(
  sql: Transaction,
  callback: DispatchedCallback,
  dispatch: TechnicianDispatch,
): Promise<void> {
  const { callbackId, equipmentNo, branchCode, isTrapped } = callback;
  const { technicianName, technicianPhone, operator } = dispatch;
  const now = new Date();
  await endLinks(sql, callbackId, now);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const { id: smsId } = await queueSms(sql, {
    type: 'technician',
    phone: mobileOf(technicianPhone),
    text: await messageOf(sql, callback, { operator, href: hrefOfToken(token) }),
    code: token,
    equipmentNo,
    branchCode,
  });
  await sql.technicianLink.create({
    data: {
      callbackId,
      tokenHash: hashOf(token),
      technicianName,
      technicianPhone,
      operator,
      smsId,
      createDate: now,
      acceptDue: new Date(now.getTime() + ACCEPT_WITHIN_MS[isTrapped ? 'trapped' : 'others']),
    },
  });
}

/** The link of a call-out opens nothing any more: the work is over, given back, or somebody else's. Its message, if still here, stays. */
export async function endLinks(sql: Transaction, callbackId: string, at = new Date()): Promise<void> {
  const live = await sql.technicianLink.findMany({
    where: { callbackId, revokedDate: null },
    select: { id: true, smsId: true },
  });
  if (live.length === 0) return;
  await sql.technicianLink.updateMany({
    where: { id: { in: live.map(({ id }) => id) } },
    data: { revokedDate: at, acceptDue: null },
  });
  await withdrawSms(
    sql,
    live.map(({ smsId }) => smsId),
    'linkEnded',
  );
}

/** The call-out went on: nobody waits for the acceptance any more. */
export async function stopWaiting(sql: Transaction, callbackId: string): Promise<void> {
  await sql.technicianLink.updateMany({ where: { callbackId, acceptDue: { not: null } }, data: { acceptDue: null } });
}
