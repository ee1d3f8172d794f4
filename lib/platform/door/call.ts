import 'server-only';
import { headers } from 'next/headers';
import { currentLanguage } from '@/lib/platform/i18n/request';
import type { Envelope } from '@/lib/platform/contract/envelope';
import type { InputOf, Operation, OutputOf } from '@/lib/platform/contract/operation';
import { pageFocus } from '@/lib/platform/focus/page-focus';
import { webDoor } from './web-door';

/**
 * A call by a server component: through the same door as a browser's call, in process, with the visitor's cookie, focus
 * and language. The input is typed and passed as it is. Caller, rate, authority, schema, scope and audit line are those
 * of every call.
 */

/** Returns the envelope; pages that show 404 and 511 decide by its code. What a refusal tells of single fields is no answer. */
export async function sms<T extends Operation>(operation: T, input: InputOf<T>): Promise<Envelope<OutputOf<T>>> {
  const [incoming, language, focus] = await Promise.all([headers(), currentLanguage(), pageFocus()]);
  const visitor = new Headers({ 'accept-language': language, 'sec-fetch-site': 'same-origin' });
  for (const name of ['cookie', 'x-forwarded-for', 'user-agent', 'x-request-id']) {
    const value = incoming.get(name);
    if (value) visitor.set(name, value);
  }
  if (focus) visitor.set('projectid', focus);
  const envelope = await webDoor().call(operation, input, { headers: visitor });
  return envelope.code === 200 ? envelope : { ...envelope, data: null };
}
