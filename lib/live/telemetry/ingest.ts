import type pg from 'pg';
import type { DetectorContext } from '@/lib/live/detector/active-rules';
import { logger } from '@/lib/platform/system/log';
import { gauge } from '@/lib/platform/system/metrics';
import type { BatchItem, BatchOutcome } from './batch';
import { BatchQueue } from './batch-queue';
import { liveBus } from './bus';
import { Committer } from './commit';
import { CycleBuffer } from './cycle-buffer';
import { HeldStatus } from './held-status';
import { RateLimits } from './limits';
import { ingestMetrics } from './metrics';
import { parseBody, parsePayload, type ClockMessage, type BoxMessage, type StatusMessage } from './payload';
import { refusal, type EntryRefusal } from './refusal';
import { RejectBook } from './rejects';
import type { DownLeaf, UpLeaf } from './topics';
import { TraceBuffer } from './trace';
import { TrafficBuffer } from './traffic';

/**
 * The ingest: messages in, committed state out. A bounded buffer feeds transactions of many messages. Only
 * after a commit are events and logs acknowledged, viewers informed and HTTP callers answered. While the database is
 * unavailable the buffer fills, `hasRoom` becomes false, and the caller stops reading its socket.
 */

/** Sends messages to the boxes. It handles its own failures: when an ack is lost, the box sends again. */
export interface Downlink {
  publish(cubeNo: string, leaf: DownLeaf, payload: string): void;
}

export interface IngestResult {
  applied: number;
  ignored: number;
  refusals: EntryRefusal[];
  /** The whole message was refused. */
  isRefused: boolean;
}

export interface Delivery {
  cubeNo: string;
  leaf: UpLeaf;
  source: 'mqtt' | 'http';
  /** The MQTT payload, or a body that is parsed already. */
  payload: Uint8Array | { body: unknown };
  /** A last will: the broker speaks for a box that is gone, so the box's rate limit does not apply. */
  isWill?: boolean;
  /** Called once the message is committed or refused. */
  settle?: (result: IngestResult) => void;
}

export interface IngestOptions {
  pool: () => pg.Pool;
  downlink: Downlink;
  /** What the symptom rules need now, and what acts on their findings; absent: no rule is checked. */
  detector?: { context: () => Promise<DetectorContext | undefined>; onFound: () => void };
  /** Boxes that came online. */
  onConnected?: (cubeNos: ReadonlySet<string>) => void;
  now?: () => number;
  /** How long the first message waits for others. */
  flushMs?: number;
  maxBatchRows?: number;
  maxBufferedRows?: number;
}

interface BufferedMessage extends BatchItem {
  leaf: UpLeaf;
  rows: number;
  /** Refused entries found before the batch. */
  refusals: EntryRefusal[];
  settles: ((result: IngestResult) => void)[];
}

/** A status message above the rate: what waits, and the callers that wait for its result. */
interface HeldMessage {
  cubeNo: string;
  status: HeldStatus;
  receivedAt: number;
  settles: BufferedMessage['settles'];
  timer: NodeJS.Timeout;
}

/** Units whose status waits. The limit keeps a box that names endless units from filling our memory. */
const MAX_HELD = 20_000;
const TRACE_EVERY_MS = 5000;
const REJECTS_EVERY_MS = 1000;
const CYCLES_EVERY_MS = 60_000;
const TRAFFIC_EVERY_MS = 60_000;
const SWEEP_EVERY_MS = 60_000;
const CLOCKS_EVERY_MS = 60_000;

export class Ingest {
  readonly #options: Required<Omit<IngestOptions, 'onConnected' | 'detector'>> &
    Pick<IngestOptions, 'onConnected' | 'detector'>;
  readonly #limits = new RateLimits();
  readonly #rejects = new RejectBook();
  readonly #traces = new TraceBuffer();
  readonly #cycles = new CycleBuffer();
  readonly #traffic = new TrafficBuffer(() => this.#options.now());
  readonly #held = new Map<string, HeldMessage>();
  /** When the wrong clock of a box and unit was last stored. */
  readonly #clocks = new Map<string, number>();
  readonly #waiters: (() => void)[] = [];
  readonly #timers: NodeJS.Timeout[];
  readonly #log = logger('ingest');
  readonly #committer: Committer<BufferedMessage>;
  readonly #queue: BatchQueue<BufferedMessage>;
  #isStopped = false;

