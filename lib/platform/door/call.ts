import 'server-only';
import { headers } from 'next/headers';
import { currentLanguage } from '@/lib/platform/i18n/request';
import { config } from '@/lib/config';
import type { Envelope } from '@/lib/platform/contract/envelope';
import type { InputOf, Operation, OutputOf } from '@/lib/platform/contract/operation';
import { pageFocus } from '@/lib/platform/focus/page-focus';
import { handleSms } from './web-door';

/**
 * A call by a server component: through the same door as a browser's call, in process, with the visitor's own cookie,
 * focus and language. One way in means one set of checks; no HTTP to ourselves.
 */

/** Answers the envelope as it is; pages that draw 404 and 511 decide by its code. */
export async function sms<T extends Operation>(operation: T, input: InputOf<T>): Promise<Envelope<OutputOf<T>>> {
  const incoming = await headers();
  const keys = new Set<string>();
  const values = input as Record<string, unknown>;
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    keys.add(name);
    return encodeURIComponent(String(values[name] ?? ''));
  });
  const rest = Object.fromEntries(
    Object.entries(values ?? {}).filter(([name, value]) => !keys.has(name) && value !== undefined),
  );
  const url = new URL(`/sms/${path}`, config().publicUrl);
  if (operation.method === 'GET')
    for (const [name, value] of Object.entries(rest)) url.searchParams.set(name, String(value));
  const forwarded = new Headers({
    'accept-language': await currentLanguage(),
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  });
  for (const name of ['cookie', 'x-forwarded-for', 'user-agent', 'x-request-id']) {
    const value = incoming.get(name);
    if (value) forwarded.set(name, value);
  }
  const focus = await pageFocus();
  if (focus) forwarded.set('projectid', focus);
  const response = await handleSms(
    new Request(url, {
      method: operation.method,
      headers: forwarded,
      body: operation.method === 'GET' ? undefined : JSON.stringify(rest),
    }),
  );
  return (await response.json()) as Envelope<OutputOf<T>>;
}
