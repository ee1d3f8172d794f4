import type { Actor } from '@/lib/auth/actor';
import { hasAny } from '@/lib/auth/authorities';
import type { Authority } from '@/lib/auth/authorities';
import type { Language } from '@/lib/i18n/languages';
import { translateServer } from '@/lib/i18n/server-messages';
import { WATCH_AUTHORITIES } from './access';
import type { RealtimeAccess } from './access';
import { ACCOUNT_DISABLED, equipmentRoom, TOKEN_EXPIRED, TOKEN_INVALID } from './events';
import type { SmsError } from './events';
import type { Hub } from './hub';
import type { RtcMessage } from './live-message';
import { AuthorizePayload, RtcPayload } from './schemas';
import type { RtcSocket, SocketData } from './socket-types';
import type { Subscriber, SubscriberPort } from './subscriber';

export interface Timings {
  /** Until a valid authorize. */
  authorizeMs: number;
  /** After the token's end until the socket is closed. */
  graceMs: number;
}

export interface ConnectionContext {
  access: RealtimeAccess;
  hub: Hub;
  timings: Timings;
  /** Is this one socket too many for the user or the browser? */
  isOverLimit(socket: RtcSocket, username: string): Promise<boolean>;
  reportFault(error: unknown, event: string): void;
}

/** The ack of an event: any answer. */
export type Ack = ((answer: unknown) => void) | undefined;

const REFUSALS = { expired: TOKEN_EXPIRED, invalid: TOKEN_INVALID, disabled: ACCOUNT_DISABLED } as const;
/** A socket with more packets waiting than this gets merged values until it has caught up. */
const CONGESTED_PACKETS = 256;
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/**
 * One socket on `/rtc`: who it is, until when, and what it watches (api.md §3.1-3.2). Its events are handled one after
 * another, so a list that follows an authorize finds it answered and two lists never mix. There may be very many, so each
 * keeps little: what can be shared or computed is.
 */
export class RtcConnection implements SubscriberPort {
  actor: Actor | null = null;
  readonly subscriber: Subscriber;
  #isExpired = false;
  #isClosed = false;
  #queue: Promise<void> = Promise.resolve();
  #deadline: NodeJS.Timeout | undefined;
  #expiry: NodeJS.Timeout | undefined;

