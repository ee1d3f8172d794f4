import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The end of a server that people and boxes use: readiness goes down first, so that an ingress sends nobody any more;
 * sockets are closed spread over some seconds, so that not all come back at once; calls, downloads and drawings that run
 * are finished.
 */

export interface StopTimes {
  /** Between the signal and the last new connection; sockets are closed within it. */
  readonly drainMs: number;
  /** What runs longer after the signal is cut off. */
  readonly timeoutMs: number;
}

/** On globalThis because Next loads modules more than once. */
const holder = globalThis as typeof globalThis & { portalIsDraining?: boolean };

/** The process ends: it is not ready any more, but answers. */
export const isDraining = (): boolean => holder.portalIsDraining === true;

export function beginDraining(): void {
  holder.portalIsDraining = true;
}

/** Runs each once at a moment of its own within this time. */
export function spread<T>(items: readonly T[], ms: number, act: (item: T) => void): void {
  for (const item of items) setTimeout(() => act(item), Math.random() * ms).unref();
}

export interface OpenWork {
  /** Ends the server in order; resolves when nothing of it is open any more. */
  drain(times: StopTimes): Promise<void>;
}

/**
 * Follows what a server has open. Call it before the server answers anybody.
 * @param isLasting streams and long polls of these paths have no end of their own: they are closed like sockets
 */
export function followWork(server: Server, isLasting: (path: string) => boolean): OpenWork {
  const calls = new Set<ServerResponse>();
  const streams = new Set<ServerResponse>();
  const sockets = new Set<Socket>();
  let whenIdle: (() => void) | undefined;
  let isEnding = false;

  server.prependListener('request', ({ url = '/' }: IncomingMessage, response: ServerResponse) => {
    const open = isLasting(url.split('?')[0] ?? '/') ? streams : calls;
    open.add(response);
    // The next call of this client goes to another process.
    if (isEnding) response.setHeader('Connection', 'close');
    response.once('close', () => {
      open.delete(response);
      if (calls.size === 0) whenIdle?.();
    });
  });
  server.prependListener('upgrade', (_request: IncomingMessage, socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  return {
    async drain({ drainMs, timeoutMs }) {
      const startedAt = Date.now();
      isEnding = true;
      spread([...sockets, ...streams], drainMs, (open) => open.destroy());
      if (drainMs > 0) await pause(Math.min(drainMs, timeoutMs));
      server.close();
      server.closeIdleConnections();
      for (const open of [...sockets, ...streams]) open.destroy();
      if (calls.size > 0) {
        const late = new AbortController();
        const idle = new Promise<void>((resolve) => (whenIdle = resolve));
        const timeout = pause(Math.max(0, timeoutMs - (Date.now() - startedAt)), undefined, { signal: late.signal });
        await Promise.race([idle, timeout.catch(() => undefined)]);
        late.abort();
      }
      server.closeAllConnections();
    },
  };
}
