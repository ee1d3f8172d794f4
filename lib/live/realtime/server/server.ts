import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import { addressKey } from '@/lib/platform/auth/limits/rate-limits';
import { config } from '@/lib/config';
import { replaceForwarded, trustedPeers } from '@/lib/platform/system/forwarded';
import { logger } from '@/lib/platform/system/log';
import { spread } from '@/lib/platform/system/drain';
import { gauge } from '@/lib/platform/system/metrics';
import { liveBus } from '@/lib/live/telemetry/bus';
import { databaseAccess } from './access';
import type { RealtimeAccess } from './access';
import { connectCluster } from './cluster';
import { equipmentRoom, NOTICE_NAMESPACE, RTC_NAMESPACE, SOCKET_PATH } from '@/lib/live/realtime/shared/events';
import { Hub } from './hub';
import type { LiveChange } from '@/lib/live/units/live-message';
import { openRtc } from './rtc-namespace';
import { PING_INTERVAL_MS, PING_TIMEOUT_MS } from '@/lib/live/realtime/shared/heartbeat';
import type { Timings } from './socket-caller';
import type { RealtimeServer } from './socket-types';
import { admitStranger, Strangers, STRANGERS_PER_ADDRESS } from './unauthorised-connections';
import type { EngineConnection } from './unauthorised-connections';
import type { WiringOptions } from './wire-sockets';

export interface RealtimeOptions {
  /** Path of the endpoint; default `/sms/socket.io`. */
  path?: string;
  /** Own origin; default PUBLIC_URL. */
  publicUrl?: string;
  redisUrl?: string;
  access?: RealtimeAccess;
  /** Opens `/notification`, which a feature of a higher layer provides; absent: the namespace does not exist. */
  openNotices?(wiring: WiringOptions): OpenedNamespace;
  /** The source of changes; default the ingest of this process. */
  bus?: Pick<typeof liveBus, 'subscribe'>;
  timings?: Partial<Timings & { keepaliveMs: number; changeGapMs: number; checkMs: number }>;
}

/** A namespace that serves its own sockets. */
export interface OpenedNamespace {
  readonly sockets: number;
  /** Changes of live values, of this process and of the others. */
  hear(changes: readonly LiveChange[]): void;
  stop(): Promise<void>;
}

export interface Realtime {
  io: RealtimeServer;
  /** Sends changes only to the sockets of this process. The other processes receive them themselves. */
  tellHere(changes: readonly LiveChange[]): void;
  /** Closes the connections of browsers one by one within this time; they connect again, to another process if there is one. */
  moveAway(ms: number): void;
  close(): Promise<void>;
}

const MAX_MESSAGE_BYTES = 64 * 1024;
const AUTHORIZE_MS = 10_000;
const GRACE_MS = 30_000;

/**
 * Own origin only (api.md §3.1). Programs send no Origin and are allowed, because a token decides and no cookie is
 * read.
 */
export function isOwnOrigin(headers: IncomingMessage['headers'], publicUrl: string): boolean {
  const { origin } = headers;
  if (origin !== undefined) return origin === publicUrl;
  const site = headers['sec-fetch-site'];
  return site === undefined || site === 'same-origin' || site === 'none';
}

/**
 * Attaches the realtime side to the gateway's HTTP server (api.md §3): Socket.IO at SOCKET_PATH with the namespaces
 * `/rtc`, fed by the live bus, and `/notification`, fed by the outbox. With REDIS_URL any gateway serves any browser:
 * every process passes its changes to the others, and each sends them to its own sockets, so that a change reaches a
 * browser once.
 *
 * @throws when Redis is configured and cannot be reached
 */
