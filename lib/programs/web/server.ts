import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createProxyServer } from 'httpxy';
import {
  plainAnswerHeaders,
  SERVICE_WORKER_PATHS,
  SERVICE_WORKER_POLICY,
} from '@/lib/platform/auth/pages/security-headers';
import type { Config } from '@/lib/config';
import { AppError } from '@/lib/platform/contract/errors';
import {
  FORWARDED_PROOF_HEADER,
  forwardedProof,
  replaceForwarded,
  trustedPeers,
} from '@/lib/platform/system/forwarded';
import { logger } from '@/lib/platform/system/log';
import { traceHeaders } from '@/lib/platform/system/tracing';
import { TRACE_HEADER, tracedRequest } from '@/lib/platform/system/traced-request';
import { forwardTarget, isLastingPath, isSocketPath } from './gateway-paths';
import { mayReadMetrics, METRICS_PATH, sendMetrics } from './metrics-page';
import { proxyAgents } from './proxy-agents';
import { refusalOf, sendRefusal } from './refuse';
import { dropUnreadableRouterState } from './router-state';

/** What Next (or a test) gives: its request and upgrade handlers. */
export interface WebHandlers {
  request(request: IncomingMessage, response: ServerResponse): Promise<void> | void;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> | void;
  /** Answers calls of the contract. Absent: Next answers them as well, which in development loads changed code. */
  sms?(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Refuses and answers what is too much for this process (`busy.ts`). @returns true: it is answered */
  refuses?(request: IncomingMessage, response: ServerResponse, path: string): boolean;
}

const KEEP_ALIVE_MS = 65_000;
const PROXY_TIMEOUT_MS = 90_000;
const SMS_PREFIX = '/sms/';
const TWO_SECONDS = '2';

/** A path of ours. `GET http://other/` is for proxies; Next would take the other origin for its own. */
const isOwnTarget = ({ url }: IncomingMessage) => url?.startsWith('/') ?? false;

/** `x/` and `x` are the same operation, answered directly (api.md §1.2): Next would redirect with a 308. */
function withoutTrailingSlash(url: string): string {
  return isSocketPath(url.split('?')[0] ?? '') ? url : url.replace(/^(\/sms\/[^?]*?)\/+(?=$|\?)/, '$1');
}

function refuseUpgrade(socket: Socket, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** The thin server around Next: true client addresses, and the gateway's paths forwarded, upgrades included. */
export function createWebServer(settings: Config, handlers: WebHandlers): Server {
  const peers = trustedPeers(settings.trustedProxies);
  // The option `timeout` is not used: with every request it adds another listener to the browser's connection.
  const proxy = createProxyServer({ proxyTimeout: PROXY_TIMEOUT_MS });
  const agents = proxyAgents();
  const log = logger('web');
  const pathOf = (request: IncomingMessage) => (request.url ?? '/').split('?')[0] ?? '/';
  const standing = plainAnswerHeaders(settings.session);

  proxy.on('error', (error, _request, target) => {
    log.debug({ err: error }, 'gateway away');
    if (target && 'writeHead' in target) {
      if (target.headersSent) target.end();
      else sendRefusal(target, new AppError('unavailable', { headers: { 'Retry-After': TWO_SECONDS } }));
    } else (target as Socket | undefined)?.destroy();
  });

  // Our session cookie must not reach another server, and no other server may set a cookie of this origin.
  proxy.on('proxyRes', ({ headers }) => void Reflect.deleteProperty(headers, 'set-cookie'));
  proxy.on(
    'proxyReqWs',
    (outgoing) => void outgoing.once('upgrade', ({ headers }) => void Reflect.deleteProperty(headers, 'set-cookie')),
  );
  const prepare = (request: IncomingMessage, target: string) => {
    Reflect.deleteProperty(request.headers, 'cookie');
    if (target === settings.gateway.url)
      Object.assign(request.headers, {
        [FORWARDED_PROOF_HEADER]: forwardedProof(settings.internalSecret),
        ...traceHeaders(),
      });
    else Reflect.deleteProperty(request.headers, TRACE_HEADER);
    return { target, changeOrigin: target !== settings.gateway.url };
  };
  /** A client that reads nothing for this long is disconnected; Node removes the time-out at the end of the answer. */
  const forward = (request: IncomingMessage, response: ServerResponse, target: string) => {
    request.socket.setTimeout(PROXY_TIMEOUT_MS);
    const agent = target.startsWith('https:') ? agents.https : agents.http;
    return proxy.web(request, response, { ...prepare(request, target), agent });
  };

  const server = createServer((request, response) => {
    if (!isOwnTarget(request)) return void response.writeHead(400, { ...standing, Connection: 'close' }).end();
    request.url = withoutTrailingSlash(request.url ?? '/');
    const path = pathOf(request);
    const target = forwardTarget(path, settings);
    // Before any other work: thousands may be refused in a second, and each of them delays what is urgent.
    // The gateway's paths are live pictures, sockets and boxes, and cost this process next to nothing.
    if (!target && handlers.refuses?.(request, response, path)) return;
    // A handler may set these headers more exactly: pages do, in the middleware.
    for (const [name, value] of Object.entries(standing)) response.setHeader(name, value);
    replaceForwarded(request, peers);
    if (SERVICE_WORKER_PATHS.has(path)) response.setHeader('Content-Security-Policy', SERVICE_WORKER_POLICY);
    const refusal = refusalOf(request, path, isSocketPath(path));
    if (refusal) return sendRefusal(response, refusal);
    const serve = () =>
      path === METRICS_PATH && mayReadMetrics(request, settings.internalSecret)
        ? sendMetrics(response)
        : target
          ? forward(request, response, target)
          : handlers.sms && path.startsWith(SMS_PREFIX)
            ? handlers.sms(request, response)
            : handlers.request(dropUnreadableRouterState(request), response);
    const part = target ? 'gateway' : path.startsWith(SMS_PREFIX) ? 'call' : 'page';
    const answered = isLastingPath(path)
      ? Promise.resolve(serve())
      : tracedRequest(request, part, async (span) => {
          await serve();
          span.set({ 'http.response.status_code': response.statusCode });
        });
    answered.catch((error: unknown) => {
      log.error({ err: error }, 'request failed');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    if (!isOwnTarget(request)) return refuseUpgrade(socket, '400 Bad Request');
    replaceForwarded(request, peers);
    const target = forwardTarget(pathOf(request), settings);
    // Only development has an upgrade of its own; Next would leave any other open for ever.
    if (!target && settings.mode !== 'development') return refuseUpgrade(socket, '404 Not Found');
    Promise.resolve(
      target ? proxy.ws(request, socket, prepare(request, target), head) : handlers.upgrade(request, socket, head),
    ).catch(() => socket.destroy());
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}
