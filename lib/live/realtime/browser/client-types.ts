import type { RealtimeError, SubscriptionRequest } from '@/lib/live/realtime/shared/events';

/** State of a live connection, in the numbers of the covers (doc2 §4.4): 0 live, 1 connecting, 2 disconnected, 4 denied. */
export const LIVE_STATE = { live: 0, connecting: 1, disconnected: 2, denied: 4 } as const;
export type LiveState = (typeof LIVE_STATE)[keyof typeof LIVE_STATE];

/** A token, with its remaining seconds when they are known. */
export type LiveToken = string | { token: string; expiresIn?: number };

/** What the client needs of a socket; a socket of socket.io-client is one. */
export interface SocketLike {
  on(event: string, listener: (...args: unknown[]) => void): unknown;
  emit(event: string, ...args: unknown[]): unknown;
  connect(): unknown;
  disconnect(): unknown;
}

export interface SocketSettings {
  isPollingOnly: boolean;
}

/** Creates a new, unconnected socket with its own connection. It does not reconnect by itself. */
export type OpenSocket = (settings: SocketSettings) => SocketLike | Promise<SocketLike>;

export interface LiveClientOptions {
  /** Asks the session endpoint. A rejection with `code` 401 or 403 ends all attempts until `retry()`. */
  getToken(): Promise<LiveToken>;
  openSocket: OpenSocket;
  /** Every live message as it came. */
  onMessage(message: unknown): void;
  onState?(state: LiveState): void;
  /** Numbers outside the user's scope. */
  onDenied?(equipmentNos: string[]): void;
  /** An sms_error that is to be logged (readings 31). */
  onError?(error: RealtimeError): void;
  /**
   * What a page does about an sms_error (readings 31). `cover`: when all of its units were refused or the authority is
   * missing, the state is 4. `end`: the same, and the connection ends (moving walks). `log`, the default: it is logged
   * and changes nothing; refused units send no data, so nobody waits for them.
   */
  refusals?: 'cover' | 'end' | 'log';
  /** Without data for this long the page shows "disconnected": 60 s, 120 s on the customer variants (doc2 §4.7). */
  staleAfterMs?: number;
  /** The subscription screen uses polling from the start (api.md §3.1). */
  isPollingOnly?: boolean;
  /** 0..1, for the jitter. */
  random?(): number;
}

export type { SubscriptionRequest };
