import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { config } from '@/lib/config';
import { isFinalRefusal } from './rules';

/** Sends e-mails. One interface; configuration chooses the implementation (`MAIL_PROVIDER`). */

export interface OutgoingMail {
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** Language of subject and text, as a header says it. */
  readonly language: string;
  /** Where the receiver can opt out. */
  readonly optOutHref: string;
  /** Opened when the server asks for them, so that no whole e-mail is in memory. */
  readonly attachments: readonly { readonly name: string; readonly mime: string; open(): Promise<Readable> }[];
}

export type MailResult =
  | { readonly ok: true }
  | { readonly ok: false; /** Trying again may help. */ readonly isTransient: boolean; readonly reason: string };

export interface MailProvider {
  readonly name: string;
  send(mail: OutgoingMail): Promise<MailResult>;
}

const CONNECT_MS = 15_000;
const SILENCE_MS = 60_000;

/** The embedded outbox: the row itself is where the e-mail arrives. */
const outbox: MailProvider = { name: 'outbox', send: () => Promise.resolve({ ok: true }) };

const Refusal = z.object({
  message: z.string().default('no answer'),
  code: z.string().optional(),
  responseCode: z.number().optional(),
  response: z.string().optional(),
});

function transportTo(url: string) {
  const { hostname, port, protocol, username, password, searchParams } = new URL(url);
  const isSecure = protocol === 'smtps:';
  return createTransport({
    host: hostname,
    port: port ? Number(port) : isSecure ? 465 : 587,
    secure: isSecure,
    // For a server in one's own network with a certificate of its own.
    tls: { rejectUnauthorized: searchParams.get('verify') !== '0' },
    ...(username ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } } : {}),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Connects and signs in as a message would, and sends none. @throws what the server or the way to it says */
export async function tryMailServer(url: string): Promise<void> {
  const transport = transportTo(url);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Any SMTP server by its URL: `smtp://user:password@host:587` (STARTTLS where offered), `smtps://` (TLS from the start). */
function smtpProvider(url: string, from: string): MailProvider {
  return {
    name: 'smtp',
    async send({ messageId, to, subject, text, language, optOutHref, attachments }) {
      const transport = transportTo(url);
      try {
        await transport.sendMail({
          messageId,
          from,
          // As an object: an address is never read as a list of them.
          to: { name: '', address: to },
          subject,
          text,
          headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
          list: { unsubscribe: { url: optOutHref, comment: '' } },
          attachments: await Promise.all(
            attachments.map(async ({ name, mime, open }) => ({
              filename: name,
              contentType: mime,
              content: await open(),
            })),
          ),
        });
        return { ok: true };
      } catch (error) {
        const refusal = Refusal.catch({ message: 'no answer' }).parse(error);
        return {
          ok: false,
          isTransient: !isFinalRefusal(refusal),
          reason: (refusal.response ?? [refusal.code, refusal.message].filter(Boolean).join(' ')).slice(0, 300),
        };
      } finally {
        transport.close();
      }
    },
  };
}

/** The provider of this installation; null when none is configured. */
export function mailProvider(): MailProvider | null {
  const { provider, url, from } = config().mail;
  if (provider === 'outbox') return outbox;
  return provider === 'smtp' && url ? smtpProvider(url, from) : null;
}