  constructor(options: IngestOptions) {
    this.#options = { now: Date.now, flushMs: 20, maxBatchRows: 1000, maxBufferedRows: 5000, ...options };
    this.#committer = new Committer({
      pool: this.#options.pool,
      now: this.#options.now,
      detector: this.#options.detector?.context,
      isEnding: () => this.#isStopped,
      onCommitted: (items, outcome) => this.#settle(items, outcome),
      onUnstorable: (item) => this.#refuseItem(item, refusal('server_error', 'the message could not be stored')),
    });
    this.#queue = new BatchQueue({
      run: (items) => this.#commit(items),
      onDone: () => this.#wake(),
      flushMs: this.#options.flushMs,
      maxBatchRows: this.#options.maxBatchRows,
    });
    gauge('ingest_lag_seconds', 'How long the oldest message has been waiting for its commit', () => [
      [this.#queue.waitedMs / 1000],
    ]);
    const every = (ms: number, work: () => void) => setInterval(work, ms).unref();
    this.#timers = [
      every(TRACE_EVERY_MS, () => void this.#flush(this.#traces)),
      every(CYCLES_EVERY_MS, () => void this.#flush(this.#cycles)),
      every(TRAFFIC_EVERY_MS, () => void this.#flush(this.#traffic)),
      every(REJECTS_EVERY_MS, () => void this.#flush(this.#rejects)),
      every(SWEEP_EVERY_MS, () => {
        this.#limits.sweep(this.#options.now());
        this.#rejects.sweep(this.#options.now());
        this.#clocks.clear();
      }),
    ];
  }

  /** Is there room for another message? */
  hasRoom(): boolean {
    return !this.#isStopped && this.#queue.rows < this.#options.maxBufferedRows;
  }

  /** Calls back, in order, once there is room. Until then the caller keeps its message and reads no further. */
  whenRoom(callback: () => void): void {
    if (this.hasRoom() && this.#waiters.length === 0) callback();
    else {
      ingestMetrics.paused().inc();
      this.#waiters.push(callback);
    }
  }

  /** Rows waiting for a commit. */
  get bufferedRows(): number {
    return this.#queue.rows;
  }

  /** Takes a message from an authenticated box. The caller has asked `hasRoom` or `whenRoom` before. */
  offer(delivery: Delivery): void {
    const { cubeNo, leaf, source, payload, isWill = false, settle } = delivery;
    const now = this.#options.now();
    const parsed =
      payload instanceof Uint8Array ? parsePayload(leaf, payload, now) : parseBody(leaf, payload.body, now);
    if (!parsed.message) {
      for (const found of parsed.refusals) this.#refuse(cubeNo, leaf, found, now);
      if (parsed.clock) this.#noteClock(cubeNo, leaf, parsed.clock, now);
      settle?.({ applied: 0, ignored: 0, refusals: parsed.refusals, isRefused: true });
      return;
    }
    const { message } = parsed;
    const item = {
      cubeNo,
      leaf,
      message,
      receivedAt: now,
      refusals: parsed.refusals,
      settles: settle ? [settle] : [],
      rows: message.leaf === 'log' ? Math.max(1, message.entries.length) : 1,
    };
    if (!isWill && !this.#passesRate(item, now)) return;
    if (!isWill) this.#traffic.add(cubeNo, message, payload, now);
    ingestMetrics.messages().inc({ leaf, source });
    this.#enqueue(item);
  }

  /** A clock that is ahead is stored once a minute, however often messages are refused because of it. */
  #noteClock(cubeNo: string, leaf: UpLeaf, message: ClockMessage, now: number): void {
    const name = `${cubeNo} ${message.equipmentNo}`;
    if (now - (this.#clocks.get(name) ?? 0) < CLOCKS_EVERY_MS || this.#clocks.size >= MAX_HELD || !this.hasRoom())
      return;
    this.#clocks.set(name, now);
    this.#enqueue({ cubeNo, leaf, message, receivedAt: now, refusals: [], settles: [], rows: 1 });
  }

  #passesRate(item: BufferedMessage & { message: BoxMessage }, now: number): boolean {
    const { cubeNo, leaf, message } = item;
    const equipmentNo = message.leaf === 'connection' ? '' : message.equipmentNo;
    const heldKey = `${cubeNo} ${equipmentNo}`;
    const held = message.leaf === 'status' ? this.#held.get(heldKey) : undefined;
    const waitMs = held ? 1 : this.#limits.take(leaf, cubeNo, equipmentNo, now);
    if (waitMs === 0) return true;
    if (message.leaf === 'status' && (held || this.#held.size < MAX_HELD)) {
      this.#hold(heldKey, item, message, waitMs);
      return false;
    }
    this.#refuseItem(item, refusal('rate_limited', `${leaf} comes more often than allowed`));
    return false;
  }

  #refuseItem({ cubeNo, leaf, settles }: BufferedMessage, found: EntryRefusal): void {
    this.#refuse(cubeNo, leaf, found, this.#options.now());
    for (const settle of settles) settle({ applied: 0, ignored: 0, refusals: [found], isRefused: true });
  }

  /** A status message above the rate waits; newer ones replace it. */
  #hold(key: string, item: BufferedMessage, message: StatusMessage, waitMs: number): void {
    const waiting = this.#held.get(key);
    if (waiting) {
      ingestMetrics.superseded().inc();
      waiting.status.add(message);
      waiting.settles.push(...item.settles);
      return;
    }
    const status = new HeldStatus();
    status.add(message);
    const held: HeldMessage = {
      cubeNo: item.cubeNo,
      status,
      receivedAt: item.receivedAt,
      settles: item.settles,
      timer: setTimeout(() => release(), waitMs),
    };
    const release = () => {
      const stillMs = this.#limits.take('status', item.cubeNo, message.equipmentNo, this.#options.now());
      if (stillMs > 0 || !this.hasRoom()) held.timer = setTimeout(release, Math.max(stillMs, 20));
      else {
        this.#held.delete(key);
        this.#enqueueHeld(held);
      }
    };
    this.#held.set(key, held);
  }

  #enqueueHeld({ cubeNo, status, receivedAt, settles }: HeldMessage): void {
    status.messages.forEach((message, index, all) => {
      this.#enqueue({
        cubeNo,
        leaf: 'status',
        message,
        receivedAt,
        rows: 1,
        refusals: [],
        settles: index === all.length - 1 ? settles : [],
      });
    });
  }

  #enqueue(item: BufferedMessage): void {
    this.#queue.push(item);
    ingestMetrics.buffered().set(this.#queue.rows);
  }

  async #commit(items: readonly BufferedMessage[]): Promise<void> {
    ingestMetrics.batchRows().observe(items.reduce((sum, { rows }) => sum + rows, 0));
    const started = performance.now();
    await this.#committer.commit(items);
    ingestMetrics.batchSeconds().observe((performance.now() - started) / 1000);
  }

  #wake(): void {
    ingestMetrics.buffered().set(this.#queue.rows);
    while (this.#waiters.length > 0 && this.hasRoom()) this.#waiters.shift()?.();
  }

  /** After the commit, and only then: informs viewers, boxes and HTTP callers. */
  #settle(items: readonly BufferedMessage[], outcome: BatchOutcome): void {
    const now = this.#options.now();
    if (outcome.changes.length > 0) {
      try {
        liveBus.publish(outcome.changes);
      } catch (error) {
        this.#log.error({ err: error }, 'a listener failed');
      }
    }
    for (const [cubeNo, acks] of outcome.acks) {
      for (const payload of acks.payloads(now)) this.#options.downlink.publish(cubeNo, 'ack', payload);
    }
    items.forEach((item, index) => {
      const tally = outcome.tallies[index] ?? { applied: 0, ignored: 0, refusals: [] };
      for (const found of [...item.refusals, ...tally.refusals]) this.#refuse(item.cubeNo, item.leaf, found, now);
      const isRefused = tally.refusals.some((found) => found.code === 'forbidden');
      if (!isRefused && (item.leaf === 'event' || item.leaf === 'log'))
        ingestMetrics.acked().inc({ leaf: item.leaf }, tally.applied + tally.ignored);
      const result: IngestResult = {
        applied: tally.applied,
        ignored: tally.ignored,
        refusals: [...item.refusals, ...tally.refusals],
        isRefused,
      };
      for (const settle of item.settles) settle(result);
    });
    for (const [equipmentNo, trace] of outcome.traces) this.#traces.add(equipmentNo, trace);
    for (const [equipmentNo, facts] of outcome.cycles) this.#cycles.add(equipmentNo, facts);
    if (outcome.hasEffects) this.#options.detector?.onFound();
    if (outcome.connected.size > 0) this.#options.onConnected?.(outcome.connected);
  }

  /**
   * Counts a refusal, stores it for the diagnosis screen and tells the box. Used for messages that the broker refuses,
   * too.
   */
  refuse(cubeNo: string, leaf: UpLeaf, found: EntryRefusal): void {
    this.#refuse(cubeNo, leaf, found, this.#options.now());
  }

  #refuse(cubeNo: string, leaf: UpLeaf, found: EntryRefusal, now: number): void {
    ingestMetrics.refusals().inc({ leaf, code: found.code });
    const payload = this.#rejects.note(cubeNo, leaf, found, now);
    if (payload !== undefined) this.#options.downlink.publish(cubeNo, 'reject', payload);
  }

  async #flush(buffer: TraceBuffer | CycleBuffer | TrafficBuffer | RejectBook): Promise<void> {
    try {
      await buffer.flush(this.#options.pool());
    } catch (error) {
      this.#log.warn({ err: error }, 'history not written, kept for the next time');
    }
  }

  /** Writes the buffers that are not part of the batch. */
  async #flushAll(): Promise<void> {
    await this.#flush(this.#rejects);
    await this.#flush(this.#traces);
    await this.#flush(this.#cycles);
    await this.#flush(this.#traffic);
  }

  /** Resolves when everything offered so far is committed or refused. */
  async idle(): Promise<void> {
    while (!this.#queue.isIdle || this.#held.size > 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await this.#flushAll();
  }

  /** Accepts nothing more and commits what it has, as far as the database allows. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const held of this.#held.values()) {
      clearTimeout(held.timer);
      this.#enqueueHeld(held);
    }
    this.#held.clear();
    this.#isStopped = true;
    await this.#queue.drained();
    await this.#flushAll();
  }
}
