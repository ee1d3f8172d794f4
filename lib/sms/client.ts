import type { Envelope } from './envelope';
import { trimValues } from './trim';
import type { InputOf, Operation, OutputOf } from './operation';

/**
 * Calls from the browser. The session is the HttpOnly cookie, so there is no token here (readings 25); what a page can
 * say is its language and its focus projects.
 */

const TIMEOUT_MS = 60_000;
/** Dispatched on `window` when the session is over; the layout shows error.message4login and goes to /login. */
export const LOGIN_EXPIRED_EVENT = 'sms:login-expired';

/** A refused call: the envelope's code, stable error id, message for the user, and data. */
export class SmsError extends Error {
  override name = 'SmsError';
  constructor(
    readonly code: number,
    message: string,
    readonly error: string,
    readonly data: unknown,
    readonly retryAfterSec?: number,
  ) {
    super(message);
  }

  /** Messages by field of a `validation_failed`. */
  get fieldErrors(): Record<string, string> {
    return (this.data as { fieldErrors?: Record<string, string> } | null)?.fieldErrors ?? {};
  }
}

function focusHeader(): string | null {
  try {
    return localStorage.getItem('focusProjects');
  } catch {
    return null;
  }
}

/** Sends a call. @returns data. @throws SmsError for every code but 200; code 0 `network`, 504 for no answer in 60 s. */
export async function callSms<T extends Operation>(operation: T, input: InputOf<T>, options: { signal?: AbortSignal } = {}): Promise<OutputOf<T>> {
  const values = trimValues((input ?? {}) as Record<string, unknown>, operation.untrimmed);
  const keys = new Set<string>();
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    keys.add(name);
    return encodeURIComponent(String(values[name] ?? ''));
  });
  const rest = Object.fromEntries(Object.entries(values).filter(([name, value]) => !keys.has(name) && value !== undefined));
  const search = operation.method === 'GET' ? new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString() : '';
  const headers = new Headers({ 'Accept-Language': document.documentElement.lang || 'zh-CN', 'X-Session': 'cookie' });
  if (operation.method !== 'GET') headers.set('Content-Type', 'application/json');
  const focus = focusHeader();
  if (focus) headers.set('projectId', focus);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let envelope: Envelope<OutputOf<T>>;
  let retryAfter: string | null;
  try {
    const response = await fetch(`/sms/${path}${search ? `?${search}` : ''}`, {
      method: operation.method,
      headers,
      body: operation.method === 'GET' ? undefined : JSON.stringify(rest),
      credentials: 'same-origin',
      cache: 'no-store',
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    });
    retryAfter = response.headers.get('retry-after');
    envelope = (await response.json()) as Envelope<OutputOf<T>>;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw timeout.aborted ? new SmsError(504, '', 'gateway_timeout', null) : new SmsError(0, '', 'network', null);
  }
  if (envelope.code === 200) return envelope.data as OutputOf<T>;
  if (envelope.code === 401 && operation.access.kind !== 'public') window.dispatchEvent(new CustomEvent(LOGIN_EXPIRED_EVENT, { detail: envelope.message }));
  throw new SmsError(envelope.code, envelope.message, envelope.error ?? 'server_error', envelope.data, retryAfter ? Number(retryAfter) : undefined);
}
