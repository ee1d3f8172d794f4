import type { IncomingMessage } from 'node:http';
import { addressKey } from '@/lib/platform/auth/limits/rate-limits';

/** Connections of one address that have not said who they are; an office behind one address comes back together. */
export const STRANGERS_PER_ADDRESS = 200;
/** What an orderly close may take: a client by long polling that asks no more never hears of it. */
const FAREWELL_MS = 1000;

/** The part of an Engine.IO connection that is needed here. */
export interface EngineConnection {
  readonly request: IncomingMessage;
  readonly transport: object;
  once(event: 'close', listener: () => void): void;
  /** @param discard at once, whatever has not been sent yet */
  close(discard?: boolean): void;
}

/** Counts the connections of each address that have not authorised yet, whatever namespace they opened, or none. */
export class Strangers<Connection extends object = object> {
  readonly #counts = new Map<string, number>();
  readonly #addresses = new WeakMap<Connection, string>();

  constructor(private readonly limit: number) {}

  hasRoom(address: string): boolean {
    return (this.#counts.get(address) ?? 0) < this.limit;
  }

  /** Of all addresses together. */
  get size(): number {
    let sum = 0;
    for (const count of this.#counts.values()) sum += count;
    return sum;
  }

  has(connection: Connection): boolean {
    return this.#addresses.has(connection);
  }

  add(connection: Connection, address: string): void {
    this.#addresses.set(connection, address);
    this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1);
  }

  /** It said who it is, or is gone; again it changes nothing. */
  settle(connection: Connection): void {
    const address = this.#addresses.get(connection);
    if (address === undefined) return;
    this.#addresses.delete(connection);
    const left = (this.#counts.get(address) ?? 1) - 1;
    if (left > 0) this.#counts.set(address, left);
    else this.#counts.delete(address);
  }
}

/**
 * Takes in a new connection, counted from its first byte. After the time to authorise its namespace, or Socket.IO where it
 * opened none, ends it in order; a long poll could draw that out by a minute, so a second later it is gone without.
 * @param authorizeMs time that a connection has to say who it is
 */
export function admitStranger(strangers: Strangers, connection: EngineConnection, authorizeMs: number): void {
  strangers.add(connection, addressKey(String(connection.request.headers['x-forwarded-for'])));
  // Of long polling only: the wait for a poll that would carry the farewell, half a minute otherwise.
  if ('closeTimeout' in connection.transport) connection.transport.closeTimeout = FAREWELL_MS;
  const deadline = setTimeout(() => {
    if (strangers.has(connection)) connection.close(true);
  }, authorizeMs + FAREWELL_MS);
  deadline.unref();
  connection.once('close', () => {
    clearTimeout(deadline);
    strangers.settle(connection);
  });
}
