import { z } from 'zod';
import { config } from '@/lib/config';
import { isTransientStatus, noAnswerReason } from '@/lib/platform/http/no-answer';

/** Sends text messages. One interface; configuration chooses the implementation (`SMS_PROVIDER`). */

export interface OutgoingSms {
  /** Our own number of the message, the same for every try, so that a provider can recognise a repetition. */
  readonly reference: string;
  readonly phone: string;
  readonly text: string;
  readonly type: string;
}

export type SendResult =
  | {
      readonly ok: true;
      /** The provider knows that it arrived. */ readonly isDelivered: boolean;
      readonly providerId: string | null;
    }
  | { readonly ok: false; /** Trying again may help. */ readonly isTransient: boolean; readonly reason: string };

export interface SmsProvider {
  readonly name: string;
  /** The message stays in our own table, so the text of a code must stay readable there. */
  readonly keepsText: boolean;
  send(message: OutgoingSms): Promise<SendResult>;
}

const TIMEOUT_MS = 10_000;
const MAX_ID = 64;
const Answer = z.object({
  id: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((id) => (id === null || id === undefined ? null : String(id).slice(0, MAX_ID))),
  delivered: z.boolean().nullish(),
});

/** The embedded outbox: the row itself is where the message arrives. Read codes with `npm run sms:outbox`. */
const outbox: SmsProvider = {
  name: 'outbox',
  keepsText: true,
  send: () => Promise.resolve({ ok: true, isDelivered: true, providerId: null }),
};

/**
 * Any provider behind HTTP: `POST {reference, phone, text, type}` as JSON with a bearer token; 2xx takes the message,
 * `{id, delivered}` of the answer is kept. 408, 429, 5xx and a broken connection are tried again, other refusals are final.
 */
function httpProvider(url: string, token: string | undefined): SmsProvider {
  return {
    name: 'http',
    keepsText: false,
    async send(message) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
          body: JSON.stringify(message),
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        const body = await response.text();
        if (!response.ok) {
          // Only the status: an answer may repeat the message, and with it a code.
          return { ok: false, isTransient: isTransientStatus(response.status), reason: `HTTP ${response.status}` };
        }
        const answer = Answer.safeParse(parsed(body)).data;
        return { ok: true, isDelivered: answer?.delivered === true, providerId: answer?.id ?? null };
      } catch (error) {
        return { ok: false, isTransient: true, reason: noAnswerReason(error, TIMEOUT_MS / 1000) };
      }
    },
  };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** The provider of this installation; null when none is configured. */
export function smsProvider(): SmsProvider | null {
  const { provider, url, token } = config().texting;
  if (provider === 'outbox') return outbox;
  return provider === 'http' && url ? httpProvider(url, token) : null;
}
