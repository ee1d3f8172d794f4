import { verifySocketToken, recheckSession } from '@/lib/platform/auth/tokens/socket-token';
import type { Actor } from '@/lib/platform/contract/actor';
import { mayWatch } from './access';
import { keepSessions, openSessions } from './sessions';
import type { OpenSession } from './sessions';
import { readTicket } from './tickets';
import type { Ticket } from './tickets';

/**
 * Everybody who has a stream or a talk open in this process, and whether each may still: the video session has to be
 * open, the sign-in valid, the unit in scope.
 */

/** Why a connection is ended. */
export type End = 'expired' | 'forbidden' | 'replaced' | 'ended';

export interface Connection {
  readonly kind: Ticket['kind'];
  readonly videoSessionId: string;
  /** The sign-in. */
  readonly sessionId: string;
  readonly cameraId: string;
  readonly equipmentNo: string;
  expireAt: number;
  end(why: End): void;
}

export interface Pass {
  readonly ticket: Ticket;
  readonly session: OpenSession;
  readonly actor: Actor;
}

/**
 * How often rights are read again without a hint (readings 59), and how often sessions are marked as watched (readings
 * 205).
 */
const CHECK_MS = 4000;

export class Watchers {
  readonly #connections = new Set<Connection>();
  #checkedAt = 0;

  constructor(readonly now: () => number) {}

  get size(): number {
    return this.#connections.size;
  }

  /**
   * Opens the picture of a camera for the ticket in an address and an access token: both must belong to one sign-in, the
   * session must be open, the unit in scope.
   */
  async admit(ticketText: string | null, token: unknown, cameraId: string): Promise<Pass | undefined> {
    const ticket = await readTicket(ticketText, this.now());
    if (!ticket || ticket.cameraId !== cameraId) return undefined;
    const caller = await verifySocketToken(token);
    if (!caller.ok) return undefined;
    const { actor } = caller;
    if (actor.sessionId !== ticket.sessionId || actor.username !== ticket.username) return undefined;
    const session = (await this.#open([ticket.videoSessionId])).get(ticket.videoSessionId);
    if (session?.cameraId !== cameraId || session.sessionId !== actor.sessionId) return undefined;
    if (!(await mayWatch(actor, session.equipmentNo))) return undefined;
    // The viewer may have lost its place while it waited: refused like any other.
    return (await keepSessions([session.id], new Date(this.now()))) > 0 ? { ticket, session, actor } : undefined;
  }

  /** A video session has one connection: a new one replaces the old one. @returns a function that removes it */
  add(connection: Connection): () => void {
    for (const other of [...this.#connections])
      if (other.videoSessionId === connection.videoSessionId) this.#end(other, 'replaced');
    this.#connections.add(connection);
    return () => void this.#connections.delete(connection);
  }

  /**
   * Ends what is over and checks again what may have changed. Every 4 s, or with `isAll`, rights are checked and places
   * kept.
   */
  async check(isAll = false): Promise<void> {
    const now = this.now();
    const isDue = isAll || now - this.#checkedAt >= CHECK_MS;
    if (isDue) this.#checkedAt = now;
    const asked = [...this.#connections].filter(({ expireAt }) => isDue || expireAt <= now);
    if (asked.length === 0) return;
    const open = await this.#open(asked.map(({ videoSessionId }) => videoSessionId));
    for (const connection of asked) {
      const session = open.get(connection.videoSessionId);
      if (session) connection.expireAt = session.expireAt.getTime();
      else this.#end(connection, connection.expireAt <= now ? 'expired' : 'forbidden');
    }
    if (!isDue) return;
    await this.#checkRights();
    await this.#keep();
  }

  /** A video session was closed. */
  endSession(videoSessionId: string): void {
    for (const connection of [...this.#connections])
      if (connection.videoSessionId === videoSessionId) this.#end(connection, 'forbidden');
  }

  close(): void {
    for (const connection of [...this.#connections]) this.#end(connection, 'ended');
  }

  /** The row notes that somebody watches. So no process has to remember it, and none has to end properly. */
  async #keep(): Promise<void> {
    const ids = [...this.#connections].map(({ videoSessionId }) => videoSessionId);
    if (ids.length > 0) await keepSessions(ids, new Date(this.now()));
  }

  async #checkRights(): Promise<void> {
    const connections = [...this.#connections];
    for (const sessionId of new Set(connections.map((connection) => connection.sessionId))) {
      const actor = await recheckSession(sessionId);
      for (const connection of connections.filter((one) => one.sessionId === sessionId))
        if (!actor || !(await mayWatch(actor, connection.equipmentNo))) this.#end(connection, 'forbidden');
    }
  }

  #open(ids: readonly string[]): Promise<Map<string, OpenSession>> {
    return openSessions(ids, new Date(this.now()));
  }

  #end(connection: Connection, why: End): void {
    this.#connections.delete(connection);
    connection.end(why);
  }
}
