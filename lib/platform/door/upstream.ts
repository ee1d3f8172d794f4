import { openAsBlob } from 'node:fs';
import type { HeaderReader } from '@/lib/platform/http/exchange';
import type { Caller } from '@/lib/platform/auth/sessions/request';
import { config } from '@/lib/config';
import { FILE_MIMES } from '@/lib/platform/contract/received-file';
import type { ReceivedFile } from '@/lib/platform/contract/received-file';
import { success } from '@/lib/platform/contract/envelope';
import { AppError } from '@/lib/platform/contract/errors';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import type { Match } from './match';
import type { Operation } from '@/lib/platform/contract/operation';
import type { CallContext } from '@/lib/platform/contract/serve';
import { exchange, upstreamUrl } from '@/lib/platform/http/upstream-exchange';
import type { UpstreamTarget, UpstreamAnswer } from '@/lib/platform/http/upstream-exchange';
import {
  beginUpstreamSession,
  endUpstreamSession,
  isChallenge,
  renewUpstreamTokens,
  upstreamAccess,
} from '@/lib/platform/auth/sessions/upstream-session';

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
  /** The file of an upload operation. */
  upload?: ReceivedFile;
  headers: HeaderReader;
  caller: Caller | undefined;
  isBrowser: boolean;
  context: CallContext;
}

function targetOf(call: Pick<UpstreamCall, 'operation' | 'match' | 'input'>): UpstreamTarget {
  const mapped = config().upstream?.map[call.operation.name];
  const [method, template] = mapped
    ? (mapped.split(' ') as [string, string])
    : [call.operation.isUpstreamGet ? 'GET' : call.operation.method, call.operation.path];
  const used = new Set<string>();
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    used.add(name);
    const value = String(call.match.keys[name] ?? call.input[name] ?? '');
    // As a path segment these would name another operation.
    if (value === '.' || value === '..') throw new AppError('not_found');
    return encodeURIComponent(value);
  });
  const target = new URL(upstreamUrl(path));
  if (method === 'GET') {
    for (const [name, value] of Object.entries(call.input)) {
      if (!used.has(name) && value !== undefined && value !== null)
        target.searchParams.set(name, Array.isArray(value) ? value.join(',') : String(value));
    }
  }
  return { method, url: target.toString() };
}

/** Headers that are forwarded: language, focus projects, authorization. Never cookies. */
function headersOf(given: HeaderReader, authorization: string | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const name of ['accept-language', 'projectid', 'user-agent', 'x-request-id']) {
    const value = given.get(name);
    if (value) headers[name] = value;
  }
  if (authorization) headers.authorization = authorization;
  return headers;
}

/** The body that is forwarded: the received one, or a file and its fields as a form again. */
async function bodyOf({ input, upload }: Pick<UpstreamCall, 'input' | 'upload'>): Promise<unknown> {
  if (!upload) return input;
  const form = new FormData();
  for (const [name, value] of Object.entries(input)) form.append(name, String(value));
  form.append('file', await openAsBlob(upload.waitingPath, { type: FILE_MIMES[upload.type] }), upload.name);
  return form;
}

/** Sends a call with the caller's own header or the session's token; an outdated token is renewed once (doc1 §4). */
async function send(call: UpstreamCall, sessionId: string | null): Promise<UpstreamAnswer> {
  const { operation } = call;
  const body = await bodyOf(call);
  const target = targetOf(call);
  const mayBeFile = operation.output === fileOutput;
  const given = call.headers.get('authorization') ?? undefined;
  // A public operation must not fail because of the caller's old session.
  const isAnonymous = operation.access.kind === 'public' && operation.audit !== 'signOut';
  const access = given || !sessionId || isAnonymous ? undefined : await upstreamAccess(sessionId);
  const authorization = given ?? (access ? `Bearer ${access}` : undefined);
  const answer = await exchange(target, headersOf(call.headers, authorization), body, { mayBeFile });
  if (answer.envelope.code !== 401 || answer.envelope.error !== 'token_expired' || !sessionId || !access) return answer;
  const renewed = await renewUpstreamTokens(sessionId, access);
  return renewed ? exchange(target, headersOf(call.headers, `Bearer ${renewed.access}`), body, { mayBeFile }) : answer;
}

const succeed = (data: unknown): UpstreamAnswer => ({ status: 200, envelope: success(data) });

/** Forwards one call, with our session handling around sign-in, refresh and sign-out. */
export async function forward(call: UpstreamCall): Promise<UpstreamAnswer> {
  const { operation, headers, caller, isBrowser, context } = call;
  const sessionId = caller?.via === 'cookie' ? caller.sessionId : null;

  if (operation.name === 'refreshToken' && sessionId && !headers.has('authorization')) {
    const access = await renewUpstreamTokens(sessionId, null);
    if (!access) throw new AppError('invalid_token');
    context.setSession(sessionId);
    return succeed({ token_type: 'bearer', expires_in: access.expiresInSec });
  }
  if (operation.audit === 'signOut' && (sessionId || (isBrowser && caller?.via === 'none'))) {
    // Always succeeds (api.md §2.1): our session ends even when the upstream is unavailable or does not know it any
    // more.
    if (sessionId) {
      await send(call, sessionId).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
      await endUpstreamSession(sessionId);
    }
    context.setSession(null);
    return succeed(null);
  }

  const answer = await send(call, sessionId);
  const { envelope } = answer;
  if (operation.audit === 'signIn' && envelope.code === 200 && isBrowser && !isChallenge(envelope.data)) {
    const id = await beginUpstreamSession(envelope.data, context);
    if (sessionId) await endUpstreamSession(sessionId);
    context.setSession(id);
    const { access_token: _access, refresh_token: _refresh, ...rest } = envelope.data as Record<string, unknown>;
    return { ...answer, envelope: { ...envelope, data: rest } };
  }
  return answer;
}
