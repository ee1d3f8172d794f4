import { createServer, request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { parseConfig } from '@/lib/config';
import { forwardTarget } from '@/lib/web/gateway-paths';
import { createWebServer } from '@/lib/web/server';

/** The thin server between strangers and the gateway, or the sockets of an upstream. */

const listen = (server: Server) => new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));

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
    socket.on('data', (chunk: Buffer) => { received += chunk.toString(); });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(received);
    });
  });
}

const nextStub = { request: (_request: unknown, response: { end(text: string): void }) => response.end('next'), upgrade: () => undefined };

describe('paths of the gateway', () => {
  const settings = parseConfig({});

  it.each([
    '/sms/socket.io/../../metrics', '/sms/socket.io/%2e%2e/%2E%2E/metrics', '/sms/flv/..\\..\\metrics', '/sms/ingest/./../../health', '/sms/socket.io/..',
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
    const upstreamPort = await start(createServer((request, response) => {
      seen = request.headers;
      response.setHeader('Set-Cookie', 'sms_session=forged; Path=/');
      response.end('{}');
    }));
    const web = await start(createWebServer(parseConfig({ SMS_UPSTREAM_URL: `http://127.0.0.1:${upstreamPort}/sms` }), nextStub));
    const answer = await fetch(`http://127.0.0.1:${web}/sms/socket.io/?EIO=4&transport=polling`, { headers: { cookie: 'sms_session=secret' } });
    expect(answer.status).toBe(200);
    expect([seen.cookie, seen.host, answer.headers.get('set-cookie')]).toEqual([undefined, `127.0.0.1:${upstreamPort}`, null]);
  });

  it('get no cookie of ours with a WebSocket either', async () => {
    let seen: IncomingHttpHeaders = { cookie: 'never asked' };
    const upstream = createServer();
    upstream.on('upgrade', (request, socket) => {
      seen = request.headers;
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSet-Cookie: sms_session=forged; Path=/\r\n\r\n');
    });
    const upstreamPort = await start(upstream);
    const web = await start(createWebServer(parseConfig({ SMS_UPSTREAM_URL: `http://127.0.0.1:${upstreamPort}/sms` }), nextStub));
    const answer = await raw(web, 'GET /sms/socket.io/?transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nCookie: sms_session=secret\r\n\r\n');
    expect(seen.cookie).toBeUndefined();
    expect(answer).toContain('101 Switching Protocols');
    expect(answer).not.toContain('forged');
  });
});

describe('the thin server under strangers', () => {
  it('closes an upgrade that nobody answers, instead of keeping its socket for ever', async () => {
    const web = await start(createWebServer(parseConfig({}), nextStub));
    const answer = await raw(web, 'GET /login HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect(answer).not.toBeNull();
  });

  it.each(['GET http://169.254.169.254/latest HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 'GET http://169.254.169.254/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'])('hands Next no address of another origin: %j', async (text) => {
    let isAsked = false;
    const web = await start(createWebServer(parseConfig({ NODE_ENV: 'development' }), {
      request: (_request, response) => { isAsked = true; response.end(); },
      upgrade: (_request, socket) => { isAsked = true; socket.destroy(); },
    }));
    const answer = await raw(web, text);
    expect([isAsked, answer?.split('\r\n')[0]]).toEqual([false, 'HTTP/1.1 400 Bad Request']);
  });

  it('leaves the boxes a way to the gateway while hundreds of browsers poll', async () => {
    const gatewayPort = await start(createServer((request, response) => {
      if (!request.url?.includes('hold')) response.end('acknowledged');
    }));
    const web = await start(createWebServer(parseConfig({ GATEWAY_URL: `http://127.0.0.1:${gatewayPort}` }), nextStub));
    const pollers = Array.from({ length: 270 }, () => {
      const poll = httpRequest({ port: web, host: '127.0.0.1', path: '/sms/socket.io/?hold', agent: false });
      poll.on('error', () => undefined).end();
      return poll;
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    const answer = await fetch(`http://127.0.0.1:${web}/sms/ingest/v1/C1/status`, { method: 'POST', body: '{}', signal: AbortSignal.timeout(2000) }).then((response) => response.text(), (error: Error) => error.name);
    pollers.forEach((poll) => poll.destroy());
    expect(answer).toBe('acknowledged');
  });
});
