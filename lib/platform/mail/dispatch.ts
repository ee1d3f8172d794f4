import { z } from 'zod';
import { db, pool } from '@/lib/platform/db/client';
import { findStoredFile, openStoredFile } from '@/lib/platform/files/stored-files';
import { parseLanguage, type Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { logger } from '@/lib/platform/system/log';
import type { MailState, MailSuppressReason } from './contract';
import { linkedFileHref } from './linked-files';
import { addressKey, optOutHref } from './opt-out-link';
import { mailProvider } from './provider';
import type { MailProvider, MailResult } from './provider';
import { Attachment } from './queue';
import { mailRetryAt } from './rules';

/**
 * Sends what is due. Any number of processes may do it at once: a row is claimed, and again while its sending lasts, so that one
 * e-mail leaves once; a process that dies in between leaves it to the next, which sends it under the same Message-ID.
 */

const BATCH = 10;
/** Longer than a busy process needs to renew a claim. */
const CLAIM_SEC = 300;
const RENEW_MS = 60_000;
const MAX_ERROR = 500;

const DueMail = z.object({
  id: z.string(),
  to_address: z.string(),
  language: z.string(),
  subject: z.string(),
  content: z.string(),
  attachments: z.array(Attachment),
  message_id: z.string(),
  tries: z.number(),
});
type DueMail = z.infer<typeof DueMail>;

async function claim(now: number): Promise<DueMail[]> {
  const { rows } = await pool().query(
    `UPDATE mail_log SET tries = tries + 1, next_at = to_timestamp($1 / 1000.0) + interval '${CLAIM_SEC} seconds'
     WHERE id IN (SELECT id FROM mail_log WHERE next_at <= to_timestamp($1 / 1000.0) AND state = 'QUEUED' ORDER BY next_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
     RETURNING id::text, to_address, language, subject, content, attachments, message_id, tries`,
    [now],
  );
  return z.array(DueMail).parse(rows);
}

/**
 * Renews the claim on a row while it is being sent, however slow the connection is. @returns the function that ends it
 */
function keepClaim({ id, tries }: DueMail, now: () => number, renewMs: number): () => void {
  const timer = setInterval(() => {
    void pool()
      .query(
        `UPDATE mail_log SET next_at = to_timestamp($2 / 1000.0) + interval '${CLAIM_SEC} seconds'
         WHERE id = $1::bigint AND state = 'QUEUED' AND tries = $3`,
        [id, now(), tries],
      )
      .catch((error: unknown) => logger('mail').warn({ err: error, id }, 'an e-mail that is being sent was not kept'));
  }, renewMs);
  return () => clearInterval(timer);
}

async function write(
  due: DueMail,
  state: Exclude<MailState, 'BOUNCED'>,
  {
    error = null,
    nextAt = null,
    provider,
    now,
  }: { error?: string | null; nextAt?: number | null; provider: string; now: number },
): Promise<void> {
  await pool().query(
    `UPDATE mail_log SET state = $2::mail_state, error = $3, next_at = to_timestamp($4 / 1000.0), provider = $5,
            sent_date = CASE WHEN $2 = 'SENT' THEN to_timestamp($6 / 1000.0) END
     WHERE id = $1::bigint`,
    [due.id, state, error?.slice(0, MAX_ERROR) ?? null, nextAt, provider, now],
  );
}

/** The reason for not sending it, as known now. */
async function reasonAgainst(due: DueMail): Promise<MailSuppressReason | null> {
  // The receiver may have opted out after it was queued.
  if ((await db().mailOptOut.count({ where: { emailAddress: addressKey(due.to_address) } })) > 0) return 'optedOut';
  for (const { path } of due.attachments)
    if ((await db().storedFile.count({ where: { path, deletedAt: null } })) === 0) return 'fileGone';
  return null;
}

/** The foot of the text: links to files that are too large, and how to opt out. */
function footOf(due: DueMail, language: Language, href: string, now: number): string {
  const links = due.attachments.flatMap(({ name, isLinked }, place) =>
    isLinked ? [`${name}\n${linkedFileHref(due.id, place, now)}`] : [],
  );
  const files = links.length > 0 ? [translateServer(language, 'mailLog', 'links'), ...links, ''] : [];
  return [...files, '-- ', translateServer(language, 'mailLog', 'foot', { href }), ''].join('\n');
}

async function send(due: DueMail, provider: MailProvider, now: number): Promise<MailResult> {
  const language = parseLanguage(due.language);
  const href = optOutHref(due.to_address);
  const attached = due.attachments.filter(({ isLinked }) => !isLinked);
  return provider.send({
    messageId: due.message_id,
    to: due.to_address,
    subject: due.subject,
    text: `${due.content}\n\n${footOf(due, language, href, now)}`,
    language,
    optOutHref: href,
    attachments: await Promise.all(
      attached.map(async ({ path, name }) => {
        const { kind } = await db().storedFile.findUniqueOrThrow({ where: { path }, select: { kind: true } });
        const file = await findStoredFile(path, kind);
        return { name, mime: file.mime, open: () => openStoredFile(file) };
      }),
    ),
  });
}

async function sendOne(due: DueMail, provider: MailProvider, now: () => number, renewMs: number): Promise<void> {
  const against = await reasonAgainst(due);
  if (against) return write(due, 'SUPPRESSED', { error: against, provider: provider.name, now: now() });
  const endClaim = keepClaim(due, now, renewMs);
  const result = await send(due, provider, now())
    .catch((error: unknown): MailResult => ({
      ok: false,
      isTransient: true,
      reason: error instanceof Error ? error.message : String(error),
    }))
    .finally(endClaim);
  const at = now();
  if (result.ok) return write(due, 'SENT', { provider: provider.name, now: at });
  const again = result.isTransient ? mailRetryAt(due.tries, at) : null;
  await write(due, !result.isTransient ? 'REFUSED' : again === null ? 'FAILED' : 'QUEUED', {
    error: result.reason,
    nextAt: again,
    provider: provider.name,
    now: at,
  });
  logger('mail').warn(
    { id: due.id, reason: result.reason, tries: due.tries, isFinal: again === null },
    'an e-mail was not sent',
  );
}

/** Sends every e-mail that is due, oldest first, a few at once. @param renewMs how often a claim is renewed @returns how many were tried */
export async function sendDueMail(now: () => number = Date.now, renewMs = RENEW_MS): Promise<number> {
  const provider = mailProvider();
  if (!provider) return 0;
  let tried = 0;
  for (;;) {
    const batch = await claim(now());
    // A few at once, so that a slow server holds no more than its own connections.
    await Promise.all(
      batch.map((due) =>
        sendOne(due, provider, now, renewMs).catch((error: unknown) =>
          logger('mail').error({ err: error, id: due.id }, 'an e-mail waits for its next try'),
        ),
      ),
    );
    tried += batch.length;
    if (batch.length < BATCH) return tried;
  }
}
