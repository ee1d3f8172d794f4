import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createProxyServer } from 'httpxy';
import type { Config } from '@/lib/config';
import { logger } from '@/lib/system/log';
import { replaceForwarded, trustedPeers } from './forwarded';
import { forwardTarget } from './gateway-paths';

/** What Next (or a test) gives: its request and upgrade handlers. */
export interface Handlers {
  request(request: IncomingMessage, response: ServerResponse): Promise<void> | void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> | void;
}

const KEEP_ALIVE_MS = 65_000;
const PROXY_TIMEOUT_MS = 90_000;
const UNAVAILABLE = JSON.stringify({ code: 503, message: 'unavailable', data: null, error: 'unavailable', error_description: 'unavailable' });

/** The thin server around Next: true client addresses, and the gateway's paths forwarded, upgrades included. */
export function createWebServer(settings: Config, handlers: Handlers): Server {
  const peers = trustedPeers(settings.trustedProxies);
  const proxy = createProxyServer({ proxyTimeout: PROXY_TIMEOUT_MS, timeout: PROXY_TIMEOUT_MS });
  const log = logger('web');
  const pathOf = (request: IncomingMessage) => (request.url ?? '/').split('?')[0] ?? '/';

  proxy.on('error', (error, _request, target) => {
    log.debug({ err: error }, 'gateway away');
    if (target && 'writeHead' in target) {
      if (!target.headersSent) target.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '2', 'Cache-Control': 'no-store' });
      target.end(UNAVAILABLE);
    } else (target as Socket | undefined)?.destroy();
  });

  const server = createServer((request, response) => {
    replaceForwarded(request, peers);
    const target = forwardTarget(pathOf(request), settings);
    const done = target ? proxy.web(request, response, { target }) : handlers.request(request, response);
    Promise.resolve(done).catch((error: unknown) => {
      log.error({ err: error }, 'request failed');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    replaceForwarded(request, peers);
    socket.on('error', () => socket.destroy());
    const target = forwardTarget(pathOf(request), settings);
    Promise.resolve(target ? proxy.ws(request, socket, { target }, head) : handlers.upgrade(request, socket, head)).catch(() => socket.destroy());
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}
