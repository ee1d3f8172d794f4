import { Histogram } from 'prom-client';
import { recordAccess } from '@/lib/platform/audit/access-log';
import { noteActiveDay } from '@/lib/platform/auth/accounts/active-day';
import { noteOwnWrite } from '@/lib/platform/db/shared-counts';
import { deviceCookie } from '@/lib/platform/auth/sessions/device-cookie';
import { sessionCookieHeader } from '@/lib/platform/auth/sessions/request';
import { answerHeaders } from '@/lib/platform/contract/envelope';
import type { Envelope } from '@/lib/platform/contract/envelope';
import { disposition } from '@/lib/platform/files/filename';
import { watchedStream } from '@/lib/platform/files/watched-stream';
import type { HttpAnswer } from '@/lib/platform/http/exchange';
import { logger } from '@/lib/platform/system/log';
import { metric } from '@/lib/platform/system/metrics';
import type { DoorCall } from './call-state';
import type { OpenedFile } from './opened-file';

/** The last steps of a call: the answer, and what is recorded of it. */

/** The result of the call. */
export interface CallOutcome {
  readonly envelope: Envelope;
  /** The status of an upstream when it differs from its envelope. */
  readonly status?: number;
  /** Instead of data. */
  readonly file?: OpenedFile;
  /** Of this answer alone: Retry-After, Allow. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * The cookies of the answer. The answer is decided by now: an unavailable database costs the renewal of the cookie, not
 * the answer.
 */
export async function cookiesOf(call: DoorCall): Promise<string[]> {
  const session = call.session
    ? await sessionCookieHeader(call.session.id, call).catch((error: unknown) => {
        logger('door').error({ err: error, requestId: call.requestId }, 'the session cookie could not be written');
        return [];
      })
    : [];
  return call.device === undefined ? session : [...session, deviceCookie(call.device)];
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

/** Writes the audit line, the metric and the caller's active day. Nobody waits for them. */
export function writeDown(call: DoorCall, { envelope, status }: CallOutcome): void {
  const { match, caller, input, upload, trail } = call;
  const isDone = envelope.code === 200;
  const durationMs = performance.now() - call.startedAt;
  durations().observe(
    { operation: match?.operation.name ?? 'unknown', code: String(status ?? envelope.code) },
    durationMs / 1000,
  );
  if (!match) return;
  const { operation, keys } = match;
  if (caller?.actor && call.isChanging && operation.audit !== 'view') noteOwnWrite(caller.actor.username);
  if (isDone && caller?.actor && operation.access.kind !== 'public') void noteActiveDay(caller.actor.username);
  recordAccess({
    operation,
    path: call.path,
    actor: caller?.actor ?? null,
    signer: trail.signer,
    username: typeof input.username === 'string' ? input.username : undefined,
    ip: call.ip,
    userAgent: call.userAgent,
    client: call.client,
    requestId: call.requestId,
    code: envelope.code,
    durationMs,
    objectId: Object.values(keys)[0],
    params: upload ? { ...input, file: upload.toLog() } : input,
    changes: isDone ? trail.changes : {},
  });
}

/** A file that is opened by its address may run and load nothing. */
const FILE_POLICY = "default-src 'none'; sandbox";
const PDF = 'application/pdf';
/** The browser's PDF viewer is a plug-in with its own styles: in a sandbox, or without these, the page stays empty. */
const READER_POLICY =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The outcome as an HTTP answer. The place of an export is free again when its file has been sent. */
export function toAnswer(
  call: DoorCall,
  outcome: CallOutcome,
  cookies: readonly string[],
  isHead: boolean,
): HttpAnswer {
  const { envelope, file, status = envelope.code } = outcome;
  const headers = { ...answerHeaders(call.requestId), ...outcome.headers };
  if (!file) {
    call.endExport?.();
    return {
      status,
      headers: { ...headers, 'Content-Type': 'application/json; charset=utf-8' },
      cookies,
      body: isHead ? null : JSON.stringify(envelope),
    };
  }
  const { kept } = file;
  return {
    status: kept?.range ? 206 : 200,
    headers: {
      ...headers,
      ...(kept ? { 'Accept-Ranges': 'bytes' } : {}),
      ...(kept?.range ? { 'Content-Range': `bytes ${kept.range.from}-${kept.range.to}/${kept.size}` } : {}),
      'Content-Type': file.contentType,
      'Content-Disposition': disposition(file.filename, file.isInline),
      'Content-Security-Policy': file.isInline && file.contentType === PDF ? READER_POLICY : FILE_POLICY,
    },
    cookies,
    body: watchedStream(file.body, (error) => {
      call.endExport?.();
      if (error === undefined) return;
      const { requestId, match } = call;
      logger('door').error({ err: error, requestId, operation: match?.operation.name }, 'a file broke off');
    }),
  };
}
