import { once, type EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';
import { Aedes, type AuthenticateError, type Client, type PublishPacket, type Subscription } from 'aedes';
import { logger } from '@/lib/platform/system/log';
import { authenticateCube, forgetCubeLogin } from '@/lib/live/telemetry/cube-auth';
import type { Downlink, Ingest } from '@/lib/live/telemetry/ingest';
import { ingestMetrics } from '@/lib/live/telemetry/metrics';
import { refusal } from '@/lib/live/telemetry/refusal';
import { isUpLeaf, MAX_BYTES, maySubscribe, parseTopic, topicOf, type DownLeaf } from '@/lib/live/telemetry/topics';
import { lookUpRetained, type RetainedStore } from './retained';

/**
 * The embedded MQTT broker (api.md §4.1, readings 56): MQTT 3.1.1, one login per box, each box limited to its own
 * topics. It stores nothing durable: events and logs are acknowledged by `ack` after the commit, never by a PUBACK.
 */

/** Largest packet that we read. The largest leaf has 64 KiB, so a larger packet is no message of a box. */
const MAX_PACKET_BYTES = 128 * 1024;
const CONNECT_TIMEOUT_MS = 10_000;
const DRAIN_TIMEOUT_MS = 30_000;
/** Nobody may subscribe to it: messages that are refused but must be acknowledged by the rules of MQTT go there. */
const REFUSED_TOPIC = 'refused';
/** Messages stored for a box that is away (clean session false). */
const MAX_OFFLINE_QUEUE = 1000;

export interface BrokerOptions {
  host: string;
  port: number;
  tlsCert?: string;
  tlsKey?: string;
  ingest: () => Ingest;
  /** A box may send now; `ip`: its address. */
  onReady?: (cubeNo: string, ip: string | undefined) => void;
}

export interface Broker extends Downlink {
  /** Publishes the retained configuration of a box. */
  publishConfig(cubeNo: string, payload: string): void;
  /** Ends the connections of a box: secret reset, disabled, retired. */
  closeCube(cubeNo: string): void;
  connectedCubes(): string[];
  close(): Promise<void>;
}

/** Internal parts of aedes without a public name: the packet parser of a client, the persistence, the clients by id. */
interface Internals {
  clients: Record<string, Client | undefined>;
  persistence: RetainedStore & {
    addSubscriptions(client: { id: string }, subs: Subscription[]): Promise<void>;
    outgoingEnqueueCombi(subs: { clientId: string }[], packet: unknown): Promise<void>;
    outgoingStream(client: { id: string }): AsyncIterable<unknown>;
  };
}
interface Parser {
  parse(chunk: Buffer): number;
  packet: { length: number };
}

/** Starts the broker. Rejects when its port is taken (EADDRINUSE). */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const log = logger('broker');
  const denied = (what: string) => ingestMetrics.brokerDenied().inc({ what });

  const aedes = await Aedes.createBroker({
    connectTimeout: CONNECT_TIMEOUT_MS,
    drainTimeout: DRAIN_TIMEOUT_MS,
    maxInflightInbound: 20,
    maxTopicLevels: 8,
    maxClientsIdLength: 40,
    authenticate(client, username, password, done) {
      authenticate(client.id, username, password).then(
        (isAllowed) => {
          if (!isAllowed) denied('connect');
          done(isAllowed ? null : loginError(5), isAllowed);
        },
        (error: unknown) => {
          log.warn({ err: error }, 'login not checked, database away');
          done(loginError(3), false);
        },
      );
    },
    authorizePublish(client, packet, done) {
      const topic = parseTopic(packet.topic);
      if (!client) {
        // The broker's own messages to the boxes.
        done(null);
        return;
      }
      if (!topic || topic.cubeNo !== client.id || !isUpLeaf(topic.leaf)) {
        denied('publish');
        options
          .ingest()
          .refuse(
            client.id,
            topic && isUpLeaf(topic.leaf) ? topic.leaf : 'status',
            refusal('forbidden', 'not a topic of this box'),
          );
        swallow(packet);
        done(null);
        return;
      }
      const { cubeNo, leaf } = topic;
      const ingest = options.ingest();
      const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
      // aedes publishes the will while it closes the connection.
      const isWill = client.closed;
      // Waits until there is room: the box gets no PUBACK, and its socket is not read.
      ingest.whenRoom(() => {
        ingest.offer({ cubeNo, leaf, source: 'mqtt', payload, isWill });
        if (leaf !== 'connection' || payload.length > MAX_BYTES.connection) packet.retain = false;
        done(null);
      });
    },
    authorizeSubscribe(client, subscription, done) {
      const isAllowed = maySubscribe(client.id, subscription.topic);
      if (!isAllowed) denied('subscribe');
      done(null, isAllowed ? subscription : null);
    },
    authorizeForward: (client, packet) => (maySubscribe(client.id, packet.topic) ? packet : null),
  });
  const inner = aedes as unknown as Internals;
  guardPersistence(inner);
  lookUpRetained(inner.persistence);

  aedes.on('clientReady', (client) => options.onReady?.(client.id, peerOf(client.conn)));
  aedes.on('client', () => ingestMetrics.brokerClients().set(aedes.connectedClients));
  aedes.on('clientDisconnect', () => ingestMetrics.brokerClients().set(aedes.connectedClients));
  // Without listeners a failure of one socket or of the retained store would end the process.
  const onError = (error: Error) => log.error({ err: error }, 'broker');
  (aedes as EventEmitter).on('error', onError);
  aedes.on('clientError', (client, error) => log.debug({ cubeNo: client.id, err: error.message }, 'connection closed'));
  aedes.on('connectionError', (_client, error) => log.debug({ err: error.message }, 'connection refused'));

  const handle = (socket: net.Socket) => {
    socket.setNoDelay(true);
    limitPacketSize(aedes.handle(socket), () => {
      denied('packet');
      log.warn({ peer: socket.remoteAddress }, 'packet larger than any message of a box, connection closed');
      socket.destroy();
    });
  };
  const server =
    options.tlsCert && options.tlsKey
      ? tls.createServer({ cert: readFileSync(options.tlsCert), key: readFileSync(options.tlsKey) }, handle)
      : net.createServer(handle);
  server.listen(options.port, options.host);
  await once(server, 'listening');
  server.on('error', onError);

  const publish = (cubeNo: string, leaf: DownLeaf, payload: string, retain: boolean) => {
    const packet = {
      cmd: 'publish',
      topic: topicOf(cubeNo, leaf),
      payload: Buffer.from(payload),
      qos: 1,
      retain,
      dup: false,
    } as const;
    aedes.publish(packet, (error) => {
      if (error && !aedes.closed) log.warn({ cubeNo, leaf, err: error }, 'not published');
    });
  };
  return {
    publish: (cubeNo, leaf, payload) => publish(cubeNo, leaf, payload, false),
    publishConfig: (cubeNo, payload) => publish(cubeNo, 'config', payload, true),
    closeCube(cubeNo) {
      forgetCubeLogin(cubeNo);
      inner.clients[cubeNo]?.close();
    },
    connectedCubes: () => Object.keys(inner.clients),
    async close() {
      server.close();
      await new Promise<void>((resolve) => aedes.close(() => resolve()));
    },
  };
}

