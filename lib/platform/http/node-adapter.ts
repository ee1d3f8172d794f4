import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { ReadableStream as WebStream } from 'node:stream/web';
import type { ReadableStream } from 'node:stream/web';

/** Mounts a `Request → Response` handler on a plain Node server; the gateway uses it for boxes. */

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** What `Allow` says to any other. */
export const KNOWN_METHODS = [...METHODS].join(', ');

/** TRACE and its like cannot even be written down as a web request. */
export function isKnownMethod(method: string | undefined): boolean {
  return METHODS.has(method ?? '');
}

/** How much of a refused body, and for how long, is still taken in. */
const DRAIN_BYTES = 4 * 1024 * 1024;
const DRAIN_MS = 5000;

/** The body of a request. Given up early, its connection stays open: closing it would cost the answer. */
function bodyOf(incoming: IncomingMessage): WebStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Uint8Array>;
  return new WebStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await chunks.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** Takes in what a refusal left unread, within bounds: a sender that is cut off while writing never reads why. */
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

/** The web request of a Node request. `origin` gives the URL its host. */
export function toRequest(incoming: IncomingMessage, origin: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) headers.append(name, item);
  }
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  return new Request(new URL(incoming.url ?? '/', origin), {
    method: incoming.method,
    headers,
    ...(hasBody ? { body: bodyOf(incoming) as unknown as BodyInit, duplex: 'half' } : {}),
  } as RequestInit);
}

/** Writes a web response to a Node response. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  await drain(outgoing.req);
  outgoing.statusCode = response.status;
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  });
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  if (!response.body) {
    outgoing.end();
    return;
  }
  Readable.fromWeb(response.body as ReadableStream).pipe(outgoing);
  await new Promise((resolve) => outgoing.once('close', resolve));
}
