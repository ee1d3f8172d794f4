import pg from 'pg';
import { silence } from './silent-server';

/**
 * Pools that follow the primary. A server that has become a standby goes on answering, and refuses writes alone; a
 * connection to it would be lent again and again. Therefore the first refused write throws every connection of the process
 * away, those of listeners too, and new ones lead wherever the address leads now. A connection that is closed needs none of
 * this: the pool drops it by itself.
 */

/** SQLSTATE of a write that a standby, or a server that was fenced, refuses. */
const READ_ONLY = '25006';
/** SQLSTATE of a write for which the server's disk has no room. */
const DISK_FULL = '53100';
/** A server that stays read-only is asked by new connections this often at most. */
const AGAIN_MS = 1000;

interface Primary {
  readonly listeners: Set<() => void>;
  lostAt: number;
  fullAt: number;
}
// On globalThis: Next loads this file more than once, and all copies use one pool.
const holder = globalThis as typeof globalThis & { liftPortalPrimary?: Primary };
const primary = (): Primary =>
  (holder.liftPortalPrimary ??= {
    listeners: new Set(),
    lostAt: -Infinity,
    fullAt: -Infinity,
  });

/** Hears that the server refuses writes. @returns a function that ends it */
export function onPrimaryLost(listener: () => void): () => void {
  const { listeners } = primary();
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The server refused a write: connections to it are of no use any more. */
export function losePrimary(): void {
  const state = primary();
  // Tests turn the clock of the day.
  const now = performance.now();
  if (now - state.lostAt < AGAIN_MS) return;
  state.lostAt = now;
  for (const listener of [...state.listeners]) listener();
}

/** Has this process been refused a write for want of room at the server, within this time? */
export const wasServerFull = (withinMs: number): boolean => performance.now() - primary().fullAt <= withinMs;

interface Options extends pg.PoolConfig {
  /** A connection in use on which nothing moves for so long has no server behind it any more, ms. */
  readonly silentMs?: number;
  /** A pooler in transaction mode stands before the server: nothing may be left in a session. */
  readonly isPooled?: boolean;
}

const asPooled = (first: unknown): unknown =>
  typeof first === 'object' && first !== null && 'name' in first && !('submit' in first)
    ? { ...first, name: undefined }
    : first;

/** A statement that was prepared under a name in one session of the server is not there in the next. */
function withoutNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  Object.defineProperty(client, 'query', {
    writable: true,
    value: (first: unknown, ...rest: unknown[]) => query(asPooled(first), ...rest),
  });
}

/**
 * A new connection that is not there by now will hardly come: the operating system repeats a lost greeting after 1, 3, 7 and 15 s.
 * A new attempt reaches a network that is back sooner. Who waits for a connection that others use has longer (the pool's own time).
 */
const CONNECT_MS = 5000;

class SoonConnected extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    super({ ...options, connectionTimeoutMillis: CONNECT_MS });
  }
}

export function openPool({ silentMs, isPooled = false, ...options }: Options): pg.Pool {
  const pool = new pg.Pool({ ...options, Client: SoonConnected });
  const open = new Set<pg.PoolClient>();
  const idle = new Set<pg.PoolClient>();
  /** In use when the primary was lost: they end when they are given back. */
  const spent = new WeakSet<pg.PoolClient>();
  const throwAway = () => {
    for (const client of open)
      if (idle.has(client)) client.emit('error', new Error('The server is read-only now.'));
      else spent.add(client);
  };
  let forget: (() => void) | undefined;

  // An idle client whose server went away is dropped by the pool itself. Without a listener the process would
  // die of it; the next query reconnects or reports the error to its caller.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    // The same for one that is in use but just between two statements; its next statement tells its user.
    client.on('error', () => undefined);
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === DISK_FULL) primary().fullAt = performance.now();
      if (code !== READ_ONLY) return;
      spent.add(client);
      losePrimary();
    });
    if (silentMs !== undefined) endSilent(client, silentMs);
    silence.add(client);
    if (isPooled) withoutNames(client);
    open.add(client);
    forget ??= onPrimaryLost(throwAway);
  });
  pool.on('acquire', (client) => void idle.delete(client));
  pool.on('release', (error: unknown, client) => {
    if (error) return;
    // The pool removes a client that has been ended. One in the middle of a transaction would give it to its next user.
    if (spent.has(client) || client.getTransactionStatus() !== 'I') client.end().catch(() => undefined);
    else idle.add(client);
  });
  pool.on('remove', (client) => {
    open.delete(client);
    idle.delete(client);
    if (open.size > 0) return;
    forget?.();
    forget = undefined;
  });
  return pool;
}

/** A machine that lost its power says no goodbye; what was sent to it is repeated for a quarter of an hour. */
function endSilent(client: pg.PoolClient, silentMs: number): void {
  const { stream } = client.connection;
  if (!('setTimeout' in stream)) return;
  const socket = stream as import('node:net').Socket;
  socket.setTimeout(silentMs, () => socket.destroy(new Error('The database does not answer any more.')));
}