async function authenticate(
  clientId: string,
  username: string | undefined,
  password: Buffer | undefined,
): Promise<boolean> {
  return (
    username === clientId && password !== undefined && (await authenticateCube(clientId, password.toString('utf8')))
  );
}

/** The address of a connection; an IPv4 address in its own notation. */
const peerOf = (connection: unknown): string | undefined =>
  connection instanceof net.Socket ? connection.remoteAddress?.replace(/^::ffff:(?=\d+\.)/, '') : undefined;

function loginError(returnCode: 3 | 5): AuthenticateError {
  return Object.assign(new Error(returnCode === 3 ? 'server unavailable' : 'not authorized'), {
    returnCode,
  }) as AuthenticateError;
}

/**
 * MQTT 3.1.1 has no refusal of a publish. The message is acknowledged and dropped, so that the box's other messages
 * continue.
 */
function swallow(packet: PublishPacket): void {
  packet.topic = REFUSED_TOPIC;
  packet.payload = Buffer.alloc(0);
  packet.retain = false;
}

/** Closes a connection as soon as a packet announces more than we read, instead of collecting up to 256 MB of it. */
function limitPacketSize(client: Client, onTooLarge: () => void): void {
  const parser = (client as unknown as { _parser: Parser })._parser;
  const parse = parser.parse.bind(parser);
  parser.parse = (chunk) => {
    const left = parse(chunk);
    if (parser.packet.length > MAX_PACKET_BYTES) onTooLarge();
    return left;
  };
}

/**
 * aedes stores the subscriptions of a lasting session before it knows which were denied, and queues messages for them
 * while the box is away. This leaves out denied ones and limits the queue of a box.
 */
function guardPersistence({ persistence }: Internals): void {
  const addSubscriptions = persistence.addSubscriptions.bind(persistence);
  persistence.addSubscriptions = (client, subs) =>
    addSubscriptions(
      client,
      subs.filter((sub) => maySubscribe(client.id, sub.topic)),
    );
  const enqueue = persistence.outgoingEnqueueCombi.bind(persistence);
  persistence.outgoingEnqueueCombi = async (subs, packet) => {
    const open = [];
    for (const sub of subs) if ((await queued(sub.clientId)) < MAX_OFFLINE_QUEUE) open.push(sub);
    if (open.length > 0) await enqueue(open, packet);
  };
  async function queued(clientId: string): Promise<number> {
    let count = 0;
    for await (const _packet of persistence.outgoingStream({ id: clientId })) count += 1;
    return count;
  }
}
