import { z } from 'zod';
import type { Caller } from '@/lib/auth/request';
import { config } from '@/lib/config';
import { logger } from '@/lib/system/log';
import type { Envelope } from './envelope';
import { AppError } from './errors';
import type { Match } from './match';
import type { Operation } from './operation';
import type { CallContext } from './serve';
import { beginUpstreamSession, endUpstreamSession, renewUpstreamTokens, upstreamAccess } from './upstream-session';

/**
 * Proxy mode (api.md §1.2): every registered operation goes to the configured back end. Only operations of our registry
 * reach this file, the origin is fixed, redirects are not followed, cookies never leave, and the answer must be an
 * envelope. Status, code and body come back unchanged.
 */

const UpstreamEnvelope = z.looseObject({ code: z.number().int(), message: z.string().catch(''), data: z.unknown() });

export interface UpstreamCall {
  operation: Operation;
  match: Match;
  parsed: unknown;
  input: Record<string, unknown>;
  request: Request;
  url: URL;
  caller: Caller | undefined;
  isBrowser: boolean;
  context: CallContext;
}

/** Answer of the upstream: its envelope, and Retry-After when it sent one. */
export type UpstreamAnswer = Envelope & { retryAfter?: string };

interface Target { method: string; url: string }

function targetOf(call: Pick<UpstreamCall, 'operation' | 'match' | 'input' | 'url'>): Target {
  const { url: base, map } = config().upstream ?? { url: '', map: {} };
  const mapped = map[call.operation.name];
  const [method, template] = mapped ? (mapped.split(' ') as [string, string]) : [call.operation.method, call.operation.path];
  const used = new Set<string>();
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    used.add(name);
    return encodeURIComponent(String(call.match.keys[name] ?? call.input[name] ?? ''));
  });
  const target = new URL(`${base.endsWith('/sms') ? base : `${base}/sms`}/${path.replace(/^\/+/, '')}`);
  if (method === 'GET') {
    for (const [name, value] of Object.entries(call.input)) {
      if (!used.has(name) && value !== undefined && value !== null) target.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
    }
  }
  return { method, url: target.toString() };
}

/** One exchange with the upstream. @throws bad_gateway, gateway_timeout */
export async function exchange(target: Target, headers: Record<string, string>, body: unknown): Promise<UpstreamAnswer> {
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
      signal: AbortSignal.timeout(upstream.timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    const isTimeout = (error as Error).name === 'TimeoutError';
    logger('upstream').warn({ err: error, url: target.url.split('?')[0] }, isTimeout ? 'no answer in time' : 'unreachable');
    throw new AppError(isTimeout ? 'gateway_timeout' : 'bad_gateway', { cause: error });
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new AppError('bad_gateway');
  }
  const envelope = UpstreamEnvelope.safeParse(parsed);
  if (!envelope.success) throw new AppError('bad_gateway');
  const retryAfter = response.headers.get('retry-after');
  return { ...(envelope.data as unknown as Envelope), ...(retryAfter ? { retryAfter } : {}) };
}

/** Headers that travel on: language, focus projects, authorization. Never cookies. */
function headersOf(request: Request, authorization: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of ['accept-language', 'projectid', 'user-agent', 'x-request-id']) {
    const value = request.headers.get(name);
    if (value) headers[name] = value;
  }
  if (authorization) headers.authorization = authorization;
  return headers;
}

/** Forwards one call, with our session handling around sign-in, refresh and sign-out. */
export async function forward(call: UpstreamCall): Promise<UpstreamAnswer> {
  const { operation, request, caller, isBrowser, context } = call;
  const target = targetOf(call);
  const sessionId = caller?.via === 'cookie' ? caller.sessionId : null;
  const given = request.headers.get('authorization') ?? undefined;

  if (operation.name === 'refreshToken' && sessionId && !given) {
    const access = await renewUpstreamTokens(sessionId, null);
    if (!access) throw new AppError('invalid_token');
    context.setSession(sessionId);
    return { code: 200, message: 'success', data: { token_type: 'bearer', expires_in: access.expiresInSec } };
  }

  const access = given || !sessionId ? undefined : await upstreamAccess(sessionId);
  const authorization = given ?? (access ? `Bearer ${access}` : undefined);
  let answer = await exchange(target, headersOf(request, authorization), call.input);

  // The upstream's access token ran out: renew once under the session's lock, then repeat (doc1 §4).
  if (answer.code === 401 && answer.error === 'token_expired' && sessionId && access) {
    const renewed = await renewUpstreamTokens(sessionId, access);
    if (renewed) answer = await exchange(target, headersOf(request, `Bearer ${renewed.access}`), call.input);
  }
  if (operation.audit === 'signIn' && answer.code === 200 && isBrowser) {
    const id = await beginUpstreamSession(answer.data, context);
    context.setSession(id);
    const { access_token: _access, refresh_token: _refresh, ...rest } = answer.data as Record<string, unknown>;
    return { ...answer, data: rest };
  }
  if (operation.audit === 'signOut' && sessionId) {
    await endUpstreamSession(sessionId);
    context.setSession(null);
  }
  return answer;
}
