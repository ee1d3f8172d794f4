import { parseLanguage } from '@/lib/i18n/languages';
import type { RealtimeAccess } from './access';
import type { Hub } from './hub';
import { EventWindow, hasTooManySockets } from './limits';
import { RtcConnection } from './rtc-connection';
import type { Ack, ConnectionContext, Timings } from './rtc-connection';
import { HandshakeAuth } from './schemas';
import { guardSessions } from './session-guard';
import type { RtcNamespace, RtcSocket, StreamOrder } from './socket-types';
import { listStreams, unsubscribeStreams } from './stream-admin';
import type { StreamAdmin } from './stream-admin';

export interface NamespaceOptions {
  namespace: RtcNamespace;
  access: RealtimeAccess;
  hub: Hub;
  timings: Timings;
  /** Carries an order to the other processes. */
  tellOthers(order: StreamOrder): void;
  reportFault(error: unknown, event: string): void;
  checkMs?: number;
}

/** A client that keeps sending after so many refusals is closed. */
const MAX_REFUSED_EVENTS = 200;

const userRoom = (username: string) => `user:${username}`;

function ackOf(args: readonly unknown[]): Ack {
  const last = args.at(-1);
  return typeof last === 'function' ? (answer) => void last(answer) : undefined;
}

/** Sockets of the user elsewhere; without the other processes' answers, those of this one. */
async function isOverLimit(namespace: RtcNamespace, socket: RtcSocket, username: string): Promise<boolean> {
  if (socket.data.username && socket.data.username !== username) await socket.leave(userRoom(socket.data.username));
  socket.data.username = username;
  // Joined before counting: of two that arrive together neither overlooks the other.
  await socket.join(userRoom(username));
  const all = await namespace.in(userRoom(username)).fetchSockets().catch(() => namespace.local.in(userRoom(username)).fetchSockets());
  return hasTooManySockets(all.filter(({ id }) => id !== socket.id).map(({ data }) => data), socket.data.clientId);
}

/**
 * Opens `/rtc` (api.md §3): wires sockets to their connections, limits, session checks and the orders of other processes.
 *
 * @returns what other parts need: orders that came from elsewhere, a new snapshot for all, and the end
 */
export function openRtc({ namespace, access, hub, timings, tellOthers, reportFault, checkMs }: NamespaceOptions) {
  const connections = new Set<RtcConnection>();

  const carryOut = ({ end, refresh }: StreamOrder) => {
    for (const connection of connections) {
      if (end.length > 0) connection.endStreams(end);
      const own = refresh.filter((equipmentNo) => connection.subscriber.streams.has(equipmentNo));
      if (own.length > 0) void connection.enqueue('refresh', undefined, () => connection.refresh(own));
    }
  };
  const admin: StreamAdmin = {
    namespace,
    order(order) {
      carryOut(order);
      tellOthers(order);
    },
  };

  const context: ConnectionContext = { access, hub, timings, reportFault, isOverLimit: (socket, username) => isOverLimit(namespace, socket, username) };
  namespace.on('connection', (socket) => {
    const auth = HandshakeAuth.safeParse(socket.handshake.auth).data ?? {};
    socket.data.username = '';
    socket.data.clientId = auth.clientId ?? '';
    // The first request with its headers would live as long as the socket.
    (socket.conn as unknown as { request: unknown }).request = null;
    const connection = new RtcConnection(socket, context, parseLanguage(auth.language));
    connections.add(connection);

    const window = new EventWindow();
    let refused = 0;
    socket.use((args, next) => {
      if (window.admit(Date.now())) return next();
      refused += 1;
      connection.refuse({ code: 429, message: 'too many events' }, ackOf(args));
      if (refused >= MAX_REFUSED_EVENTS) socket.disconnect(true);
    });
    socket.on('authorize', (...args) => void connection.enqueue('authorize', ackOf(args), () => connection.authorize(args[0], ackOf(args))));
    socket.on('rtc', (...args) => void connection.enqueue('rtc', ackOf(args), () => connection.subscribe(args[0], ackOf(args))));
    socket.on('list', (...args) => void connection.enqueue('list', ackOf(args), () => listStreams(admin, connection, args[0], ackOf(args))));
    socket.on('unsubscribe', (...args) => void connection.enqueue('unsubscribe', ackOf(args), () => unsubscribeStreams(admin, connection, args[0], ackOf(args))));
    socket.on('disconnect', () => {
      connections.delete(connection);
      connection.close();
    });
  });

  const stopGuard = guardSessions({ access, connections, reportFault, intervalMs: checkMs });
  return {
    carryOut,
    /** Everything anew for every socket of this process: changes may have been missed. */
    refreshAll() {
      for (const connection of connections) {
        void connection.enqueue('refresh', undefined, () => connection.refresh([...connection.subscriber.streams.keys()]));
      }
    },
    get sockets() {
      return connections.size;
    },
    stop() {
      stopGuard();
      for (const connection of connections) connection.close();
      connections.clear();
    },
  };
}
