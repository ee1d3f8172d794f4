import type { Namespace, RemoteSocket, Server, Socket } from 'socket.io';
import type { ServerEvents } from '@/lib/live/realtime/shared/events';
import type { LiveChange } from '@/lib/live/units/live-message';

/** Types of our Socket.IO server, of all its namespaces. What clients send is `unknown` until it is parsed. */

type RawHandler = (...args: unknown[]) => void;
export interface RawClientEvents {
  authorize: RawHandler;
  rtc: RawHandler;
  list: RawHandler;
  unsubscribe: RawHandler;
  notification: RawHandler;
}

/** Between gateway processes; with Redis only. */
export interface InterServerEvents {
  live: (changes: LiveChange[]) => void;
  /** Streams to end or to send anew in every process. */
  streams: (order: StreamOrder) => void;
}

export interface StreamOrder {
  end: string[];
  refresh: string[];
}

/** Visible to every process (`fetchSockets`). */
export interface SocketData {
  username: string;
  clientId: string;
  /** By equipment number; `since` is epoch ms. */
  readonly streams: Record<string, { equipmentType: string; since: number }>;
}

export type RealtimeServer = Server<RawClientEvents, ServerEvents, InterServerEvents, SocketData>;
export type RtcNamespace = Namespace<RawClientEvents, ServerEvents, InterServerEvents, SocketData>;
export type RtcSocket = Socket<RawClientEvents, ServerEvents, InterServerEvents, SocketData>;
export type RemoteRtcSocket = RemoteSocket<ServerEvents, SocketData>;
