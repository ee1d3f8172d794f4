import { strategyOf } from '@/lib/platform/strategy/limits';
import type { Language } from '@/lib/platform/i18n/languages';
import { hasAny } from '@/lib/platform/contract/authorities';
import { WATCH_AUTHORITIES } from './access';
import { equipmentRoom } from '@/lib/live/realtime/shared/events';
import type { Hub } from './hub';
import type { RtcMessage } from '@/lib/live/units/live-message';
import { RtcPayload } from './schemas';
import { SocketCaller } from './socket-caller';
import type { SocketAck, CallerContext } from './socket-caller';
import { isSameLimits, limitsOf } from './stream-limits';
import type { RtcSocket, SocketData } from './socket-types';
import type { Subscriber, SubscriberPort } from './subscriber';

export interface ConnectionContext extends CallerContext {
  hub: Hub;
}

/** A socket with more waiting packets than this gets merged values until it has caught up. */
const CONGESTED_PACKETS = 256;

/**
 * One socket on `/rtc`: the units it watches (api.md §3.2). A list waits until the list before it is finished, so two
 * lists never mix. There may be very many sockets, so each one stores little.
 */
export class RtcConnection extends SocketCaller<ConnectionContext> implements SubscriberPort {
  readonly subscriber: Subscriber;

  constructor(socket: RtcSocket, context: ConnectionContext, language: Language) {
    super(socket, context, language);
    this.subscriber = context.hub.add(this);
    // Other processes can read it; it is computed when they ask.
    Object.defineProperty(socket.data, 'streams', { enumerable: true, get: () => this.#streams() });
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

  async subscribe(payload: unknown, ack: SocketAck): Promise<void> {
    const actor = this.requireActor(ack, WATCH_AUTHORITIES);
    if (!actor) return;
    const list = RtcPayload.safeParse(payload);
    if (!list.success)
      return this.refuse({ code: 400, message: 'rtc takes an array of at most 200 {equipmentNo}' }, ack);
    const numbers = [...new Set(list.data.map(({ equipmentNo }) => equipmentNo))];
    const answer = (subscribed: number) => {
      const message = { code: 200, message: 'success', data: { subscribed } };
      if (ack) ack(message);
      else this.socket.emit('rtc', message);
    };
    this.context.hub.limit(this.subscriber, limitsOf(await strategyOf(actor)));
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
    this.context.hub.limit(this.subscriber, limitsOf(await strategyOf(actor)));
    this.#refuseNumbers(
      await this.context.hub.refresh(this.subscriber, numbers, (wanted) => this.context.access.snapshot(actor, wanted)),
    );
  }

  /** Ends some streams because an administrator ordered it, and tells the client. */
  endStreams(numbers: readonly string[]): void {
    const equipmentNoList = this.context.hub.drop(this.subscriber, numbers);
    if (equipmentNoList.length > 0) this.socket.emit('unsubscribe', { equipmentNoList });
  }

  /**
   * What the data strategy allows may have changed: everything is sent again, so that the client drops what it may no
   * longer see.
   */
  override async restrict(): Promise<void> {
    const { actor } = this;
    if (!actor || this.subscriber.streams.size === 0) return;
    if (!isSameLimits(this.subscriber.limits, limitsOf(await strategyOf(actor))))
      await this.refresh([...this.subscriber.streams.keys()]);
  }

  /**
   * Drops streams outside the scope (moved units, changed rights). When that cannot be checked, the socket is closed.
   */
  async recheck(): Promise<void> {
    const { actor } = this;
    const numbers = [...this.subscriber.streams.keys()];
    if (!actor || numbers.length === 0) return;
    try {
      const allowed = hasAny(actor, WATCH_AUTHORITIES)
        ? await this.context.access.inScope(actor, numbers)
        : new Set<string>();
      this.#refuseNumbers(
        this.context.hub.drop(
          this.subscriber,
          numbers.filter((equipmentNo) => !allowed.has(equipmentNo)),
        ),
      );
    } catch (error) {
      this.context.reportFault(error, 'recheck');
      this.socket.disconnect(true);
    }
  }

  override close(): void {
    super.close();
    this.context.hub.remove(this.subscriber);
  }

  protected forget(): void {
    this.context.hub.drop(this.subscriber, [...this.subscriber.streams.keys()]);
  }

  #refuseNumbers(equipmentNoList: string[]): void {
    if (equipmentNoList.length > 0)
      this.socket.emit('sms_error', { code: 511, message: 'no permission', checkResult: false, equipmentNoList });
  }

  #streams(): SocketData['streams'] {
    return Object.fromEntries(
      [...this.subscriber.streams].map(([equipmentNo, since]) => [
        equipmentNo,
        { since, equipmentType: this.context.hub.topicOf(equipmentNo)?.equipmentType ?? '' },
      ]),
    );
  }
}
