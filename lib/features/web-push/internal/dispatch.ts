import { z } from 'zod';
import webPush from 'web-push';
import { hrefOf } from '@/lib/routes';
import { pool } from '@/lib/platform/db/client';
import { LANGUAGES, type Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { isTransientStatus, noAnswerReason } from '@/lib/platform/http/no-answer';
import { nextTryAt } from '@/lib/platform/texting/rules';
import { logger } from '@/lib/platform/system/log';
import { PUSH_KINDS, type PushKind } from '../value-sets';
import { vapidKeys } from './keys';

/**
 * Sends what is due. Any number of processes may do it at once: a row is claimed for a while before it is sent. What a
 * device is told holds no name, no phone and no place; the page that it opens reads those.
 */

const BATCH = 20;
/** A claim outlives the time-out, not by much. */
const CLAIM_SEC = 30;
const TIMEOUT_MS = 10_000;
/** How long a push service keeps it for a device that is off: later it would be old news. */
const TTL_SEC = 3600;
/** The device is gone for good: it unsubscribed, or subscribed with another key. */
const GONE: readonly number[] = [401, 403, 404, 410];

const Due = z.object({
  id: z.string(),
  notification_id: z.string(),
  device_id: z.string(),
  kind: z.enum(PUSH_KINDS),
  tries: z.number(),
  equipment_no: z.string().nullable(),
  object_id: z.string().nullable(),
  is_over: z.boolean(),
  endpoint: z.string().nullable(),
  p256dh: z.string().nullable(),
  auth: z.string().nullable(),
  language: z.enum(LANGUAGES).nullable(),
});
type Due = z.infer<typeof Due>;

async function claim(now: number): Promise<Due[]> {
  const { rows } = await pool().query(
    `WITH due AS (
       UPDATE push_log SET tries = tries + 1, next_at = to_timestamp($1 / 1000.0) + interval '${CLAIM_SEC} seconds'
        WHERE id IN (SELECT id FROM push_log WHERE next_at <= to_timestamp($1 / 1000.0) AND state = 'QUEUED'
                      ORDER BY next_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
       RETURNING id, notification_id, device_id, kind, tries)
     SELECT due.id::text, due.notification_id::text, due.device_id, due.kind, due.tries, n.equipment_no, n.object_id,
            due.kind IN ('entrapment', 'fault') AND n.object_status IS NOT TRUE AS is_over,
            d.endpoint, d.p256dh, d.auth, d.language
       FROM due
       LEFT JOIN notification n ON n.notification_id = due.notification_id
       LEFT JOIN (push_device d JOIN session s ON s.id = d.session_id AND s.revoked_at IS NULL AND s.expire_at > to_timestamp($1 / 1000.0))
         ON d.device_id = due.device_id`,
    [now],
  );
  return z.array(Due).parse(rows);
}

/** Where a tap leads: to what has to be done next. */
function pathOf({ kind, equipment_no: equipmentNo, object_id: id }: Due): string {
  if (kind === 'announcement' && id !== null) return hrefOf('announcement', { id });
  if (kind === 'escalation' || equipmentNo === null) return hrefOf('home');
  return hrefOf('equipmentDetail', { equipmentNo });
}

const payloadOf = (due: Due, language: Language) =>
  JSON.stringify({
    title: translateServer(language, 'webPush', `title.${due.kind}`),
    body: translateServer(language, 'webPush', 'body'),
    path: pathOf(due),
    tag: due.notification_id,
  });

type Result =
  | { readonly state: 'SENT' }
  | { readonly state: 'WITHDRAWN'; readonly error: string }
  | { readonly state: 'FAILED'; readonly error: string; readonly isTransient?: boolean; readonly isGone?: boolean };

const URGENCY: Readonly<Record<PushKind, 'high' | 'normal'>> = {
  entrapment: 'high',
  escalation: 'high',
  fault: 'normal',
  announcement: 'normal',
};

async function send(due: Due): Promise<Result> {
  const { endpoint, p256dh, auth, language } = due;
  if (due.is_over) return { state: 'WITHDRAWN', error: 'over' };
  if (endpoint === null || p256dh === null || auth === null || language === null)
    return { state: 'WITHDRAWN', error: 'noDevice' };
  try {
    const { method, headers, body } = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      payloadOf(due, language),
      { vapidDetails: vapidKeys(), TTL: TTL_SEC, urgency: URGENCY[due.kind] },
    );
    const { 'Content-Length': _length, ...rest } = headers as Record<string, string>;
    const response = await fetch(endpoint, {
      method,
      headers: rest,
      body: new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return { state: 'SENT' };
    const { status } = response;
    return {
      state: 'FAILED',
      error: `HTTP ${status}`,
      isGone: GONE.includes(status),
      isTransient: isTransientStatus(status),
    };
  } catch (error) {
    return { state: 'FAILED', error: noAnswerReason(error, TIMEOUT_MS / 1000), isTransient: true };
  }
}

async function note(due: Due, result: Result, now: number): Promise<void> {
  const again = result.state === 'FAILED' && result.isTransient ? nextTryAt(due.tries, now) : null;
  await pool().query(
    `UPDATE push_log SET state = $2::push_state, error = $3, next_at = to_timestamp($4 / 1000.0),
            sent_date = CASE WHEN $2 = 'SENT' THEN to_timestamp($5 / 1000.0) END
      WHERE id = $1::bigint`,
    [due.id, again === null ? result.state : 'QUEUED', result.state === 'SENT' ? null : result.error, again, now],
  );
  if (result.state !== 'FAILED') return;
  if (result.isGone) await pool().query('DELETE FROM push_device WHERE device_id = $1', [due.device_id]);
  logger('web-push').warn(
    { id: due.id, kind: due.kind, reason: result.error, tries: due.tries },
    'a notice was not sent',
  );
}

/** Sends every notice that is due, oldest first. @returns how many were tried */
export async function sendDuePushes(now: () => number = Date.now): Promise<number> {
  let tried = 0;
  for (;;) {
    const batch = await claim(now());
    await Promise.all(batch.map(async (due) => note(due, await send(due), now())));
    tried += batch.length;
    if (batch.length < BATCH) return tried;
  }
}
