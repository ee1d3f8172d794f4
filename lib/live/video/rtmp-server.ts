import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { logger } from '@/lib/platform/system/log';
import { RtmpSession } from './rtmp-session';
import type { RtmpOptions } from './rtmp-session';

/** The port that cameras publish to (docs/decisions/016-video-relay.md). */

const HELLO_MS = 10_000;
const IDLE_MS = 15_000;
/** How many connections may wait before they publish. Further connections are refused. */
const MAX_CONNECTIONS = 512;

export interface RtmpServer {
  readonly server: Server;
  close(): Promise<void>;
}

/** Starts listening. Rejects when the port is taken (EADDRINUSE). */
export async function startRtmpServer(
  { host, port }: { host: string; port: number },
  admit: RtmpOptions['admit'],
): Promise<RtmpServer> {
  const sessions = new Set<RtmpSession>();
  const server = createServer((socket) => {
    const session = new RtmpSession(socket, { admit, helloMs: HELLO_MS, idleMs: IDLE_MS });
    sessions.add(session);
    socket.on('close', () => sessions.delete(session));
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on('error', (error) => logger('video').error({ err: error }, 'RTMP port failed'));
  server.listen(port, host);
  await once(server, 'listening');
  return {
    server,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const session of sessions) {
        session.end();
        session.socket.destroy();
      }
      await closed;
    },
  };
}
