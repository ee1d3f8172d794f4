import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpAnswer } from '@/lib/platform/http/exchange';
import { incomingOf, sendAnswer } from '@/lib/platform/http/node-adapter';

/** The wait of those above their rate lasts until the test ends it. */
let endWaits: () => void;
let waits: Promise<void>;
jest.mock('node:timers/promises', () => ({ setTimeout: () => waits }));
beforeEach(() => {
  waits = new Promise((resolve) => {
    endWaits = resolve;
  });
});

/** Serves one answer. @returns what fetch makes of it, with the header that says how it travelled */
async function served(answer: Partial<HttpAnswer>, headers: Record<string, string> = {}) {
  const server = createServer((_request, response) => {
    void sendAnswer({ status: 200, headers: {}, cookies: [], body: null, ...answer }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers });
    return { response, text: await response.text() };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

const LONG = JSON.stringify({ rows: Array.from({ length: 200 }, (_, index) => `电梯 ${index}`) });

describe('an answer on a plain server', () => {
  it('arrives with its status, headers and every cookie', async () => {
    const { response, text } = await served({
      status: 403,
      headers: { 'X-Request-Id': 'abc' },
      cookies: ['a=1; Path=/', 'b=2; Path=/'],
      body: '{"code":403}',
    });
    expect([response.status, response.headers.get('x-request-id'), text]).toEqual([403, 'abc', '{"code":403}']);
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    expect(response.headers.get('content-length')).toBe('12');
  });

  it.each([
    ['gzip, br', 'gzip'],
    ['gzip;q=0, identity', null],
    ['identity', null],
  ])('is packed for those who take it: %s', async (accepted, encoding) => {
    const { response, text } = await served({ body: LONG }, { 'accept-encoding': accepted });
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
      encoding,
      'Accept-Encoding',
    ]);
    expect(text).toBe(LONG);
  });

  it('is not packed when it is small', async () => {
    const { response } = await served({ body: '{}' }, { 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBeNull();
  });

  it('ends the file behind it when its reader goes away', async () => {
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: () => {
        isCancelled = true;
      },
    });
    let left: Promise<void> | undefined;
    const server = createServer((_request, response) => {
      left = sendAnswer({ status: 200, headers: {}, cookies: [], body: endless }, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const abort = new AbortController();
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      signal: abort.signal,
    });
    await response.body?.getReader().read();
    abort.abort();
    await left;
    server.close();
    expect(isCancelled).toBe(true);
  });
});

describe('a call from a plain server', () => {
  it('has its headers in whatever case, its body in pieces, and none with GET', async () => {
    const seen: { url: string; header: string | null; text: string | null }[] = [];
    const server = createServer((request, response) => {
      const incoming = incomingOf(request, 'http://own.example');
      const read = async () => {
        const pieces: Uint8Array[] = [];
        for await (const piece of incoming.body ?? []) pieces.push(piece);
        return incoming.body ? Buffer.concat(pieces).toString() : null;
      };
      void read().then((text) => {
        seen.push({ url: incoming.url, header: incoming.headers.get('x-test'), text });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms/a?b=1`;
    await fetch(url, { method: 'POST', body: 'hello', headers: { 'X-Test': 'yes' } });
    await fetch(url);
    server.close();
    server.closeAllConnections();
    expect(seen).toEqual([
      { url: 'http://own.example/sms/a?b=1', header: 'yes', text: 'hello' },
      { url: 'http://own.example/sms/a?b=1', header: null, text: null },
    ]);
  });

  it('waits where somebody asks more than his rate, and nowhere else', async () => {
    let isRefused = false;
    const refused = served({ status: 429, body: '{}' }).then(({ response }) => {
      isRefused = true;
      return response.status;
    });
    for (let turn = 0; turn < 5; turn += 1) expect((await served({ status: 400 })).response.status).toBe(400);
    expect(isRefused).toBe(false);
    endWaits();
    expect(await refused).toBe(429);
  });

  it('closes the connection where too many wait already', async () => {
    let closed = 0;
    const ends = Array.from({ length: 300 }, () =>
      served({ status: 429, body: '{}' }).then(
        ({ response }) => response.status,
        () => {
          closed += 1;
          if (closed === 300 - 256) endWaits();
          return 'closed';
        },
      ),
    );
    const seen = await Promise.all(ends);
    expect([429, 'closed'].map((end) => seen.filter((one) => one === end).length)).toEqual([256, 44]);
    expect((await served({ status: 429, body: '{}' })).response.status).toBe(429);
  });
});
