import type { LiveStatus, RtcMessage } from './live-message';

/** A socket as the hub sees it. */
export interface SubscriberPort {
  join(equipmentNo: string): void;
  leave(equipmentNo: string): void;
  send(message: RtcMessage): void;
  /** Is more waiting for this socket than it takes away? */
  isCongested(): boolean;
}

/** State of one socket's subscriptions. While it is held, changes wait here merged; released, it is in its rooms. */
export class Subscriber {
  /** Equipment number → when it was subscribed, epoch ms. */
  readonly streams = new Map<string, number>();
  /** Only while something waits: most sockets never need it. */
  pending: Map<string, LiveStatus> | undefined;
  /** Reasons to be held: a snapshot is being read, the socket is slow. */
  readonly holds = { snapshot: false, congestion: false };
  /** When something was last sent to this socket alone; rooms keep their own time. */
  lastSentAt = 0;

  constructor(readonly port: SubscriberPort) {}

  get isHeld(): boolean {
    return this.holds.snapshot || this.holds.congestion;
  }
}
