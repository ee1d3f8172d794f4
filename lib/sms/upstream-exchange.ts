import { z } from 'zod';
import { config } from '@/lib/config';
import { logger } from '@/lib/system/log';
import type { Envelope } from './envelope';
import { AppError } from './errors';

/** One HTTP exchange with the configured upstream: fixed origin, no redirects, an envelope or an error. */

const UpstreamEnvelope = z.looseObject({ code: z.int32(), message: z.string().catch(''), data: z.unknown() });

/** Answer of the upstream: status and envelope as they came, and Retry-After when it sent one. */
export interface UpstreamAnswer {
  readonly status: number;
  readonly envelope: Envelope;
  readonly retryAfter?: string;
}

export interface Target { method: string; url: string }

/** The address of a path at the upstream; `SMS_UPSTREAM_URL` may end in `/sms` or not. */
export function upstreamUrl(path: string): string {
  const base = config().upstream?.url ?? '';
  return `${base.endsWith('/sms') ? base : `${base}/sms`}/${path.replace(/^\/+/, '')}`;
}

/** One exchange with the upstream, at most `timeoutMs` long. @throws bad_gateway, gateway_timeout */
export async function exchange(target: Target, headers: Record<string, string>, body: unknown, timeoutMs = Infinity): Promise<UpstreamAnswer> {
  const upstream = config().upstream;
  if (!upstream) throw new AppError('bad_gateway');
  let response: Response;
  let text: string;
  try {
    response = await fetch(target.url, {
      method: target.method,
      headers: { Accept: 'application/json', ...headers, ...(target.method === 'GET' ? {} : { 'Content-Type': 'application/json' }) },
      body: target.method === 'GET' ? undefined : JSON.stringify(body ?? {}),
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.min(upstream.timeoutMs, timeoutMs)),
    });
    text = await response.text();
  } catch (error) {
    const isTimeout = (error as Error).name === 'TimeoutError';
    logger('upstream').warn({ reason: (error as Error).message, url: target.url.split('?')[0] }, isTimeout ? 'no answer in time' : 'unreachable');
    throw new AppError(isTimeout ? 'gateway_timeout' : 'bad_gateway', { cause: error });
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