export async function attachRealtime(server: HttpServer, options: RealtimeOptions = {}): Promise<Realtime> {
  const log = logger('realtime');
  const publicUrl = options.publicUrl ?? config().publicUrl;
  const redisUrl = options.redisUrl ?? config().redisUrl;
  const cluster = redisUrl ? await connectCluster(redisUrl) : undefined;
  const { trustedProxies, internalSecret, rateLimitScale } = config();
  const peers = trustedPeers(trustedProxies);
  const authorizeMs = options.timings?.authorizeMs ?? AUTHORIZE_MS;
  const strangers = new Strangers(Math.ceil(STRANGERS_PER_ADDRESS * rateLimitScale));
  const io: RealtimeServer = new Server(server, {
    path: options.path ?? SOCKET_PATH,
    serveClient: false,
    transports: ['polling', 'websocket'],
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: MAX_MESSAGE_BYTES,
    connectTimeout: authorizeMs,
    // A connection that was cut silently is noticed by both sides within 10 s (readings 249).
    pingInterval: PING_INTERVAL_MS,
    pingTimeout: PING_TIMEOUT_MS,
    allowRequest: (request, decide) =>
      decide(
        null,
        isOwnOrigin(request.headers, publicUrl) &&
          strangers.hasRoom(addressKey(replaceForwarded(request, peers, internalSecret))),
      ),
    ...(cluster ? { adapter: cluster.adapter } : {}),
  });
  const connections = new Set<EngineConnection>();
  io.engine.on('connection', (connection: EngineConnection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
    admitStranger(strangers, connection, authorizeMs);
  });
  // Nothing is sent in `/`, so nobody can authorise there. A client that joins nothing else is closed by the time-out.
  io.use((_socket, next) => next(new Error('no such namespace')));
  const namespace = io.of(RTC_NAMESPACE);
  const hub = new Hub({
    emitRoom: (equipmentNo, message) => void namespace.local.to(equipmentRoom(equipmentNo)).emit('rtc', message),
    ...(options.timings?.keepaliveMs === undefined ? {} : { keepaliveMs: options.timings.keepaliveMs }),
    ...(options.timings?.changeGapMs === undefined ? {} : { changeGapMs: options.timings.changeGapMs }),
  });
  const wiring: Omit<WiringOptions, 'namespace'> = {
    access: options.access ?? databaseAccess,
    timings: {
      authorizeMs,
      graceMs: options.timings?.graceMs ?? GRACE_MS,
    },
    checkMs: options.timings?.checkMs,
    settle: (connection) => strangers.settle(connection),
    reportFault: (error, event) => log.error({ err: error, event }, 'realtime event failed'),
  };
  const rtc = openRtc({
    ...wiring,
    namespace,
    hub,
    tellOthers: (order) => void (cluster?.isReady() && namespace.serverSideEmit('streams', order)),
  });
  const notices = options.openNotices?.({ ...wiring, namespace: io.of(NOTICE_NAMESPACE) });
  const take = (changes: readonly LiveChange[]) => {
    hub.publish(changes);
    notices?.hear(changes);
    const outdated = changes
      .filter(({ forgotten, isEdited }) => isEdited || forgotten?.length)
      .map(({ equipmentNo }) => equipmentNo);
    if (outdated.length > 0) rtc.carryOut({ end: [], refresh: outdated });
  };
  const unsubscribe = (options.bus ?? liveBus).subscribe((changes) => {
    take(changes);
    if (cluster?.isReady()) namespace.serverSideEmit('live', [...changes] as LiveChange[]);
  });
  namespace.on('live', take);
  namespace.on('streams', (order) => rtc.carryOut(order));
  cluster?.onReturn(() => rtc.refreshAll());
  gauge('portal_rtc_sockets', 'Sockets on /rtc', () => [[rtc.sockets]]);
  gauge('portal_notification_sockets', 'Sockets on /notification', () => [[notices?.sockets ?? 0]]);
  gauge('portal_rtc_equipment', 'Equipment watched through this process', () => [[hub.size.topics]]);
  gauge(
    'portal_connections',
    'Connections of browsers by whether they have said who they are',
    () => [
      [strangers.size, 'stranger'],
      [connections.size - strangers.size, 'known'],
    ],
    'state',
  );
  return {
    io,
    tellHere: take,
    moveAway(ms) {
      // A connection that is lost is opened again at once; one that the server ended in order is not.
      spread([...connections], ms, (connection) => connection.close());
    },
    async close() {
      unsubscribe();
      rtc.stop();
      await notices?.stop();
      hub.close();
      io.disconnectSockets(true);
      // `io.close()` would close the HTTP server, which belongs to the caller.
      io.engine.close();
      await Promise.all([...io._nsps.values()].map(({ adapter }) => adapter.close()));
      await cluster?.close();
    },
  };
}
