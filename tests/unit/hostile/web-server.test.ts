import { createServer, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { parseConfig } from '@/lib/config';
import { readBytes } from '@/lib/platform/http/body';
import { incomingOf, sendAnswer } from '@/lib/platform/http/node-adapter';
import { forwardTarget } from '@/lib/programs/web/gateway-paths';
import { createWebServer } from '@/lib/programs/web/server';

/** The thin server between strangers and the gateway, or the sockets of an upstream. */

const SECRET = 's'.repeat(40);
const listen = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function start(server: Server): Promise<number> {
  opened.push(server);
  return listen(server);
}

/** What a raw client gets until the connection closes, or null after a second of silence with it open. */
function raw(port: number, text: string): Promise<string | null> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const timer = setTimeout(() => {
      socket.destroy();
      resolve(null);
    }, 1000);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
  });
}

const nextStub = {
  request: (_request: unknown, response: { end(text: string): void }) => response.end('next'),
  upgrade: () => undefined,
};

describe('paths of the gateway', () => {
  const settings = parseConfig({ INTERNAL_SECRET: SECRET });

  it.each([
    '/sms/socket.io/../../metrics',
    '/sms/socket.io/%2e%2e/%2E%2E/metrics',
    '/sms/flv/..\\..\\metrics',
    '/sms/ingest/./../../health',
    '/sms/socket.io/..',
  ])('%s climbs out of them and is not forwarded', (pathname) => {
    expect(forwardTarget(pathname, settings)).toBeUndefined();
  });

  it('are still forwarded when nothing climbs', () => {
    expect(forwardTarget('/sms/ingest/v1/C.1/status', settings)).toBe(settings.gateway.url);
    expect(forwardTarget('/sms/socket.io/', settings)).toBe(settings.gateway.url);
  });
});

describe('sockets of an upstream', () => {
  it('get no cookie of ours, the host of the upstream, and set no cookie here', async () => {
    let seen: IncomingHttpHeaders = {};
    const upstreamPort = await start(
      createServer((request, response) => {
        seen = request.headers;
        response.setHeader('Set-Cookie', 'sms_session=forged; Path=/');
        response.end('{}');
      }),
    );
    const web = await start(
      createWebServer(
        parseConfig({ INTERNAL_SECRET: SECRET, SMS_UPSTREAM_URL: `http://127.0.0.1:${upstreamPort}/sms` }),
        nextStub,
      ),
    );
    const answer = await fetch(`http://127.0.0.1:${web}/sms/socket.io/?EIO=4&transport=polling`, {
      headers: { cookie: 'sms_session=secret' },
    });
    expect(answer.status).toBe(200);
    expect([seen.cookie, seen.host, answer.headers.get('set-cookie')]).toEqual([
      undefined,
      `127.0.0.1:${upstreamPort}`,
      null,
    ]);
  });

  it('get no cookie of ours with a WebSocket either', async () => {
    let seen: IncomingHttpHeaders = { cookie: 'never asked' };
    const upstream = createServer();
    upstream.on('upgrade', (request, socket) => {
      seen = request.headers;
      socket.end(
        'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSet-Cookie: sms_session=forged; Path=/\r\n\r\n',
      );
    });
    const upstreamPort = await start(upstream);
    const web = await start(
      createWebServer(
        parseConfig({ INTERNAL_SECRET: SECRET, SMS_UPSTREAM_URL: `http://127.0.0.1:${upstreamPort}/sms` }),
        nextStub,
      ),
    );
    const answer = await raw(
      web,
      'GET /sms/socket.io/?transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nCookie: sms_session=secret\r\n\r\n',
    );
    expect(seen.cookie).toBeUndefined();
    expect(answer).toContain('101 Switching Protocols');
    expect(answer).not.toContain('forged');
  });
});

