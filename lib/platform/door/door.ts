import { randomUUID } from 'node:crypto';
import { Histogram } from 'prom-client';
import type { Actor } from '@/lib/platform/contract/actor';
import { noteActiveDay } from '@/lib/platform/auth/active-day';
import { isOwnOrigin } from '@/lib/platform/auth/csrf';
import { takeCall } from '@/lib/platform/auth/rate-limits';
import { deviceCookie, deviceOf } from '@/lib/platform/auth/device-cookie';
import { authenticatePartner, resolveCaller, sessionCookieHeader } from '@/lib/platform/auth/request';
import type { Caller } from '@/lib/platform/auth/request';
import { sessionOfToken } from '@/lib/platform/auth/token-format';
import { config } from '@/lib/config';
import { beginExport } from '@/lib/platform/files/export-limit';
import { disposition } from '@/lib/platform/files/filename';
import type { ReceivedFile } from '@/lib/platform/contract/received-file';
import { discardWaiting } from '@/lib/platform/files/stored-files';
import { takeUpload, takeUploadBytes } from '@/lib/platform/files/upload-quota';
import { watchedStream } from '@/lib/platform/files/watched-stream';
import { parseLanguage } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { logger } from '@/lib/platform/system/log';
import { metric } from '@/lib/platform/system/metrics';
import { authenticateCube } from '@/lib/live/telemetry/cube-auth';
import { requireInternal } from './access';
import { recordAccess } from '@/lib/platform/audit/access-log';
import { withTrail } from '@/lib/platform/audit/changes';
import type { Trail } from '@/lib/platform/audit/changes';
import { answerHeaders, failure, success } from '@/lib/platform/contract/envelope';
import type { Envelope } from '@/lib/platform/contract/envelope';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import { createMatcher } from './match';
import type { Match } from './match';
import { readInput } from './read-input';
import { OPERATIONS } from './registry';
import type { CallContext, Service } from '@/lib/platform/contract/serve';
import { forward } from './upstream';
import { validate } from '@/lib/platform/contract/validate';
import { may } from '@/lib/platform/contract/access';

/**
 * The one door of the `/sms/` contract (design §3): finds the operation, resolves the caller, checks the authority,
 * parses the input, runs the service or forwards to the upstream, and words the answer. Knows nothing of Next; the web
 * process mounts it at `app/sms/[...path]`, the gateway for boxes.
 */

export const SMS_BASE = '/sms/';
const REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/;
const FIVE_SECONDS = '5';

interface CookieEffect {
  sessionId: string | null;
}

function basicCredentials(request: Request): { user: string; secret: string } {
  const value = request.headers.get('authorization') ?? '';
  if (!value.startsWith('Basic ')) throw new AppError('invalid_token');
  const [user, ...rest] = Buffer.from(value.slice(6), 'base64').toString('utf8').split(':');
  return { user: user ?? '', secret: rest.join(':') };
}

/** An unexpected failure in the caller's terms: a database that is away is 503, everything else 500 without internals. */
function asAppError(error: unknown, requestId: string): AppError {
  if (error instanceof AppError) {
    if (error.id === 'server_error') logger('door').error({ err: error, requestId }, 'a call failed');
    return error;
  }
  const code = String(
    (error as { code?: unknown }).code ?? (error as { cause?: { code?: unknown } }).cause?.code ?? '',
  );
  const isAway =
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|ETIMEDOUT|57P0[1-3]|08\d\d\d|53300|P1001|P1002|P1008|P1017|P2024)$/.test(
      code,
    ) || /Connection terminated|timeout exceeded when trying to connect/.test(String((error as Error).message));
  logger('door').error({ err: error, requestId }, isAway ? 'database away' : 'unexpected failure');
  return isAway
    ? new AppError('unavailable', { headers: { 'Retry-After': FIVE_SECONDS }, cause: error })
    : new AppError('server_error', { cause: error });
}

