import { z } from 'zod';
import type { Machine, MachineStatus } from './model';
import { Pending, type PendingState } from './pending-reports';

/**
 * The box on a machine. It makes the messages of api.md §4: status, counters, events and log entries. It has no connection
 * itself: the caller tells it the time and publishes.
 */
export type UplinkLeaf = 'status' | 'counters' | 'event' | 'log';

export interface Uplink {
  /** False while the connection is down or too much is unconfirmed; the box then keeps its messages. */
  readonly isReady: boolean;
  publish(leaf: UplinkLeaf, body: Record<string, unknown>): void;
}

export interface SimulatedBoxOptions {
  equipmentNo: string;
  machine: Machine;
  /** Controller code → text; `topic1` … `topic4` name the kinds of log entries. */
  texts: Record<string, string>;
  pending?: PendingState;
  /** 0 … 1: spreads the regular messages of many boxes over their interval. */
  phase?: number;
  /** First counters after this time instead of a whole interval. */
  firstCountersMs?: number;
}

const Config = z.object({
  v: z.literal(1),
  version: z.number().optional(),
  intervals: z.object({ statusMinMs: z.number(), fullSec: z.number(), countersSec: z.number() }).partial().optional(),
});
/** Opening hours by weekday (api.md §4.3); a unit without a plan has none. */
const Schedules = z.object({
  equipment: z.array(
    z.object({
      equipmentNo: z.string(),
      schedules: z.array(
        z.object({
          weekday: z.number(),
          startTime: z.string().nullable(),
          stopTime: z.string().nullable(),
          closed: z.boolean(),
        }),
      ),
    }),
  ),
});
const Ack = z.object({
  v: z.literal(1),
  items: z.array(
    z.union([
      z.object({ equipmentNo: z.string(), eventId: z.string() }),
      z.object({ equipmentNo: z.string(), logIds: z.array(z.string()) }),
    ]),
  ),
});

const clamp = (value: number | undefined, low: number, high: number, fallback: number) =>
  Math.min(high, Math.max(low, value ?? fallback));
/** Speed is the one value that never rests while moving; twice a second is what a box reports. */
const SPEED_GAP_MS = 500;
const SPEED_KEYS = new Set(['speed', 'stepspeed']);

export class SimulatedBox {
  readonly pending: Pending;
  rejects = 0;
  private statusMinMs = 200;
  private fullMs = 300_000;
  private countersMs = 300_000;
  private sent = new Map<string, string>();
  private seq = 0;
  private lastStatusAt = 0;
  private lastSpeedAt = 0;
  private fullDueAt = 0;
  private countersDueAt: number;

  constructor(
    private readonly options: SimulatedBoxOptions,
    startAt: number,
  ) {
    this.pending = new Pending(options.pending);
    this.pending.endOpen(startAt);
    this.countersDueAt = startAt + (options.firstCountersMs ?? 15_000) * (0.5 + (options.phase ?? 0.5) / 2);
  }

  /** After every connect the portal gets the whole state (api.md §4.3 `full`). */
  connected(now: number): void {
    this.fullDueAt = now;
    this.pending.reconnected(now);
  }

  /** A message from the portal; an invalid one is ignored, as a real box does. */
  receive(leaf: string, text: string, now: number): void {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return;
    }
    if (leaf === 'reject') this.rejects += 1;
    if (leaf === 'config') {
      const parsed = Config.safeParse(body);
      if (parsed.success) this.configure(parsed.data.intervals ?? {});
      const hours = Schedules.safeParse(body);
      const own = hours.data?.equipment.find(({ equipmentNo }) => equipmentNo === this.options.equipmentNo);
      if (own) this.options.machine.follow?.(own.schedules);
    }
    if (leaf === 'ack') {
      const parsed = Ack.safeParse(body);
      for (const item of parsed.success ? parsed.data.items : []) {
        if (item.equipmentNo !== this.options.equipmentNo) continue;
        if ('eventId' in item) this.pending.ackEvent(item.eventId, now);
        else this.pending.ackLogs(item.logIds);
      }
    }
  }

  /** Runs the machine on to `now` and sends what is due. */
  tick(now: number, uplink: Uplink): void {
    const { machine } = this.options;
    machine.advance(now);
    for (const report of machine.takeReports()) {
      if (report.kind === 'event') this.pending.addEvent(report);
      else this.pending.addLog(report);
    }
    if (!uplink.isReady) return;
    this.sendStatus(now, uplink);
    this.sendCounters(now, uplink);
    this.sendReports(now, uplink);
  }

  private configure(intervals: { statusMinMs?: number; fullSec?: number; countersSec?: number }): void {
    // The limits of api.md §4.2 override any configuration: 10 status messages a second, counters every 10 s.
    this.statusMinMs = clamp(intervals.statusMinMs, 100, 60_000, 200);
    this.fullMs = clamp(intervals.fullSec, 10, 86_400, 300) * 1000;
    this.countersMs = clamp(intervals.countersSec, 15, 86_400, 300) * 1000;
  }

  private sendStatus(now: number, uplink: Uplink): void {
    if (now - this.lastStatusAt < this.statusMinMs) return;
    const isFull = now >= this.fullDueAt;
    const status = this.options.machine.status();
    const patch = isFull ? status : this.changed(status, now);
    if (Object.keys(patch).length === 0) return;
    for (const [key, entry] of Object.entries(patch)) this.sent.set(key, JSON.stringify(entry));
    if ([...SPEED_KEYS].some((key) => key in patch)) this.lastSpeedAt = now;
    this.lastStatusAt = now;
    if (isFull) this.fullDueAt = now + this.fullMs;
    this.seq += 1;
    uplink.publish('status', {
      v: 1,
      equipmentNo: this.options.equipmentNo,
      at: now,
      seq: this.seq,
      full: isFull,
      status: patch,
    });
  }

  private changed(status: MachineStatus, now: number): MachineStatus {
    return Object.fromEntries(
      Object.entries(status).filter(([key, entry]) => {
        if (this.sent.get(key) === JSON.stringify(entry)) return false;
        return !SPEED_KEYS.has(key) || entry.value === 0 || now - this.lastSpeedAt >= SPEED_GAP_MS;
      }),
    );
  }

  private sendCounters(now: number, uplink: Uplink): void {
    if (now < this.countersDueAt) return;
    this.countersDueAt = now + this.countersMs;
    const counters = Object.fromEntries(
      Object.entries(this.options.machine.counters()).map(([name, value]) => [name, { value }]),
    );
    if (Object.keys(counters).length > 0)
      uplink.publish('counters', { v: 1, equipmentNo: this.options.equipmentNo, at: now, counters });
  }

  private sendReports(now: number, uplink: Uplink): void {
    const { equipmentNo, texts } = this.options;
    const event = this.pending.takeEvent(now);
    if (event) {
      const text = texts[event.code] ?? event.code;
      uplink.publish('event', {
        v: 1,
        equipmentNo,
        eventId: event.eventId,
        subType: event.subType,
        code: event.code,
        objectStatus: String(event.isActive),
        at: event.at,
        title: text,
        message: `${event.code} ${text}`,
        payload: {},
      });
    }
    const logs = this.pending.takeLogs(now);
    if (logs.length > 0) {
      uplink.publish('log', {
        v: 1,
        equipmentNo,
        entries: logs.map(({ logId, topic, code, status, at, payload }) => ({
          logId,
          topic,
          cnType: texts[`topic${topic}`] ?? String(topic),
          desc: texts[code] ?? code,
          status,
          at,
          payload: { code, ...payload },
        })),
      });
    }
  }
}
