import type { LiveChange, LiveStatus, RtcMessage } from '@/lib/live/units/live-message';
import { mergeStatus } from '@/lib/live/realtime/shared/merge';
import { isNeverLimited, limited } from './stream-limits';
import type { StreamLimits } from './stream-limits';
import { Subscriber } from './subscriber';
import type { SubscriberPort } from './subscriber';
import { notOlder, UnitTopic } from './topic';
import type { WireHead } from './browser-messages';

/** One unit as it was read for a snapshot. */
export interface SnapshotRow {
  head: WireHead;
  status: LiveStatus;
}

export interface HubOptions {
  /** Sends to all sockets of a room of this process; encodes once. */
  emitRoom(equipmentNo: string, message: RtcMessage): void;
  now?: () => number;
  /**
   * Shortest time between two changes of one unit. A snapshot's late change counts too, so there are never more than 5
   * a second.
   */
  changeGapMs?: number;
  keepaliveMs?: number;
}

const CHANGE_GAP_MS = 250;
const KEEPALIVE_MS = 20_000;
const FLUSH_MS = 25;
const SWEEP_MS = 1000;

/**
 * Between the bus and this process's sockets (api.md §3.3): merges changes of one unit, sends them to its room, holds
 * back sockets that wait for a snapshot or are slow, and keeps silent sockets alive. Does not depend on Socket.IO.
 *
 * No gap, no reordering: a socket is registered and held before its snapshot is read. Everything that arrives meanwhile
 * waits merged, and what is older than the snapshot is dropped.
 */
export class Hub {
  readonly #topics = new Map<string, UnitTopic>();
  readonly #subscribers = new Set<Subscriber>();
  readonly #waiting = new Set<UnitTopic>();
  readonly #options: Required<HubOptions>;
  #flushTimer: NodeJS.Timeout | undefined;
  readonly #sweepTimer: NodeJS.Timeout;

  constructor(options: HubOptions) {
    this.#options = { now: Date.now, changeGapMs: CHANGE_GAP_MS, keepaliveMs: KEEPALIVE_MS, ...options };
    this.#sweepTimer = setInterval(() => this.#sweep(), SWEEP_MS);
    this.#sweepTimer.unref();
  }