const durations = () =>
  metric(
    'sms_operation_duration_seconds',
    (registers) =>
      new Histogram({
        name: 'sms_operation_duration_seconds',
        help: 'Duration of /sms/ operations',
        labelNames: ['operation', 'code'],
        buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 60],
        registers,
      }),
  );

/** Makes a door over the services of a process. */
export function createDoor(services: readonly Service[]) {
  const match = createMatcher(OPERATIONS);
  const byName = new Map(services.map((service) => [service.operation.name, service]));

  /** Answers one request below `/sms/`. Never throws. The client address is that of `x-forwarded-for`, set by our server. */
  return async function handleSms(request: Request): Promise<Response> {
    const started = performance.now();
    const url = new URL(request.url);
    const givenId = request.headers.get('x-request-id') ?? '';
    const requestId = REQUEST_ID.test(givenId) ? givenId : randomUUID();
    const language = parseLanguage(request.headers.get('accept-language'));
    const ip = request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? '';
    const userAgent = request.headers.get('user-agent') ?? '';
    const path = url.pathname.slice(SMS_BASE.length);
    const headers = new Headers(answerHeaders(requestId));
    let cookie: CookieEffect | undefined;
    let device: string | undefined;
    let found: Match | undefined;
    let caller: Caller | undefined;
    let input: Record<string, unknown> = {};
    const trail: Trail = { changes: {} };
    let envelope: Envelope;
    let status: number | undefined;
    let client: 'Web' | 'App' | 'Partner' = 'App';
    let file: FileAnswer | undefined;
    let upload: ReceivedFile | undefined;
    let endExport: (() => void) | undefined;

    try {
      found = match(request.method, path);
      const { operation } = found;
      const { access } = operation;
      const isBrowser = request.headers.get('x-session') === 'cookie';
      const context = (): CallContext => ({
        requestId,
        language,
        ip,
        userAgent,
        client,
        isBrowser,
        cookieSessionId: caller?.via === 'cookie' ? caller.sessionId : null,
        tokenSessionId: sessionOfToken('access', request.headers.get('authorization')?.replace(/^Bearer +/i, '') ?? ''),
        setSession: (sessionId) => {
          cookie = { sessionId };
        },
        deviceId: deviceOf(request),
        setDevice: (deviceId) => {
          device = deviceId;
        },
      });
      let actor: Actor | null = null;
      let grant: Record<string, unknown> = {};

      if (access.kind === 'cube') {
        client = 'Partner';
        const { user, secret } = basicCredentials(request);
        // A site's boxes share its address; what one may send, the ingest limits itself (api.md §4.2).
        if (!(await authenticateCube(user, secret))) {
          await takeCall({ ip, username: null });
          throw new AppError('invalid_token');
        }
        if (found.keys.cubeNo !== undefined && found.keys.cubeNo !== user) throw new AppError('access_denied');
        grant = { cubeNo: user };
      } else if (access.kind === 'partner') {
        client = 'Partner';
        grant = { partnerId: await authenticatePartner(request, access.scope) };
      } else if (access.kind === 'internal') {
        requireInternal(request);
      } else {
        caller = await resolveCaller(request, { isOptional: access.kind === 'public' }).catch(
          async (error: unknown) => {
            // Bad credentials are nobody's: they count for the address like a call without any.
            if (error instanceof AppError && operation.audit !== 'none') await takeCall({ ip, username: null });
            throw error;
          },
        );
        actor = caller.actor;
        if (caller.via === 'cookie' || isBrowser) client = 'Web';
        if (operation.audit !== 'none') await takeCall({ ip, username: actor?.username ?? null });
        const needsOrigin =
          request.method !== 'GET' && request.method !== 'HEAD' && (caller.via === 'cookie' || isBrowser);
        if (needsOrigin && !isOwnOrigin(request)) throw new AppError('csrf_failed');
        // A token of the upstream says nothing about what we answer ourselves.
        if (caller.via !== 'upstream' || operation.isLocal) {
          if (!actor && access.kind !== 'public') throw new AppError('invalid_token');
          if (!may(actor, operation)) throw new AppError('access_denied');
        }
        if (caller.rewriteCookie && caller.sessionId) cookie = { sessionId: caller.sessionId };
        grant = { actor };
      }

      if (operation.upload && actor) await takeUpload(actor.username);
      ({ values: input, upload } = await readInput(request, found, url));
      if (upload && actor) await takeUploadBytes(actor.username, upload.size);
      const parsed = validate(operation.input, upload ? { ...input, file: upload } : input);
      if (operation.audit === 'export' && actor) endExport = await beginExport(actor.username);
      if (config().upstream && !operation.isLocal) {
        const answer = await forward({
          operation,
          match: found,
          parsed,
          input,
          upload,
          request,
          url,
          caller,
          isBrowser,
          context: context(),
        });
        ({ envelope, status, file } = answer);
        if (answer.retryAfter) headers.set('Retry-After', answer.retryAfter);
      } else {
        const service = byName.get(operation.name);
        if (!service) throw new AppError('unavailable', { headers: { 'Retry-After': FIVE_SECONDS } });
        const answer = await withTrail(trail, () =>
          service.handle({ ...context(), ...grant } as never, parsed as never),
        );
        const message = operation.successKey
          ? translateServer(language, 'common', `success.${operation.successKey}`)
          : undefined;
        const data = operation.output.parse(answer);
        if (data instanceof FileAnswer) file = data;
        envelope = success(file ? null : data, message);
      }
    } catch (error) {
      const refusal = asAppError(error, requestId);
      envelope = failure(refusal, language);
      for (const [name, value] of Object.entries(refusal.headers)) headers.set(name, value);
    } finally {
      if (upload)
        await discardWaiting(upload).catch((error: unknown) =>
          logger('door').warn({ err: error, requestId }, 'an upload stays in the waiting room'),
        );
    }

    if (cookie) {
      // The answer is decided; a database that goes away now costs the cookie's renewal, not the answer.
      const values = await sessionCookieHeader(cookie.sessionId, request).catch((error: unknown) => {
        logger('door').error({ err: error, requestId }, 'the session cookie could not be written');
        return [];
      });
      for (const value of values) headers.append('Set-Cookie', value);
    }
    if (device !== undefined) headers.append('Set-Cookie', deviceCookie(device));
    if (envelope.code === 200 && caller?.actor && found?.operation.access.kind !== 'public')
      void noteActiveDay(caller.actor.username);
    const durationMs = performance.now() - started;
    const name = found?.operation.name ?? 'unknown';
    durations().observe({ operation: name, code: String(status ?? envelope.code) }, durationMs / 1000);
    if (found) {
      recordAccess({
        operation: found.operation,
        path,
        actor: caller?.actor ?? null,
        signer: trail.signer,
        username: typeof input.username === 'string' ? input.username : undefined,
        ip,
        userAgent,
        client,
        requestId,
        code: envelope.code,
        durationMs,
        objectId: Object.values(found.keys)[0],
        params: upload ? { ...input, file: upload.toLog() } : input,
        changes: envelope.code === 200 ? trail.changes : {},
      });
    }
    if (file && envelope.code === 200) {
      headers.set('Content-Type', file.contentType);
      headers.set('Content-Disposition', disposition(file.filename, file.isInline));
      // Opened by its address, a file can run nothing and load nothing.
      headers.set('Content-Security-Policy', "default-src 'none'; sandbox");
      const body = watchedStream(file.body, (error) => {
        endExport?.();
        if (error !== undefined) logger('door').error({ err: error, requestId, operation: name }, 'a file broke off');
      });
      return new Response(body, { status: 200, headers });
    }
    endExport?.();
    headers.set('Content-Type', 'application/json; charset=utf-8');
    return new Response(request.method === 'HEAD' ? null : JSON.stringify(envelope), {
      status: status ?? envelope.code,
      headers,
    });
  };
}
