import type { Caller } from '@/lib/auth/request';
import { config } from '@/lib/config';
import { AppError } from './errors';
import type { Match } from './match';
import type { Operation } from './operation';
import type { CallContext } from './serve';
import { exchange, upstreamUrl } from './upstream-exchange';
import type { Target, UpstreamAnswer } from './upstream-exchange';
import { beginUpstreamSession, endUpstreamSession, renewUpstreamTokens, upstreamAccess } from './upstream-session';

/**
 * Proxy mode (api.md §1.2): every registered operation goes to the configured back end. Only operations of our registry
 * reach this file, the origin is fixed, redirects are not followed, cookies never leave, and the answer must be an
 * envelope. Status, code and body come back unchanged.
 */

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

function targetOf(call: Pick<UpstreamCall, 'operation' | 'match' | 'input' | 'url'>): Target {
  const mapped = config().upstream?.map[call.operation.name];
  const [method, template] = mapped ? (mapped.split(' ') as [string, string]) : [call.operation.method, call.operation.path];
  const used = new Set<string>();
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    used.add(name);
    return encodeURIComponent(String(call.match.keys[name] ?? call.input[name] ?? ''));
  });
  const target = new URL(upstreamUrl(path));
  if (method === 'GET') {
    for (const [name, value] of Object.entries(call.input)) {
      if (!used.has(name) && value !== undefined && value !== null) target.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
    }
  }
  return { method, url: target.toString() };
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
