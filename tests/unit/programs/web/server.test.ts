import { Agent, createServer, request as httpRequest } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { parseConfig } from '@/lib/config';
import { createWebServer } from '@/lib/programs/web/server';

const SECRET = 's'.repeat(40);
const listen = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

/** A gateway that says what it saw and accepts upgrades by echoing one line. */
function fakeGateway() {
  const server = createServer((request, response) => {
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
    });
    request.on('end', () =>
      response.end(
        JSON.stringify({ by: 'gateway', url: request.url, forwardedFor: request.headers['x-forwarded-for'], bytes }),
      ),
    );
  });
  server.on('upgrade', (request, socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
    socket.end(`upgraded for ${String(request.headers['x-forwarded-for'])}`);
  });
  return server;
}

describe('the thin server', () => {
  const gateway = fakeGateway();
  let web: Server;
  let port: number;
  let base: string;

  beforeAll(async () => {
    const gatewayPort = await listen(gateway);
    const settings = parseConfig({ GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`, INTERNAL_SECRET: SECRET });
    web = createWebServer(settings, {
      request: (request, response) =>
        void response.end(
          JSON.stringify({
            by: 'next',
            forwardedFor: request.headers['x-forwarded-for'],
            realIp: request.headers['x-real-ip'] ?? null,
          }),
        ),
      upgrade: (_request, socket) => void socket.destroy(),
    });
    port = await listen(web);
    base = `http://127.0.0.1:${port}`;
  });
  afterAll(() => {
    web.close();
    gateway.close();
    gateway.closeAllConnections();
  });

  it('lets service workers ask for pages, and every other file for nothing', async () => {
    const policies = await Promise.all(
      ['/service-worker.js', '/screen-worker.js', '/offline.js'].map(async (path) =>
        (await fetch(`${base}${path}`)).headers.get('content-security-policy'),
      ),
    );
    expect(policies.map((policy) => policy?.includes("connect-src 'self'"))).toEqual([true, true, false]);
  });

  it('gives Next the true address, whatever the client claims', async () => {
    const answer = await fetch(`${base}/login`, { headers: { 'x-forwarded-for': '8.8.8.8', 'x-real-ip': '8.8.8.8' } });
    expect(await answer.json()).toEqual({ by: 'next', forwardedFor: '127.0.0.1', realIp: null });
  });

  it('forwards sockets by polling and the ingest to the gateway, bodies whole', async () => {
    const polling = await fetch(`${base}/sms/socket.io/?EIO=4&transport=polling`, {
      headers: { 'x-forwarded-for': '8.8.8.8' },
    });
    expect(await polling.json()).toMatchObject({
      by: 'gateway',
      url: '/sms/socket.io/?EIO=4&transport=polling',
      forwardedFor: '127.0.0.1',
    });
    const large = await fetch(`${base}/sms/ingest/v1/C1/log`, { method: 'POST', body: new Uint8Array(64 * 1024) });
    expect(await large.json()).toMatchObject({ by: 'gateway', bytes: 64 * 1024 });
  });

  it('a connection that is kept for many requests carries no more of them than the first left', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const listeners: [number, number][] = [];
    const ask = (path: string) =>
      new Promise<void>((resolve, reject) => {
        httpRequest({ port, host: '127.0.0.1', path, agent }, (response) => response.resume().on('end', resolve))
          .on('error', reject)
          .end();
      });
    const sockets = new Set<Socket>();
    web.on('request', ({ socket }) => sockets.add(socket));
    for (let count = 0; count < 15; count += 1) {
      await ask('/sms/ingest/v1/C1/log');
      await ask('/login');
      const [socket] = sockets;
      listeners.push([socket?.listenerCount('timeout') ?? -1, socket?.listenerCount('error') ?? -1]);
    }
    agent.destroy();
    expect(sockets.size).toBe(1);
    expect(listeners.at(-1)).toEqual(listeners[0]);
  });

  it('shows its metrics to who knows the internal secret, and to nobody else', async () => {
    const metrics = await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${SECRET}` } });
    expect(await metrics.text()).toContain('process_cpu_user_seconds_total');
    for (const authorization of ['', `Bearer ${SECRET}x`, SECRET]) {
      expect(await (await fetch(`${base}/metrics`, { headers: { authorization } })).json()).toMatchObject({
        by: 'next',
      });
    }
  });

  it('forwards upgrades', async () => {
    const text = await new Promise<string>((resolve, reject) => {
      httpRequest({
        port,
        host: '127.0.0.1',
        path: '/sms/socket.io/?transport=websocket',
        headers: {
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
          'sec-websocket-version': '13',
        },
      })
        .on('upgrade', (_response, socket, head) => {
          let received = head.toString();
          socket.on('data', (chunk: Buffer) => {
            received += chunk.toString();
          });
          socket.on('close', () => resolve(received));
        })
        .on('error', reject)
        .end();
    });
    expect(text).toBe('upgraded for 127.0.0.1');
  });

  it('answers 503 with the envelope while the gateway is away, and survives a client that leaves mid-request', async () => {
    const away = createWebServer(parseConfig({ INTERNAL_SECRET: SECRET, GATEWAY_URL: 'http://127.0.0.1:9' }), {
      request: (_request, response) => void response.end('next'),
      upgrade: () => undefined,
    });
    const awayPort = await listen(away);
    const answer = await fetch(`http://127.0.0.1:${awayPort}/sms/socket.io/`);
    expect([
      answer.status,
      answer.headers.get('retry-after'),
      ((await answer.json()) as { error: string }).error,
    ]).toEqual([503, '2', 'unavailable']);
    const socket = connect(awayPort, '127.0.0.1', () => {
      socket.write(
        'GET /sms/socket.io/?transport=websocket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      );
      socket.destroy();
    });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await fetch(`http://127.0.0.1:${awayPort}/`)).status).toBe(200);
    away.close();
    away.closeAllConnections();
  });
});