  get size() {
    return { topics: this.#topics.size, sockets: this.#subscribers.size };
  }

  add(port: SubscriberPort): Subscriber {
    const subscriber = new Subscriber(port);
    this.#subscribers.add(subscriber);
    return subscriber;
  }

  /** What the data strategy lets a socket see; null: everything, at once. */
  limit(subscriber: Subscriber, limits: StreamLimits | null): void {
    subscriber.limits = limits;
    if (limits) this.#hold(subscriber, 'limits');
    else if (subscriber.holds.limits) this.#release(subscriber, 'limits');
  }

  remove(subscriber: Subscriber): void {
    for (const equipmentNo of [...subscriber.streams.keys()]) this.#unwatch(subscriber, equipmentNo);
    this.#subscribers.delete(subscriber);
  }

  /** Which of the socket's numbers are watched here, with type and number of watchers. */
  topicOf(equipmentNo: string): UnitTopic | undefined {
    return this.#topics.get(equipmentNo);
  }

  subscribers(): Iterable<Subscriber> {
    return this.#subscribers;
  }

  /**
   * Replaces the list and sends snapshots.
   *
   * @param read reads the units that the caller may see; it runs after the socket is registered
   * @returns the numbers that `read` did not answer: out of scope or unknown
   * @throws what `read` throws; the list is empty then
   */
  async replace(
    subscriber: Subscriber,
    numbers: readonly string[],
    read: (numbers: readonly string[]) => Promise<Map<string, SnapshotRow>>,
  ): Promise<string[]> {
    const wanted = new Set(numbers);
    this.#hold(subscriber, 'snapshot');
    for (const equipmentNo of [...subscriber.streams.keys()])
      if (!wanted.has(equipmentNo)) this.#unwatch(subscriber, equipmentNo);
    for (const equipmentNo of wanted) this.#watch(subscriber, equipmentNo);
    return this.#snapshot(subscriber, [...wanted], read);
  }

  /** Sends new snapshots of numbers that are already subscribed. Same errors as `replace`. */
  async refresh(
    subscriber: Subscriber,
    numbers: readonly string[],
    read: (numbers: readonly string[]) => Promise<Map<string, SnapshotRow>>,
  ): Promise<string[]> {
    const own = numbers.filter((equipmentNo) => subscriber.streams.has(equipmentNo));
    if (own.length === 0) return [];
    this.#hold(subscriber, 'snapshot');
    return this.#snapshot(subscriber, own, read);
  }

  /** Ends some streams of a socket. @returns the numbers that it had */
  drop(subscriber: Subscriber, numbers: Iterable<string>): string[] {
    const dropped = [...numbers].filter((equipmentNo) => subscriber.streams.has(equipmentNo));
    for (const equipmentNo of dropped) this.#unwatch(subscriber, equipmentNo);
    return dropped;
  }

  /** Changes of a commit. The first one of a quiet unit leaves at once, later ones are merged. */
  publish(changes: readonly LiveChange[]): void {
    for (const change of changes) {
      const topic = this.#topics.get(change.equipmentNo);
      // A change that only concerns sums is nothing to watchers of values.
      if (!topic || Object.keys(change.changes).length === 0) continue;
      topic.add(change);
      this.#waiting.add(topic);
    }
    this.#flush();
  }

  close(): void {
    clearInterval(this.#sweepTimer);
    clearTimeout(this.#flushTimer);
    this.#topics.clear();
    this.#subscribers.clear();
    this.#waiting.clear();
  }

  async #snapshot(
    subscriber: Subscriber,
    numbers: string[],
    read: (numbers: readonly string[]) => Promise<Map<string, SnapshotRow>>,
  ): Promise<string[]> {
    try {
      const rows = numbers.length > 0 ? await read(numbers) : new Map<string, SnapshotRow>();
      const refused: string[] = [];
      for (const equipmentNo of numbers) {
        const topic = this.#topics.get(equipmentNo);
        const row = rows.get(equipmentNo);
        if (!row) refused.push(equipmentNo);
        if (!row || !topic || !subscriber.streams.has(equipmentNo)) continue;
        topic.learn(row.head, row.status);
        this.#send(subscriber, topic.message('snapshot', limited(row.status, subscriber.limits), this.#options.now()));
        const later = subscriber.pending?.get(equipmentNo);
        if (later) subscriber.pending?.set(equipmentNo, notOlder(later, row.status));
      }
      this.drop(subscriber, refused);
      return refused;
    } catch (error) {
      this.drop(subscriber, numbers);
      throw error;
    } finally {
      this.#release(subscriber, 'snapshot');
    }
  }

  #watch(subscriber: Subscriber, equipmentNo: string): void {
    let topic = this.#topics.get(equipmentNo);
    if (!topic) this.#topics.set(equipmentNo, (topic = new UnitTopic(equipmentNo)));
    if (subscriber.isHeld) topic.held.add(subscriber);
    if (subscriber.streams.has(equipmentNo)) return;
    topic.watchers += 1;
    // Uses the topic's own string, so that each socket does not keep the string of its request.
    subscriber.streams.set(topic.equipmentNo, this.#options.now());
  }

  #unwatch(subscriber: Subscriber, equipmentNo: string): void {
    if (!subscriber.streams.delete(equipmentNo)) return;
    subscriber.pending?.delete(equipmentNo);
    if (!subscriber.isHeld) subscriber.port.leave(equipmentNo);
    const topic = this.#topics.get(equipmentNo);
    if (!topic) return;
    topic.watchers -= 1;
    topic.held.delete(subscriber);
    if (topic.watchers > 0) return;
    this.#topics.delete(equipmentNo);
    this.#waiting.delete(topic);
  }

  #hold(subscriber: Subscriber, reason: keyof Subscriber['holds']): void {
    const wasHeld = subscriber.isHeld;
    subscriber.holds[reason] = true;
    if (wasHeld) return;
    for (const equipmentNo of subscriber.streams.keys()) {
      subscriber.port.leave(equipmentNo);
      this.#topics.get(equipmentNo)?.held.add(subscriber);
    }
  }

