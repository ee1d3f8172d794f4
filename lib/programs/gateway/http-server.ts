import { once } from 'node:events';
import http from 'node:http';
import { createDoor } from '@/lib/platform/door/door';
import { incomingOf, isKnownMethod, sendAnswer } from '@/lib/platform/http/node-adapter';
import { FLV_PREFIX } from '@/lib/live/video/flv-endpoint';
import { PAPER_PATH } from '@/lib/platform/pdf/draw';
import { telemetryOperations } from '@/lib/live/telemetry/contract';
import type { Service } from '@/lib/platform/contract/serve';
import { replaceForwarded, trustedPeers } from '@/lib/platform/system/forwarded';
import { logger } from '@/lib/platform/system/log';
import { registry } from '@/lib/platform/system/metrics';
import { tracedRequest } from '@/lib/platform/system/traced-request';

/** The gateway's own HTTP server: health, metrics and the operations that boxes and brokers call. */

export interface GatewayHealth {
  database: boolean;
  realtime: boolean;
  broker: boolean;
}

export interface HttpOptions {
  host: string;
  port: number;
  /** The operations that this process answers below /sms/; the web process answers all others. */
  services: readonly Service[];
  health: () => Promise<GatewayHealth>;
  /**
   * Who may state the caller's address: peers of TRUSTED_PROXIES, and a caller with the internal secret (the web
   * process).
   */
  trustedProxies: readonly string[];
  internalSecret: string;
  /** Answers streams of cameras; absent: no relay runs. */
  video?: () => ((request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>) | undefined;
  /** Draws documents for our own processes (role `jobs`). */
  paper?: (request: http.IncomingMessage, response: http.ServerResponse) => Promise<void>;
}

const KEEP_ALIVE_MS = 65_000;
const OWN_PATHS = ['/sms/ingest/', '/sms/mqtt/'];

/** Starts listening. Rejects when the port is taken (EADDRINUSE). */
export async function startHttpServer({
  host,
  port,
  services,
  health,
  trustedProxies,
  internalSecret,
  video,
  paper,
}: HttpOptions): Promise<http.Server> {
  const door = createDoor(telemetryOperations, () => Promise.resolve(services));
  const log = logger('gateway');
  const peers = trustedPeers(trustedProxies);
  const answer = (response: http.ServerResponse, status: number, type: string, body: string) => {
    response.writeHead(status, {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(body);
  };
  const handle = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    // Web requests do not support such a method: creating one would throw.
    if (!isKnownMethod(request.method)) return answer(response, 405, 'text/plain', 'method not allowed\n');
    if (path === '/health') {
      const state = await health();
      answer(response, state.realtime && state.broker ? 200 : 503, 'application/json', JSON.stringify(state));
    } else if (path === '/metrics') {
      answer(response, 200, registry().contentType, await registry().metrics());
    } else if (path === PAPER_PATH && paper) {
      await tracedRequest(request, 'paper', () => paper(request, response));
    } else if (OWN_PATHS.some((own) => path.startsWith(own))) {
      replaceForwarded(request, peers, internalSecret);
      await tracedRequest(request, 'ingest', async () =>
        sendAnswer(await door.answer(incomingOf(request, `http://${host}:${port}`)), response),
      );
    } else if (path.startsWith(FLV_PREFIX) && video?.()) {
      await video()?.(request, response);
    } else answer(response, 404, 'text/plain', 'not found\n');
  };
  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'request failed');
      if (!response.headersSent) answer(response, 500, 'text/plain', 'failed\n');
      else response.destroy();
    });
  });
  // The web process and a proxy close idle connections themselves; closing one that they are about to use would cause a
  // 503.
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}
