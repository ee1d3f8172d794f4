import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { config } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { noAnswerReason } from '@/lib/platform/http/no-answer';
import { logger } from '@/lib/platform/system/log';
import { contentOf } from '../content';
import { MARKED_SCREENS } from '../content-marks';
import { retryDelay } from '../player/retry';

/**
 * Tells a screen control service of a third party what its screens should show (api.md §2.26, the adapter `http`). What is
 * due follows from the screens themselves: the mark of their content is another one than the service has taken. Any
 * number of processes may do it at once: a screen is claimed for a while before its content is sent. No screen waits for
 * the answer of another one.
 */

/** Contents under way at once, in one process. */
const MOST_SENDS = 300;
/** Places of these that only trapped persons get, though nobody answers the others. */
const FOR_TRAPPED = 100;
/** A claim outlives the time-out, not by much. */
const CLAIM_SEC = 15;
const TIMEOUT_MS = 10_000;
/** The screen is another adapter's, or gone there. */
const NOT_THEIRS: readonly number[] = [404, 410];
/** Failures in a row beyond which the wait grows no more. */
const MOST_TRIES = 1000;

const Due = z.object({
  screen_no: z.string(),
  key_hash: z.string(),
  comfort: z.boolean(),
  mark: z.string(),
  send_tries: z.number(),
});
type Due = z.infer<typeof Due>;

/** Trapped persons first, then screens that were not tried yet. @param places under way that are free */
async function claim(now: number, places: number): Promise<Due[]> {
  const at = new Date(now);
  const until = new Date(now + CLAIM_SEC * 1000);
  const open = places - FOR_TRAPPED;
  return z.array(Due).parse(
    await db().$queryRaw`
      UPDATE smart_screen AS claimed SET send_tries = least(claimed.send_tries + 1, ${MOST_TRIES}), send_at = ${until}
        FROM (SELECT s.screen_no, t.comfort, m.mark FROM ${MARKED_SCREENS}
               WHERE s.key_hash IS NOT NULL AND (s.send_at IS NULL OR s.send_at <= ${at}) AND s.sent_mark IS DISTINCT FROM m.mark
                 AND (${open > 0} OR t.comfort)
               ORDER BY t.comfort DESC, s.send_at NULLS FIRST, s.screen_no
               LIMIT ${open > 0 ? open : places} FOR UPDATE OF s SKIP LOCKED) AS due
       WHERE claimed.screen_no = due.screen_no
      RETURNING claimed.screen_no, claimed.key_hash, due.comfort, due.mark, claimed.send_tries`,
  );
}

/** `t=<epoch ms>,v1=<hex>` of a body. */
export const signatureOf = (body: string, secret: string, now: number): string =>
  `t=${now},v1=${createHmac('sha256', secret).update(`${now}.${body}`).digest('hex')}`;

/** @returns why it was not taken; undefined: it was */
async function send(due: Due, service: { url: string; secret: string }, now: number): Promise<string | undefined> {
  const { screen_no: screenNo, comfort, mark } = due;
  try {
    const content = await contentOf(screenNo, { comfort, mark });
    const body = JSON.stringify({ screenNo, content });
    const response = await fetch(service.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Screen-Signature': signatureOf(body, service.secret, now) },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok || NOT_THEIRS.includes(response.status) ? undefined : `HTTP ${response.status}`;
  } catch (error) {
    return noAnswerReason(error, TIMEOUT_MS / 1000);
  }
}

/** A screen that was linked anew meanwhile has content of its own to get. */
async function note(due: Due, failure: string | undefined, now: number): Promise<void> {
  const { screen_no: screenNo, key_hash: keyHash, mark: sentMark, send_tries: tries } = due;
  await db().smartScreen.updateMany({
    where: { screenNo, keyHash },
    data:
      failure === undefined ? { sentMark, sendTries: 0, sendAt: null } : { sendAt: new Date(now + retryDelay(tries)) },
  });
  if (failure !== undefined)
    logger('screens').warn({ screenNo, reason: failure, tries }, 'the screen control service did not take a content');
}

const underWay = new Set<Promise<void>>();

/** Begins to send what is due, as far as there are places, and waits for no answer. @returns how many were begun */
export async function sendDueContents(now: () => number = Date.now): Promise<number> {
  const service = config().screenService;
  const places = MOST_SENDS - underWay.size;
  if (!service || places <= 0) return 0;
  const begun = await claim(now(), places);
  for (const due of begun) {
    const sent = send(due, service, now())
      .then((failure) => note(due, failure, now()))
      .catch((error: unknown) => logger('screens').warn({ err: error, screenNo: due.screen_no }, 'will be sent again'))
      .finally(() => underWay.delete(sent));
    underWay.add(sent);
  }
  return begun.length;
}

/** Waits until no content is under way. */
export const contentsSent = async (): Promise<void> => void (await Promise.all(underWay));
