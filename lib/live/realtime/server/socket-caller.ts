import type { Actor } from '@/lib/platform/contract/actor';
import { hasAny } from '@/lib/platform/contract/authorities';
import type { Authority } from '@/lib/platform/contract/authorities';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { RealtimeAccess } from './access';
import { ACCOUNT_DISABLED, TOKEN_EXPIRED, TOKEN_INVALID } from '@/lib/live/realtime/shared/events';
import type { RealtimeError } from '@/lib/live/realtime/shared/events';
import { AuthorizePayload } from './schemas';
import type { RtcSocket } from './socket-types';

export interface Timings {
  /** Time until a valid authorize. */
  authorizeMs: number;
  /** Time from the token's end until the socket is closed. */
  graceMs: number;
}

export interface CallerContext {
  access: RealtimeAccess;
  timings: Timings;
  /** Is this socket one too many for the user or the browser? */
  isOverLimit(socket: RtcSocket, username: string): Promise<boolean>;
  reportFault(error: unknown, event: string): void;
}

/** The ack of an event, with any answer. */
export type SocketAck = ((answer: unknown) => void) | undefined;

const REFUSALS = { expired: TOKEN_EXPIRED, invalid: TOKEN_INVALID, disabled: ACCOUNT_DISABLED } as const;
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * The caller of a socket and its expiry (api.md §3.1-3.2), in every namespace. Events are handled one after another, so
 * an event after an authorize waits for its answer.
 */
export abstract class SocketCaller<C extends CallerContext = CallerContext> {
  actor: Actor | null = null;
  #isExpired = false;
  #isClosed = false;
  #queue: Promise<void> = Promise.resolve();
  #deadline: NodeJS.Timeout | undefined;
  #expiry: NodeJS.Timeout | undefined;

  constructor(
    readonly socket: RtcSocket,
    readonly context: C,
    readonly language: Language,
  ) {
    this.#closeIn(context.timings.authorizeMs);
  }

  /** Checks what the socket has with the present rights. When that cannot be checked, the socket is closed. */
  abstract recheck(): Promise<void>;
  /** A data strategy changed. A connection that asks for it with every message has nothing to do. */
  async restrict(): Promise<void> {}
  /** The socket is no longer authorised: nothing may reach it. */
  protected abstract forget(): void;

  /** The refusal for a missing authority. */
  get forbiddenText(): string {
    return translateServer(this.language, 'errors', 'operation_denied');
  }

  /** Runs a handler after those before it. An error becomes sms_error 500. */
  enqueue(event: string, ack: SocketAck, task: () => Promise<void> | void): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      if (this.#isClosed) return;
      try {
        await task();
      } catch (error) {
        this.context.reportFault(error, event);
        this.refuse({ code: 500, message: 'server fault' }, ack);
      }
    });
    return this.#queue;
  }

  refuse(error: RealtimeError, ack: SocketAck): void {
    this.socket.emit('sms_error', error);
    ack?.({ code: error.code, message: error.message });
  }

  /** The caller, or undefined after a refusal: not authorised, token outdated, or authority missing. */
  requireActor(ack: SocketAck, authorities: readonly Authority[]): Actor | undefined {
    if (!this.actor) return void this.refuse({ code: 401, message: 'authorize first' }, ack);
    if (this.#isExpired) return void this.refuse({ code: 511, message: TOKEN_EXPIRED }, ack);
    if (authorities.length > 0 && !hasAny(this.actor, authorities))
      return void this.refuse({ code: 403, message: this.forbiddenText }, ack);
    return this.actor;
  }

  async authorize(payload: unknown, ack: SocketAck): Promise<void> {
    const answer = (code: number, message: string) => {
      this.socket.emit('authorize', { code, message });
      ack?.({ code, message });
    };
    const token = AuthorizePayload.safeParse(payload);
    const result = token.success
      ? await this.context.access.verify(token.data)
      : ({ ok: false, reason: 'invalid' } as const);
    if (this.#isClosed) return;
    if (!result.ok) {
      // A client that was never authorised has only the time since its connect, however often it tries.
      if (this.actor) this.#closeIn(this.context.timings.authorizeMs);
      this.#forgetActor();
      return answer(511, REFUSALS[result.reason]);
    }
    const { actor, expiresAt } = result;
    if (this.actor?.username !== actor.username && (await this.context.isOverLimit(this.socket, actor.username))) {
      this.#forgetActor();
      this.refuse({ code: 429, message: 'too many sockets' }, undefined);
      answer(429, 'too many sockets');
      this.socket.disconnect(true);
      return;
    }
    clearTimeout(this.#deadline);
    clearTimeout(this.#expiry);
    this.#deadline = undefined;
    this.#isExpired = false;
    this.#expiry = setTimeout(() => this.#expire(), Math.min(Math.max(0, expiresAt - Date.now()), MAX_TIMEOUT_MS));
    this.#expiry.unref();
    this.actor = actor;
    answer(200, 'success');
    await this.recheck();
  }

  /** Applies the present rights and drops what they no longer allow. */
  async changeActor(actor: Actor): Promise<void> {
    if (this.actor?.sessionId !== actor.sessionId) return;
    this.actor = actor;
    await this.recheck();
    // Another tier or project means another strategy.
    await this.restrict();
  }

  /** The session is over: sends the reason and closes. */
  end(message: typeof TOKEN_INVALID | typeof ACCOUNT_DISABLED): void {
    this.#forgetActor();
    this.socket.emit('authorize', { code: 511, message });
    this.socket.disconnect(true);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#expiry);
  }

  #forgetActor(): void {
    clearTimeout(this.#expiry);
    this.actor = null;
    this.#isExpired = false;
    this.forget();
  }

  #expire(): void {
    this.#isExpired = true;
    this.socket.emit('authorize', { code: 511, message: TOKEN_EXPIRED });
    this.#closeIn(this.context.timings.graceMs);
  }

  #closeIn(delayMs: number): void {
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.socket.disconnect(true), delayMs);
    this.#deadline.unref();
  }
}
