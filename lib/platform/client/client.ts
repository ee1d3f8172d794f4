import { note } from '@/lib/platform/local-log/recorder';
import type { Envelope } from '@/lib/platform/contract/envelope';
import { focusProjects } from '@/lib/platform/focus/focus';
import { saveFile } from './save-file';
import { trimValues } from '@/lib/platform/contract/trim';
import type { InputOf, Operation, OutputOf } from '@/lib/platform/contract/operation';

/**
 * Calls from the browser. The session is the HttpOnly cookie, so there is no token here (readings 25). The page only
 * sends its language and its focus projects.
 */

const TIMEOUT_MS = 60_000;
/** Uploading ten megabytes over a slow line takes longer than the time-out of other calls. */
const UPLOAD_TIMEOUT_MS = 120_000;
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

/** What a conflict names under `field`, for example what is open already. */
export function conflictId(error: unknown, field: string): string | undefined {
  if (!(error instanceof SmsError) || error.code !== 409) return undefined;
  const id = (error.data as Readonly<Record<string, unknown>> | null)?.[field];
  return typeof id === 'string' ? id : undefined;
}

/** The request of a call: keys in the path, the rest as query or body; language and focus in headers. */
function requestOf(operation: Operation, input: unknown): [string, RequestInit] {
  const values = trimValues((input ?? {}) as Record<string, unknown>, operation.untrimmed);
  const keys = new Set<string>();
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    keys.add(name);
    return encodeURIComponent(String(values[name] ?? ''));
  });
  const rest = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !keys.has(name) && value !== undefined),
  );
  const search =
    operation.method === 'GET'
      ? new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString()
      : '';
  const headers = new Headers({ 'Accept-Language': document.documentElement.lang || 'zh-CN', 'X-Session': 'cookie' });
  if (operation.method !== 'GET') headers.set('Content-Type', 'application/json');
  const focus = focusProjects();
  if (focus) headers.set('projectId', focus);
  return [
    `/sms/${path}${search ? `?${search}` : ''}`,
    {
      method: operation.method,
      headers,
      body: operation.method === 'GET' ? undefined : JSON.stringify(rest),
      credentials: 'same-origin',
      cache: 'no-store',
    },
  ];
}

/** The error of a refused envelope; an ended session is also reported to the layout. */
function refusalOf(operation: Operation, envelope: Envelope, retryAfter: string | null): SmsError {
  if (envelope.code === 401 && operation.access.kind !== 'public')
    window.dispatchEvent(new CustomEvent(LOGIN_EXPIRED_EVENT, { detail: envelope.message }));
  return new SmsError(
    envelope.code,
    envelope.message,
    envelope.error ?? 'server_error',
    envelope.data,
    retryAfter ? Number(retryAfter) : undefined,
  );
}

interface SmsCallOptions {
  signal?: AbortSignal;
  /** The call is sent although the page is being left. */
  keepalive?: boolean;
}

/** Sends a call. @returns data. @throws SmsError for every code but 200; code 0 `network`, 504 for no answer in 60 s. */
export async function callSms<T extends Operation>(
  operation: T,
  input: InputOf<T>,
  options: SmsCallOptions = {},
): Promise<OutputOf<T>> {
  return exchange(operation, requestOf(operation, input), TIMEOUT_MS, options);
}

/** Sends a file with an upload operation's other fields. @returns data. @throws SmsError as callSms; 504 after 120 s */
export async function uploadSms<T extends Operation>(
  operation: T,
  file: File,
  fields: Omit<InputOf<T>, 'file'>,
  options: SmsCallOptions = {},
): Promise<OutputOf<T>> {
  const [url, init] = requestOf(operation, {});
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
  form.append('file', file);
  // The browser sets the form's content type, with its boundary.
  (init.headers as Headers).delete('Content-Type');
  return exchange(operation, [url, { ...init, body: form }], UPLOAD_TIMEOUT_MS, options);
}

/** Calls that took longer stand out in the local log, in ms. */
const SLOW_MS = 3000;

/** The call's line in this browser's local log: its result, never its content. */
function noteCall({ method, path }: Operation, startedAt: number, failure?: { code: number; error?: string }): void {
  const tookMs = Math.round(performance.now() - startedAt);
  const level = failure && failure.code !== 401 ? 'warn' : tookMs > SLOW_MS ? 'info' : 'debug';
  note(
    level,
    'request',
    `${method} ${path} ${failure?.code ?? 200} ${tookMs} ms`,
    failure?.error === undefined ? undefined : { error: failure.error },
  );
}

async function exchange<T extends Operation>(
  operation: T,
  [url, init]: [string, RequestInit],
  timeoutMs: number,
  options: SmsCallOptions,
): Promise<OutputOf<T>> {
  const startedAt = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  let envelope: Envelope<OutputOf<T>>;
  let retryAfter: string | null;
  try {
    const response = await fetch(url, {
      ...init,
      ...(options.keepalive ? { keepalive: true } : {}),
      signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    });
    retryAfter = response.headers.get('retry-after');
    envelope = (await response.json()) as Envelope<OutputOf<T>>;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    noteCall(
      operation,
      startedAt,
      timeout.aborted ? { code: 504, error: 'gateway_timeout' } : { code: 0, error: 'network' },
    );
    throw timeout.aborted ? new SmsError(504, '', 'gateway_timeout', null) : new SmsError(0, '', 'network', null);
  }
  noteCall(operation, startedAt, envelope.code === 200 ? undefined : envelope);
  if (envelope.code === 200) return envelope.data as OutputOf<T>;
  throw refusalOf(operation, envelope, retryAfter);
}

/** The true name of a file, from its Content-Disposition (api.md §1.8). */
function filenameOf(response: Response): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return encoded ? decodeURIComponent(encoded) : 'file';
}

/**
 * Downloads a file. The content type shows whether a file or a refusal arrived (api.md §1.8). @throws SmsError as
 * callSms; `network` also when the file is incomplete
 */
export async function downloadSms<T extends Operation>(operation: T, input: InputOf<T>): Promise<void> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIMEOUT_MS);
  let file: Blob;
  let name: string;
  try {
    const [url, init] = requestOf(operation, input);
    const response = await fetch(url, { ...init, signal: abort.signal });
    // The body may take longer than its start.
    clearTimeout(timer);
    if (response.headers.get('content-type')?.includes('json') !== false)
      throw refusalOf(operation, (await response.json()) as Envelope, response.headers.get('retry-after'));
    name = filenameOf(response);
    file = await response.blob();
  } catch (error) {
    if (error instanceof SmsError) throw error;
    throw abort.signal.aborted ? new SmsError(504, '', 'gateway_timeout', null) : new SmsError(0, '', 'network', null);
  } finally {
    clearTimeout(timer);
  }
  saveFile(file, name);
}
