import type { OpenSocket } from './client-types';
import { RTC_NAMESPACE, SOCKET_PATH } from '@/lib/live/realtime/shared/events';

/** Sockets of socket.io-client for `LiveClient`. The library is loaded when the first one is needed. */

export interface SocketAddress {
  /** Origin of the socket server; default the page's own. */
  url?: string;
  /** Default SOCKET_PATH. */
  path?: string;
  /** Default RTC_NAMESPACE. */
  namespace?: string;
}

const CLIENT_ID_KEY = 'liveClientId';
const CONNECT_TIMEOUT_MS = 15_000;

/**
 * Identifies this browser for the server's limit of sockets per browser; a new id each time when storage is blocked.
 */
function clientId(): string {
  try {
    const known = localStorage.getItem(CLIENT_ID_KEY);
    if (known) return known;
    const made = crypto.getRandomValues(new Uint32Array(4)).join('-');
    localStorage.setItem(CLIENT_ID_KEY, made);
    return made;
  } catch {
    return String(Math.trunc(Math.random() * 1e9));
  }
}

export function socketOpener({
  url = '',
  path = SOCKET_PATH,
  namespace = RTC_NAMESPACE,
}: SocketAddress = {}): OpenSocket {
  return async ({ isPollingOnly }) => {
    const { io } = await import('socket.io-client');
    return io(`${url}${namespace}`, {
      path,
      transports: isPollingOnly ? ['polling'] : ['polling', 'websocket'],
      forceNew: true,
      reconnection: false,
      autoConnect: false,
      timeout: CONNECT_TIMEOUT_MS,
      auth: { clientId: clientId(), language: document.documentElement.lang },
    });
  };
}