describe('the thin server under strangers', () => {
  it('closes an upgrade that nobody answers, instead of keeping its socket for ever', async () => {
    const web = await start(createWebServer(parseConfig({ INTERNAL_SECRET: SECRET }), nextStub));
    const answer = await raw(
      web,
      'GET /login HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    );
    expect(answer).not.toBeNull();
  });

  it.each([
    'GET http://169.254.169.254/latest HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET http://169.254.169.254/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ])('hands Next no address of another origin: %j', async (text) => {
    let isAsked = false;
    const web = await start(
      createWebServer(parseConfig({ INTERNAL_SECRET: SECRET, NODE_ENV: 'development' }), {
        request: (_request, response) => {
          isAsked = true;
          response.end();
        },
        upgrade: (_request, socket) => {
          isAsked = true;
          socket.destroy();
        },
      }),
    );
    const answer = await raw(web, text);
    expect([isAsked, answer?.split('\r\n')[0]]).toEqual([false, 'HTTP/1.1 400 Bad Request']);
  });

  it.each(['nonsense', '%', '%5B%5D', '[""]', '{"a":1}', 'x'.repeat(12_000)])(
    'hands Next no router state that it cannot read (%#)',
    async (state) => {
      const seen: unknown[] = [];
      const web = await start(
        createWebServer(parseConfig({ INTERNAL_SECRET: SECRET }), {
          ...nextStub,
          request: ({ headers }, response) => {
            seen.push(headers['next-router-state-tree']);
            response.end();
          },
        }),
      );
      const readable = encodeURIComponent(JSON.stringify(['', { children: ['login', {}] }]));
      for (const header of [state, readable])
        await fetch(`http://127.0.0.1:${web}/login`, { headers: { rsc: '1', 'next-router-state-tree': header } });
      expect(seen).toEqual([undefined, readable]);
    },
  );

  it('gives an idle connection to the gateway up before the gateway does: no call is lost on one that closes', async () => {
    const gateway = createServer((_request, response) => void response.end('acknowledged'));
    const leftBy = new Promise((resolve) =>
      gateway.once('connection', (socket: Socket) =>
        socket.once('end', () => resolve('web')).once('close', () => resolve('gateway')),
      ),
    );
    const gatewayPort = await start(gateway);
    const web = await start(
      createWebServer(
        parseConfig({ INTERNAL_SECRET: SECRET, GATEWAY_URL: `http://127.0.0.1:${gatewayPort}` }),
        nextStub,
      ),
    );
    await (await fetch(`http://127.0.0.1:${web}/sms/mqtt/auth`, { method: 'POST', body: '{}' })).text();
    expect(await leftBy).toBe('web');
  });

  it('leaves the boxes a way to the gateway while hundreds of browsers poll', async () => {
    const POLLS = 270;
    let held = 0;
    let holdLast: () => void = () => undefined;
    const allHeld = new Promise<void>((resolve) => (holdLast = resolve));
    const gatewayPort = await start(
      createServer((request, response) => {
        if (!request.url?.includes('hold')) return void response.end('acknowledged');
        held += 1;
        if (held === POLLS) holdLast();
      }),
    );
    const web = await start(
      createWebServer(
        parseConfig({ INTERNAL_SECRET: SECRET, GATEWAY_URL: `http://127.0.0.1:${gatewayPort}` }),
        nextStub,
      ),
    );
    const pollers = Array.from({ length: POLLS }, () => {
      const poll = httpRequest({ port: web, host: '127.0.0.1', path: '/sms/socket.io/?hold', agent: false });
      poll.on('error', () => undefined).end();
      return poll;
    });
    try {
      // However busy the machine is: a limit on the way would keep the last of them out for ever.
      await allHeld;
      const answer = await fetch(`http://127.0.0.1:${web}/sms/ingest/v1/C1/status`, { method: 'POST', body: '{}' });
      expect(await answer.text()).toBe('acknowledged');
    } finally {
      pollers.forEach((poll) => poll.destroy());
    }
  }, 60_000);
});

describe('what nothing behind the thin server may see', () => {
  const seen: { url?: string; method?: string }[] = [];
  let web = 0;
  beforeEach(async () => {
    seen.length = 0;
    web = await start(
      createWebServer(parseConfig({ INTERNAL_SECRET: SECRET, GATEWAY_URL: 'http://127.0.0.1:9' }), {
        request: (request, response) => {
          seen.push({ url: request.url, method: request.method });
          response.end('next');
        },
        upgrade: () => undefined,
      }),
    );
  });

  it.each([
    ['TRACE /login', 405],
    ['PROPFIND /sms/signToken', 405],
    ['GET /%FF', 400],
    ['GET /sms/equipment/%E0%A4%A', 400],
    ['POST /sms/signToken', 413],
    ['POST /sms/ingest/v1/C1/status', 413],
    ['POST /sms/no/such/path', 413],
  ])('%s: %i', async (line, status) => {
    const [method, path] = line.split(' ');
    const answer = await raw(
      web,
      `${method} ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${status === 413 ? 1024 * 1024 : 0}\r\n\r\n`,
    );
    expect([answer?.split('\r\n')[0]?.split(' ')[1], seen]).toEqual([String(status), []]);
    if (path?.startsWith('/sms/'))
      expect(JSON.parse(answer?.split('\r\n\r\n')[1]?.replace(/^[0-9a-f]+\r\n|\r\n0$/g, '') ?? '')).toMatchObject({
        code: status,
      });
  });

  it('a slash at the end of an operation is no other path, and Next hears of none', async () => {
    for (const [given, wanted] of [
      ['/sms/role/search/', '/sms/role/search'],
      ['/sms/role/search//?a=b/', '/sms/role/search?a=b/'],
      ['/sms/equipment/10512345/', '/sms/equipment/10512345'],
      ['/login/', '/login/'],
      ['/sms/role/search', '/sms/role/search'],
    ]) {
      seen.length = 0;
      const answer = await fetch(`http://127.0.0.1:${web}${given}`, { method: 'POST', redirect: 'manual', body: '{}' });
      expect([given, answer.status, seen]).toEqual([given, 200, [{ url: wanted, method: 'POST' }]]);
    }
  });

  it.each([
    '/login',
    '/api/auth/session',
    '/robots.txt',
    '/no-such.file',
    '/_next/static/x.js',
    '/sms/signToken',
    '/sms/ingest/v1/C1/status',
    '/%FF',
  ])('the answer at %s carries the security headers', async (path) => {
    const { headers } = await fetch(`http://127.0.0.1:${web}${path}`);
    expect(
      [
        'x-content-type-options',
        'x-frame-options',
        'referrer-policy',
        'cross-origin-opener-policy',
        'permissions-policy',
        'content-security-policy',
      ].filter((name) => !headers.has(name)),
    ).toEqual([]);
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
  });
});

describe('a body that is too large for the gateway', () => {
  it('is told 413 also when it does not say how large it is', async () => {
    const gateway = await start(
      createServer((request, response) => {
        void readBytes(incomingOf(request, 'http://gateway'), 1000)
          .then(
            () => 200,
            (error: { code: number }) => error.code,
          )
          .then((status) => sendAnswer({ status, headers: {}, cookies: [], body: '{}' }, response));
      }),
    );
    const web = await start(
      createWebServer(parseConfig({ INTERNAL_SECRET: SECRET, GATEWAY_URL: `http://127.0.0.1:${gateway}` }), nextStub),
    );
    for (let round = 0; round < 10; round += 1) {
      let sent = 0;
      const body = new ReadableStream({
        pull(controller) {
          sent += 65_536;
          if (sent > 3 * 1024 * 1024) controller.close();
          else controller.enqueue(new Uint8Array(65_536));
        },
      });
      const answer = await fetch(`http://127.0.0.1:${web}/sms/ingest/v1/C1/status`, {
        method: 'POST',
        body,
        duplex: 'half',
      } as RequestInit);
      expect([round, answer.status]).toEqual([round, 413]);
    }
  });
});
