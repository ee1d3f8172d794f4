import type { LiveStatus, RtcMessage } from '@/lib/live/units/live-message';
import type { StreamLimits } from './stream-limits';

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
  /** Reasons to be held: a snapshot is being read, the socket is slow, a data strategy limits what it gets. */
  readonly holds = { snapshot: false, congestion: false, limits: false };
  /** What the data strategy leaves; such a socket is in no room, its own messages are made for it. */
  limits: StreamLimits | null = null;
  /** When what waited was last sent, epoch ms; only with limits. */
  drainedAt = 0;
  /** When something was last sent to this socket alone; rooms keep their own time. */
  lastSentAt = 0;

  constructor(readonly port: SubscriberPort) {}

  get isHeld(): boolean {
    return this.holds.snapshot || this.holds.congestion || this.holds.limits;
  }
}
