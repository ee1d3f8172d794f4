import net from 'node:net';
import type pg from 'pg';

/**
 * Connections whose packets vanish: a machine without power, a cable that is cut, a firewall that forgot them. Neither end is
 * told, and what was sent is repeated for a quarter of an hour, at growing distances. So when a connection waits for an answer,
 * a new one to the same address is tried beside it: a machine that answers is busy, one that does not is gone, and all
 * connections to it that have heard nothing since are given up.
 */

interface Timings {
  /** A connection that waits for so long is looked after. */
  readonly quietMs: number;
  readonly tryMs: number;
  readonly lookMs: number;
}
const TIMINGS: Timings = { quietMs: 4000, tryMs: 2500, lookMs: 1000 };
/** So many attempts without an answer: one in ten packets may be lost on the way. */
const ATTEMPTS = 2;

type Client = pg.Client | pg.PoolClient;

interface Watched {
  readonly client: Client;
  readonly socket: net.Socket;
  readonly address: string;
  bytes: number;
  heardAt: number;
  /** When it heard something, waited for nothing, or its server was there. */
  fineAt: number;
}

const isWaiting = (client: object) => 'readyForQuery' in client && client.readyForQuery === false;

export class SilenceWatch {
  readonly #watched = new Set<Watched>();
  /** Addresses that are tried now. */
  readonly #tried = new Set<string>();
  readonly #timings: Timings;
  #timer: NodeJS.Timeout | undefined;

  constructor(timings = TIMINGS) {
    this.#timings = timings;
  }

  /** Gives the connection up, with an error that its user gets, when its server is gone. It is connected already. */
  add(client: Client): void {
    const { stream } = client.connection;
    if (!(stream instanceof net.Socket) || stream.remoteAddress === undefined) return;
    const now = performance.now();
    const one: Watched = {
      client,
      socket: stream,
      address: `${stream.remoteAddress} ${stream.remotePort}`,
      bytes: stream.bytesRead,
      heardAt: now,
      fineAt: now,
    };
    this.#watched.add(one);
    stream.once('close', () => {
      this.#watched.delete(one);
      if (this.#watched.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    });
    this.#timer ??= setInterval(() => this.#look(), this.#timings.lookMs).unref();
  }

  #look(): void {
    const now = performance.now();
    const { quietMs } = this.#timings;
    const waiting = new Map<string, net.Socket>();
    for (const one of this.#watched) {
      const hasHeard = one.socket.bytesRead !== one.bytes;
      if (hasHeard) [one.bytes, one.heardAt] = [one.socket.bytesRead, now];
      if (hasHeard || !isWaiting(one.client)) one.fineAt = now;
      else if (now - one.fineAt >= quietMs) waiting.set(one.address, one.socket);
    }
    for (const [address, socket] of waiting)
      if (!this.#tried.has(address)) void this.#try(address, socket, now - quietMs);
  }

  /** @param since what has heard something after it is not given up */
  async #try(address: string, { remoteAddress: host, remotePort: port }: net.Socket, since: number): Promise<void> {
    if (host === undefined || port === undefined) return;
    this.#tried.add(address);
    let isThere = false;
    for (let left = ATTEMPTS; left > 0 && !isThere; left -= 1)
      isThere = await isAnswered(host, port, this.#timings.tryMs);
    this.#tried.delete(address);
    for (const one of this.#watched) {
      if (one.address !== address) continue;
      if (isThere) one.fineAt = performance.now();
      else if (one.heardAt <= since && one.socket.bytesRead === one.bytes)
        one.socket.destroy(Object.assign(new Error('The database does not answer any more.'), { code: 'ETIMEDOUT' }));
    }
  }
}

/** Does anything answer, if only with a refusal? */
function isAnswered(host: string, port: number, waitMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port });
    const end = (isThere: boolean) => {
      clearTimeout(late);
      socket.destroy();
      resolve(isThere);
    };
    const late = setTimeout(() => end(false), waitMs);
    socket.once('connect', () => end(true));
    socket.on('error', ({ code }: NodeJS.ErrnoException) => end(code === 'ECONNREFUSED' || code === 'ECONNRESET'));
  });
}

/** The one of this process. */
export const silence = new SilenceWatch();
