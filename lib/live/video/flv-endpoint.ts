import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { failure } from '@/lib/platform/contract/envelope';
import { AppError } from '@/lib/platform/contract/errors';
import { parseLanguage } from '@/lib/platform/i18n/languages';
import type { Viewer } from './live-stream';
import type { Recordings } from './recordings';
import type { Relay } from './relay';
import type { Watchers } from './watchers';

/**
 * `GET /sms/flv/{cameraId}?ticket=…` with a socket token: a live stream, or a recorded range that continues at byte
 * `from` after a lost connection (api.md §3.8).
 */

export const FLV_PREFIX = '/sms/flv/';

interface Parts {
  readonly relay: Relay;
  readonly recordings: Recordings;
  readonly watchers: Watchers;
}

const HEADERS = {
  'Content-Type': 'video/x-flv',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  // A buffering proxy would delay the live picture.
  'X-Accel-Buffering': 'no',
} as const;

function refuse(request: IncomingMessage, response: ServerResponse, error: AppError): void {
  const body = JSON.stringify(failure(error, parseLanguage(request.headers['accept-language'])));
  response.writeHead(error.code, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...error.headers,
  });
  response.end(body);
}

const bearerOf = ({ headers }: IncomingMessage) => /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];

class FlvViewer implements Viewer {
  constructor(readonly response: ServerResponse) {}
  get pending(): number {
    return this.response.writableLength;
  }
  write(bytes: Buffer): void {
    if (!this.response.headersSent) this.response.writeHead(200, HEADERS);
    this.response.write(bytes);
  }
  end(): void {
    this.response.end();
  }
}

/** @returns undefined: no such address */
function placeOf(text: string | null): number | undefined {
  if (text === null) return 0;
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Everything after the first bytes. */
async function* after(bytes: AsyncIterable<Buffer>, from: number): AsyncGenerator<Buffer> {
  let left = from;
  for await (const part of bytes) {
    if (part.length > left) yield left === 0 ? part : part.subarray(left);
    left = Math.max(0, left - part.length);
  }
}

/** Answers a request below `FLV_PREFIX`. */
export async function serveFlv(
  { relay, recordings, watchers }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://own.invalid');
  if (request.method !== 'GET')
    return refuse(request, response, new AppError('method_not_allowed', { headers: { Allow: 'GET' } }));
  const cameraId = url.pathname.slice(FLV_PREFIX.length);
  const pass = await watchers.admit(url.searchParams.get('ticket'), bearerOf(request), cameraId);
  if (!pass || pass.ticket.kind === 'talk') return refuse(request, response, new AppError('access_denied'));
  const { ticket, session } = pass;
  const isRecord = ticket.kind === 'record';
  const from = placeOf(url.searchParams.get('from'));
  if (from === undefined || (from > 0 && !isRecord))
    return refuse(request, response, new AppError('validation_failed'));
  /** What ends the visitor's streams. */
  const leaving: (() => void)[] = [];
  const leave = () => {
    for (const act of leaving.splice(0)) act();
  };
  response.on('close', leave);
  const connection = {
    kind: ticket.kind,
    videoSessionId: session.id,
    sessionId: session.sessionId,
    cameraId,
    equipmentNo: session.equipmentNo,
    expireAt: session.expireAt.getTime(),
    end: () => {
      leave();
      // A client that does not read would hold the connection open; and half a range must not look complete.
      if (isRecord || response.writableLength > 0) response.destroy();
      else response.end();
    },
  };
  if (isRecord) {
    leaving.push(watchers.add(connection));
    response.writeHead(200, HEADERS);
    const bytes = after(recordings.play(cameraId, ticket.range ?? { begin: 0, end: 0 }), from);
    // A client that leaves meanwhile is no error.
    return pipeline(Readable.from(bytes, { objectMode: false }), response).catch(() => void response.destroy());
  }
  const viewer = new FlvViewer(response);
  const away = await relay.watch(cameraId, viewer);
  if (!away) return refuse(request, response, new AppError('not_found', { messageKey: 'cameraOffline' }));
  leaving.push(away, watchers.add(connection));
  if (response.destroyed) leave();
}
