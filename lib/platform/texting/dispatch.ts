import { z } from 'zod';
import { unseal } from '@/lib/platform/secrets/secret-box';
import { pool } from '@/lib/platform/db/client';
import { logger } from '@/lib/platform/system/log';
import type { SmsType } from './contract';
import { smsProvider } from './provider';
import type { SendResult, SmsProvider } from './provider';
import { TEXT_BOX } from './queue';
import { retryAt } from './rules';

/**
 * Sends what is due. Any number of processes may do it at once: a row is claimed for a while before it is sent, so that
 * one message leaves once; a process that dies in between leaves it to the next.
 */

const BATCH = 20;
/** A claim outlives the provider's time-out, not by much. */
const CLAIM_SEC = 30;
const MAX_ERROR = 500;

const DueTextMessage = z.object({
  id: z.string(),
  phone: z.string(),
  type: z.string(),
  content: z.string(),
  sealed_text: z.unknown(),
  tries: z.number(),
});
type DueTextMessage = z.infer<typeof DueTextMessage>;

async function claim(now: number): Promise<DueTextMessage[]> {
  const { rows } = await pool().query(
    `UPDATE sms_log SET tries = tries + 1, next_at = to_timestamp($1 / 1000.0) + interval '${CLAIM_SEC} seconds'
     WHERE id IN (SELECT id FROM sms_log WHERE next_at <= to_timestamp($1 / 1000.0) AND state = 'QUEUED' ORDER BY next_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
     RETURNING id::text, phone, type, content, sealed_text, tries`,
    [now],
  );
  return z.array(DueTextMessage).parse(rows);
}

/** The text to send: that of a code is sealed; null when it was sealed with another secret. */
function textOf({ content, sealed_text: sealed }: DueTextMessage): string | null {
  return sealed === null || sealed === undefined
    ? content
    : (z.string().safeParse(unseal(TEXT_BOX, sealed)).data ?? null);
}

async function note(due: DueTextMessage, result: SendResult, provider: SmsProvider, now: number): Promise<void> {
  const again = result.ok || !result.isTransient ? null : retryAt(due.type as SmsType, due.tries, now);
  const state = result.ok ? (result.isDelivered ? 'DELIVERED' : 'SENT') : again === null ? 'FAILED' : 'QUEUED';
  await pool().query(
    `UPDATE sms_log SET state = $2::sms_state, error = $3, next_at = to_timestamp($4 / 1000.0), provider = $5, provider_id = $6,
            deliver_date = CASE WHEN $2 = 'DELIVERED' THEN to_timestamp($7 / 1000.0) END,
            sealed_text = CASE WHEN $8 OR $2 = 'QUEUED' THEN sealed_text END
     -- One that was called off while the provider was asked is not sent again; that it has left all the same is kept.
     WHERE id = $1::bigint AND (state = 'QUEUED' OR $2 IN ('SENT', 'DELIVERED'))`,
    [
      due.id,
      state,
      result.ok ? null : result.reason.slice(0, MAX_ERROR),
      again,
      provider.name,
      result.ok ? result.providerId : null,
      now,
      provider.keepsText,
    ],
  );
  if (!result.ok)
    logger('sms-gateway').warn(
      { id: due.id, type: due.type, reason: result.reason, tries: due.tries, isFinal: again === null },
      'a text message was not sent',
    );
}

async function send(due: DueTextMessage, provider: SmsProvider): Promise<SendResult> {
  const text = textOf(due);
  if (text === null)
    return { ok: false, isTransient: false, reason: 'the text cannot be read with this SESSION_SECRET' };
  return provider.send({ reference: due.id, phone: due.phone, text, type: due.type });
}

/** Sends every message that is due, oldest first. @returns how many were tried */
export async function sendDueSms(now: () => number = Date.now): Promise<number> {
  const provider = smsProvider();
  if (!provider) return 0;
  let tried = 0;
  for (;;) {
    const batch = await claim(now());
    await Promise.all(batch.map(async (due) => note(due, await send(due, provider), provider, now())));
    tried += batch.length;
    if (batch.length < BATCH) return tried;
  }
}

/** Sends what is due without making the caller wait; after a failure the scheduled run tries again. */
export function nudgeSms(): void {
  sendDueSms().catch((error: unknown) =>
    logger('sms-gateway').warn({ err: error }, 'text messages wait for the next run'),
  );
}
