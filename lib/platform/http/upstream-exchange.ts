import { z } from 'zod';
import { config } from '@/lib/config';
import { logger } from '@/lib/platform/system/log';
import { success } from '@/lib/platform/contract/envelope';
import type { Envelope } from '@/lib/platform/contract/envelope';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';

/** One HTTP exchange with the configured upstream: fixed origin, no redirects, an envelope or an error. */

const UpstreamEnvelope = z.looseObject({ code: z.int32(), message: z.string().catch(''), data: z.unknown() });

/** Answer of the upstream: status and envelope as they came, and Retry-After when it sent one. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly envelope: Envelope;
  readonly retryAfter?: string;
  /** Instead of data, when the operation answers a file and the upstream sent one. */
  readonly file?: FileAnswer;
}

export interface UpstreamTarget {
  method: string;
  url: string;
}

/** The address of a path at the upstream; `SMS_UPSTREAM_URL` may end in `/sms` or not. */
export function upstreamUrl(path: string): string {
  const base = config().upstream?.url ?? '';
  return `${base.endsWith('/sms') ? base : `${base}/sms`}/${path.replace(/^\/+/, '')}`;
}

/** The name of a file in a Content-Disposition; the true one before the ASCII one. */
function filenameOf(disposition: string | null): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  const [, plain] = /filename="([^"]*)"/i.exec(disposition ?? '') ?? [];
  try {
    return (encoded && decodeURIComponent(encoded)) || plain || 'file';
  } catch {
    return plain || 'file';
  }
}

/**
 * One exchange with the upstream, which has to start its answer within `timeoutMs`. @throws bad_gateway,
 * gateway_timeout
 */
export async function exchange(
  target: UpstreamTarget,
  headers: Record<string, string>,
  body: unknown,
  { timeoutMs = Infinity, mayBeFile = false } = {},
): Promise<UpstreamAnswer> {
  const upstream = config().upstream;
  if (!upstream) throw new AppError('bad_gateway');
  let response: Response;
  let text: string;
  const abort = new AbortController();
  const timer = setTimeout(
    () => abort.abort(new DOMException('no answer in time', 'TimeoutError')),
    Math.min(upstream.timeoutMs, timeoutMs),
  );
  try {
    response = await fetch(target.url, {
      method: target.method,
      // A form sets its own content type, with its boundary.
      headers: {
        Accept: mayBeFile ? '*/*' : 'application/json',
        ...headers,
        ...(target.method === 'GET' || body instanceof FormData ? {} : { 'Content-Type': 'application/json' }),
      },
      body: target.method === 'GET' ? undefined : body instanceof FormData ? body : JSON.stringify(body ?? {}),
      redirect: 'manual',
      signal: abort.signal,
    });
    const type = response.headers.get('content-type') ?? '';
    // The content type shows whether it is a file (api.md §1.8). Its bytes may take longer than its start.
    if (mayBeFile && response.status === 200 && response.body && !type.includes('json')) {
      const file = new FileAnswer(
        response.body,
        filenameOf(response.headers.get('content-disposition')),
        type || 'application/octet-stream',
      );
      return { status: 200, envelope: success(null), file };
    }
    text = await response.text();
  } catch (error) {
    const isTimeout = (error as Error).name === 'TimeoutError';
    logger('upstream').warn(
      { reason: (error as Error).message, url: target.url.split('?')[0] },
      isTimeout ? 'no answer in time' : 'unreachable',
    );
    throw new AppError(isTimeout ? 'gateway_timeout' : 'bad_gateway', { cause: error });
  } finally {
    clearTimeout(timer);
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new AppError('bad_gateway');
  }
  const envelope = UpstreamEnvelope.safeParse(parsed);
  const { status } = response;
  if (!envelope.success || (status >= 300 && status < 400)) throw new AppError('bad_gateway');
  const retryAfter = response.headers.get('retry-after') ?? undefined;
  return { status, envelope: envelope.data as unknown as Envelope, retryAfter };
}