  constructor(
    readonly socket: RtcSocket,
    readonly context: ConnectionContext,
    readonly language: Language,
  ) {
    this.subscriber = context.hub.add(this);
    // Where other processes can read it; computed when they ask.
    Object.defineProperty(socket.data, 'streams', { enumerable: true, get: () => this.#streams() });
    this.#closeIn(context.timings.authorizeMs);
  }

  join(equipmentNo: string): void {
    void this.socket.join(equipmentRoom(equipmentNo));
  }

  leave(equipmentNo: string): void {
    void this.socket.leave(equipmentRoom(equipmentNo));
  }

  send(message: RtcMessage): void {
    this.socket.emit('rtc', message);
  }

  isCongested(): boolean {
    return (this.socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length > CONGESTED_PACKETS;
  }

  /** The refusal for a missing authority. */
  get forbiddenText(): string {
    return translateServer(this.language, 'errors', 'operation_denied');
  }

  /** Runs a handler after those before it; a fault becomes sms_error 500. */
  enqueue(event: string, ack: Ack, task: () => Promise<void> | void): Promise<void> {
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

  refuse(error: SmsError, ack: Ack): void {
    this.socket.emit('sms_error', error);
    ack?.({ code: error.code, message: error.message });
  }

  /** The caller, or undefined after a refusal: not authorised, token outdated, authority missing. */
  requireActor(ack: Ack, authorities: readonly Authority[]): Actor | undefined {
    if (!this.actor) return void this.refuse({ code: 401, message: 'authorize first' }, ack);
    if (this.#isExpired) return void this.refuse({ code: 511, message: TOKEN_EXPIRED }, ack);
    if (authorities.length > 0 && !hasAny(this.actor, authorities)) return void this.refuse({ code: 403, message: this.forbiddenText }, ack);
    return this.actor;
  }

  async authorize(payload: unknown, ack: Ack): Promise<void> {
    const answer = (code: number, message: string) => {
      this.socket.emit('authorize', { code, message });
      ack?.({ code, message });
    };
    const token = AuthorizePayload.safeParse(payload);
    const result = token.success ? await this.context.access.verify(token.data) : ({ ok: false, reason: 'invalid' } as const);
    if (this.#isClosed) return;
    if (!result.ok) {
      // Somebody who never was authorised has the time since connecting, however often they try.
      if (this.actor) this.#closeIn(this.context.timings.authorizeMs);
      this.#forget();
      return answer(511, REFUSALS[result.reason]);
    }
    const { actor, expiresAt } = result;
    if (this.actor?.username !== actor.username && (await this.context.isOverLimit(this.socket, actor.username))) {
      this.#forget();
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
    await this.recheckStreams();
  }

  async subscribe(payload: unknown, ack: Ack): Promise<void> {
    const actor = this.requireActor(ack, WATCH_AUTHORITIES);
    if (!actor) return;
    const list = RtcPayload.safeParse(payload);
    if (!list.success) return this.refuse({ code: 400, message: 'rtc takes an array of at most 200 {equipmentNo}' }, ack);
    const numbers = [...new Set(list.data.map(({ equipmentNo }) => equipmentNo))];
    const answer = (subscribed: number) => {
      const message = { code: 200, message: 'success', data: { subscribed } };
      if (ack) ack(message);
      else this.socket.emit('rtc', message);
    };
    const refused = await this.context.hub.replace(this.subscriber, numbers, async (wanted) => {
      const rows = await this.context.access.snapshot(actor, wanted);
      answer(rows.size);
      return rows;
    });
    if (numbers.length === 0) answer(0);
    this.#refuseNumbers(refused);
  }

  /** Sends new snapshots of some of its streams. */
  async refresh(numbers: readonly string[]): Promise<void> {
    const { actor } = this;
    if (!actor) return;
    this.#refuseNumbers(await this.context.hub.refresh(this.subscriber, numbers, (wanted) => this.context.access.snapshot(actor, wanted)));
  }

  /** Ends some of its streams by somebody's order and tells the client. */
  endStreams(numbers: readonly string[]): void {
    const equipmentNoList = this.context.hub.drop(this.subscriber, numbers);
    if (equipmentNoList.length > 0) this.socket.emit('unsubscribe', { equipmentNoList });
  }

  /** Takes the rights as they are now and drops what they no longer allow. */
  async changeActor(actor: Actor): Promise<void> {
    if (this.actor?.sessionId !== actor.sessionId) return;
    this.actor = actor;
    await this.recheckStreams();
  }

  /** Drops streams outside the scope (moved units, changed rights). If that cannot be found out the socket is closed. */
  async recheckStreams(): Promise<void> {
    const { actor } = this;
    const numbers = [...this.subscriber.streams.keys()];
    if (!actor || numbers.length === 0) return;
    try {
      const allowed = hasAny(actor, WATCH_AUTHORITIES) ? await this.context.access.inScope(actor, numbers) : new Set<string>();
      this.#refuseNumbers(this.context.hub.drop(this.subscriber, numbers.filter((equipmentNo) => !allowed.has(equipmentNo))));
    } catch (error) {
      this.context.reportFault(error, 'recheck');
      this.socket.disconnect(true);
    }
  }

  /** The session is over: says why and closes. */
  end(message: typeof TOKEN_INVALID | typeof ACCOUNT_DISABLED): void {
    this.#forget();
    this.socket.emit('authorize', { code: 511, message });
    this.socket.disconnect(true);
  }

  #streams(): SocketData['streams'] {
    return Object.fromEntries(
      [...this.subscriber.streams].map(([equipmentNo, since]) => [equipmentNo, { since, equipmentType: this.context.hub.topicOf(equipmentNo)?.equipmentType ?? '' }]),
    );
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#deadline);
    clearTimeout(this.#expiry);
    this.context.hub.remove(this.subscriber);
  }

  #refuseNumbers(equipmentNoList: string[]): void {
    if (equipmentNoList.length > 0) this.socket.emit('sms_error', { code: 511, message: 'no permission', checkResult: false, equipmentNoList });
  }

  #forget(): void {
    clearTimeout(this.#expiry);
    this.actor = null;
    this.#isExpired = false;
    this.context.hub.drop(this.subscriber, [...this.subscriber.streams.keys()]);
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
