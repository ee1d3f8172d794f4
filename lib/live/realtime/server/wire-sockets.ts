import { parseLanguage } from '@/lib/platform/i18n/languages';
import type { Language } from '@/lib/platform/i18n/languages';
import type { RealtimeAccess } from './access';
import { corkThisTick } from './cork';
import { EventWindow, hasTooManySockets } from './limits';
import { HandshakeAuth } from './schemas';
import { guardSessions } from './session-guard';
import type { SocketAck, CallerContext, SocketCaller, Timings } from './socket-caller';
import type { RawClientEvents, RtcNamespace, RtcSocket } from './socket-types';

export interface WiringOptions {
  namespace: RtcNamespace;
  access: RealtimeAccess;
  timings: Timings;
  reportFault(error: unknown, event: string): void;
  /** Between two session checks, ms. */
  checkMs?: number;
  /** The connection of this socket is no stranger's any more. */
  settle(connection: object): void;
}

interface Wiring<T extends SocketCaller> extends WiringOptions {
  make(socket: RtcSocket, context: CallerContext, language: Language): T;
  /** What each event of a client does; `authorize` is the same everywhere. */
  events: Readonly<
    Partial<
      Record<
        Exclude<keyof RawClientEvents, 'authorize'>,
        (connection: T, payload: unknown, ack: SocketAck) => Promise<void> | void
      >
    >
  >;
}

/** A client that keeps sending after so many refusals is closed. */
const MAX_REFUSED_EVENTS = 200;

const userRoom = (username: string) => `user:${username}`;

function ackOf(args: readonly unknown[]): SocketAck {
  const last = args.at(-1);
  return typeof last === 'function' ? (answer) => void last(answer) : undefined;
}

/** Sockets of the user elsewhere; without the other processes' answers, those of this one. */
async function isOverLimit(namespace: RtcNamespace, socket: RtcSocket, username: string): Promise<boolean> {
  if (socket.data.username && socket.data.username !== username) await socket.leave(userRoom(socket.data.username));
  socket.data.username = username;
  // Joined before counting: of two that arrive together neither overlooks the other.
  await socket.join(userRoom(username));
  const all = await namespace
    .in(userRoom(username))
    .fetchSockets()
    .catch(() => namespace.local.in(userRoom(username)).fetchSockets());
  return hasTooManySockets(
    all.filter(({ id }) => id !== socket.id).map(({ data }) => data),
    socket.data.clientId,
  );
}

/** Wires the sockets of a namespace to their connections: limits, order of events, session checks (api.md §3.1). */
export function wireSockets<T extends SocketCaller>({
  namespace,
  access,
  timings,
  reportFault,
  checkMs,
  settle,
  make,
  events,
}: Wiring<T>) {
  const connections = new Set<T>();
  const context: CallerContext = {
    access,
    timings,
    reportFault,
    isOverLimit: (socket, username) => isOverLimit(namespace, socket, username),
  };
  namespace.on('connection', (socket) => {
    const auth = HandshakeAuth.safeParse(socket.handshake.auth).data ?? {};
    socket.data.username = '';
    socket.data.clientId = auth.clientId ?? '';
    // The first request with its headers would live as long as the socket.
    (socket.conn as unknown as { request: unknown }).request = null;
    socket.conn.on('flush', corkThisTick);
    const connection = make(socket, context, parseLanguage(auth.language));
    connections.add(connection);

    const window = new EventWindow();
    let refused = 0;
    socket.use((args, next) => {
      if (window.admit(Date.now())) return next();
      refused += 1;
      connection.refuse({ code: 429, message: 'too many events' }, ackOf(args));
      if (refused >= MAX_REFUSED_EVENTS) socket.disconnect(true);
    });
    const on = (event: keyof RawClientEvents, handle: (payload: unknown, ack: SocketAck) => Promise<void> | void) =>
      socket.on(
        event,
        (...args: unknown[]) => void connection.enqueue(event, ackOf(args), () => handle(args[0], ackOf(args))),
      );
    on('authorize', async (payload, ack) => {
      await connection.authorize(payload, ack);
      if (connection.actor) settle(socket.conn);
    });
    for (const [event, handle] of Object.entries(events))
      on(event as keyof RawClientEvents, (payload, ack) => handle(connection, payload, ack));
    socket.on('disconnect', () => {
      connections.delete(connection);
      connection.close();
    });
  });
  const stopGuard = guardSessions({ access, connections, reportFault, intervalMs: checkMs });
  return {
    connections: connections as ReadonlySet<T>,
    stop() {
      stopGuard();
      for (const connection of connections) connection.close();
      connections.clear();
    },
  };
}
