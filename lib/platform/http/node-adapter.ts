import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HttpAnswer, HeaderReader, Incoming } from './exchange';

/** Mounts the door on a plain Node server: in the gateway for boxes, in the web process for everybody else. */

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** The value of `Allow` for any other method. */
export const KNOWN_METHODS = [...METHODS].join(', ');

/** TRACE and similar methods cannot be represented as a web request. */
export function isKnownMethod(method: string | undefined): boolean {
  return METHODS.has(method ?? '');
}

/** How much of a refused body, and for how long, is still read. */
const DRAIN_BYTES = 4 * 1024 * 1024;
const DRAIN_MS = 5000;
/** Texts from this size on are sent gzipped to clients that accept it, with the fastest level. */
const GZIP_FROM_BYTES = 1024;
const GZIP_LEVEL = 4;

/**
 * A caller above the rate limit waits this long for the refusal, with its body unread, so that asking again at once
 * gains nothing.
 */
const HOLD_MS = 300;
/** How many may wait at once, of all addresses; beyond it the connection is closed instead. */
const MOST_HELD = 256;
const RATE_LIMITED = 429;
let held = 0;

const zip = promisify(gzip);

function readerOf(headers: IncomingMessage['headers']): HeaderReader {
  const get = (name: string) => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(', ') : (value ?? null);
  };
  return { get, has: (name) => get(name) !== null };
}

/** The call of a Node request; its body is read when it is wanted. `origin` gives the URL its host. */
export function incomingOf(request: IncomingMessage, origin: string): Incoming {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  return {
    method: request.method ?? 'GET',
    url: `${origin}${request.url ?? '/'}`,
    headers: readerOf(request.headers),
    // When reading stops early, the connection stays open: closing it would lose the answer.
    body: hasBody ? { [Symbol.asyncIterator]: () => request.iterator({ destroyOnReturn: false }) } : null,
  };
}

/** Reads what a refusal left unread, within limits: a client that is cut off while writing never reads the reason. */
async function drain(incoming: IncomingMessage): Promise<void> {
  if (incoming.complete || incoming.destroyed) return;
  await new Promise<void>((resolve) => {
    let drained = 0;
    const timer = setTimeout(resolve, DRAIN_MS);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    incoming
      .on('error', end)
      .on('end', end)
      .on('close', end)
      .on('data', (chunk: Buffer) => {
        drained += chunk.length;
        if (drained > DRAIN_BYTES) end();
      })
      .resume();
  });
}

/** Lets a refused caller wait. @returns false: too many wait already, and the connection is closed */
async function hold(outgoing: ServerResponse): Promise<boolean> {
  if (held >= MOST_HELD) {
    outgoing.destroy();
    return false;
  }
  held += 1;
  await sleep(HOLD_MS);
  held -= 1;
  return true;
}

const takesGzip = ({ headers }: IncomingMessage) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(headers['accept-encoding'] ?? ''));

/** Writes an answer to a Node response. Resolves when it is sent, or when the client is gone. */
export async function sendAnswer(
  { status, headers, cookies, body }: HttpAnswer,
  outgoing: ServerResponse,
): Promise<void> {
  if (status !== RATE_LIMITED || (await hold(outgoing))) await drain(outgoing.req);
  if (outgoing.destroyed) {
    if (body !== null && typeof body !== 'string') await body.cancel();
    return;
  }
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  if (cookies.length > 0) outgoing.setHeader('Set-Cookie', [...cookies]);
  if (body !== null && typeof body !== 'string') {
    outgoing.writeHead(status);
    // A client that goes away ends the file behind it, too.
    await pipeline(Readable.fromWeb(body as ReadableStream), outgoing).catch(() => outgoing.destroy());
    return;
  }
  let bytes = Buffer.from(body ?? '');
  if (bytes.length >= GZIP_FROM_BYTES) {
    outgoing.setHeader('Vary', 'Accept-Encoding');
    if (takesGzip(outgoing.req)) {
      bytes = await zip(bytes, { level: GZIP_LEVEL });
      outgoing.setHeader('Content-Encoding', 'gzip');
    }
  }
  if (body !== null) outgoing.setHeader('Content-Length', bytes.length);
  outgoing.writeHead(status).end(bytes);
}