  #release(subscriber: Subscriber, reason: keyof Subscriber['holds']): void {
    subscriber.holds[reason] = false;
    if (subscriber.isHeld) return;
    for (const equipmentNo of subscriber.streams.keys()) {
      const topic = this.#topics.get(equipmentNo);
      const later = subscriber.pending?.get(equipmentNo);
      if (topic && later)
        this.#send(subscriber, topic.message('change', limited(later, subscriber.limits), this.#options.now()));
      topic?.held.delete(subscriber);
      subscriber.port.join(equipmentNo);
    }
    subscriber.pending = undefined;
  }

  #send(subscriber: Subscriber, message: RtcMessage | null): void {
    if (!message) return;
    subscriber.lastSentAt = this.#options.now();
    subscriber.port.send(message);
  }

  #flush(): void {
    const now = this.#options.now();
    for (const topic of this.#waiting) {
      const elapsed = now - topic.lastChangeAt;
      // A clock that was set back must not silence a unit.
      if (elapsed >= 0 && elapsed < this.#options.changeGapMs) continue;
      this.#waiting.delete(topic);
      this.#emit(topic, now);
    }
    if (this.#waiting.size === 0 || this.#flushTimer) return;
    this.#flushTimer = setTimeout(() => {
      this.#flushTimer = undefined;
      this.#flush();
    }, FLUSH_MS);
    this.#flushTimer.unref();
  }

  #emit(topic: UnitTopic, now: number): void {
    const status = topic.take();
    for (const subscriber of topic.held) {
      const waiting = (subscriber.pending ??= new Map<string, LiveStatus>()).get(topic.equipmentNo);
      if (waiting) mergeStatus(waiting, status);
      else subscriber.pending.set(topic.equipmentNo, { ...status });
      if (subscriber.limits && (subscriber.limits.gapMs === 0 || isNeverLimited(status)))
        this.#drain(subscriber, [topic.equipmentNo]);
    }
    const message = topic.message('change', status, now);
    if (!message) return;
    topic.lastChangeAt = now;
    if (topic.held.size < topic.watchers) this.#options.emitRoom(topic.equipmentNo, message);
  }

  /** Sends what waits for a limited socket, unless it also waits for another reason. */
  #drain(subscriber: Subscriber, numbers: Iterable<string>): void {
    if (subscriber.holds.snapshot || subscriber.holds.congestion) return;
    for (const equipmentNo of numbers) {
      const later = subscriber.pending?.get(equipmentNo);
      const topic = this.#topics.get(equipmentNo);
      if (!later || !topic) continue;
      subscriber.pending?.delete(equipmentNo);
      const status = limited(later, subscriber.limits);
      if (Object.keys(status).length > 0) this.#send(subscriber, topic.message('change', status, this.#options.now()));
    }
  }

  /** The turn of a limited socket: sends what has waited long enough, or a sign of life. */
  #tendLimited(subscriber: Subscriber, gapMs: number, now: number): void {
    if (now - subscriber.drainedAt >= gapMs) {
      subscriber.drainedAt = now;
      this.#drain(subscriber, [...(subscriber.pending?.keys() ?? [])]);
    }
    const [first] = subscriber.streams.keys();
    const topic = first === undefined ? undefined : this.#topics.get(first);
    if (topic && !subscriber.holds.snapshot && now - subscriber.lastSentAt >= this.#options.keepaliveMs)
      this.#send(subscriber, topic.keepalive(now));
  }

  /**
   * Starts and ends the hold of slow sockets, and sends a keepalive to each socket that heard nothing for 20 s (api.md
   * §3.3).
   */
  #sweep(): void {
    const now = this.#options.now();
    for (const subscriber of this.#subscribers) {
      if (subscriber.port.isCongested()) this.#hold(subscriber, 'congestion');
      else if (subscriber.holds.congestion) this.#release(subscriber, 'congestion');
      if (subscriber.limits) this.#tendLimited(subscriber, subscriber.limits.gapMs, now);
      if (subscriber.isHeld || subscriber.streams.size === 0 || now - subscriber.lastSentAt < this.#options.keepaliveMs)
        continue;
      let first: UnitTopic | undefined;
      for (const equipmentNo of subscriber.streams.keys()) {
        const topic = this.#topics.get(equipmentNo);
        if (!topic) continue;
        first ??= topic;
        // What went to the room also went to this socket. Remembering that saves the walk until it is due again.
        subscriber.lastSentAt = Math.max(subscriber.lastSentAt, topic.lastChangeAt);
      }
      if (first && now - subscriber.lastSentAt >= this.#options.keepaliveMs)
        this.#send(subscriber, first.keepalive(now));
    }
  }
}
