import type { MachineEvent, MachineLog } from './model';

/**
 * What a box keeps until the portal has committed it (readings 56): events and log entries are sent again until an ack
 * names them. Bounded: when it is full the oldest are kept, because they tell how it began.
 */
const MOST_EVENTS = 200;
const MOST_LOGS = 400;
const RESEND_FIRST_MS = 10_000;
const RESEND_LAST_MS = 60_000;
/** A start that went out more than once may be acked more than once; its end waits this long for late acks. */
const QUIET_MS = 3_000;
/** api.md §4.2: 5 events a second, 1 log message a second. */
const EVENT_GAP_MS = 250;
const LOG_GAP_MS = 1_200;
const LOGS_A_MESSAGE = 40;

interface SendAttempt {
  sends: number;
  nextAt: number;
}
interface EventRecord extends SendAttempt {
  start?: MachineEvent;
  end?: MachineEvent;
}
interface LogRecord extends SendAttempt {
  entry: MachineLog;
}

/** What survives a restart of the box. */
export interface PendingState {
  open: MachineEvent[];
  events: { start?: MachineEvent; end?: MachineEvent }[];
  logs: MachineLog[];
}

export class Pending {
  private readonly events = new Map<string, EventRecord>();
  private readonly logs = new Map<string, LogRecord>();
  /** Started and not ended, as far as the machine knows; `resent`: its start went out more than once. */
  private readonly open = new Map<string, { start: MachineEvent; resent: boolean }>();
  private nextEventAt = 0;
  private nextLogAt = 0;
  /** Reports given up because there was no room. */
  dropped = 0;

  constructor(state?: PendingState) {
    for (const start of state?.open ?? []) this.open.set(start.eventId, { start, resent: true });
    for (const record of state?.events ?? []) {
      const id = (record.start ?? record.end)?.eventId;
      if (id) this.events.set(id, { ...record, sends: 0, nextAt: 0 });
    }
    for (const entry of state?.logs ?? []) this.logs.set(entry.logId, { entry, sends: 0, nextAt: 0 });
  }

  get size(): number {
    return this.events.size + this.logs.size;
  }

  addEvent(event: MachineEvent): void {
    const record = this.events.get(event.eventId);
    if (event.isActive) {
      if (record || this.events.size >= MOST_EVENTS) {
        this.dropped += record ? 0 : 1;
        return;
      }
      this.events.set(event.eventId, { start: event, sends: 0, nextAt: event.at });
      this.open.set(event.eventId, { start: event, resent: false });
      return;
    }
    const begun = this.open.get(event.eventId);
    // The start was dropped: nobody would know the event of this end.
    if (!begun) return;
    this.open.delete(event.eventId);
    if (record) record.end = event;
    else this.events.set(event.eventId, { end: event, sends: 0, nextAt: event.at + (begun.resent ? QUIET_MS : 0) });
  }

  addLog(entry: MachineLog): void {
    if (this.logs.size >= MOST_LOGS) this.dropped += 1;
    else this.logs.set(entry.logId, { entry, sends: 0, nextAt: entry.at });
  }

  /** Ends everything that was open when the box lost power: after a restart the machine starts clean. */
  endOpen(at: number): void {
    for (const { start } of [...this.open.values()])
      this.addEvent({ ...start, isActive: false, at: Math.max(at, start.at) });
  }

  /** After a reconnect everything goes out again soon; what was under way may be lost. */
  reconnected(now: number): void {
    for (const record of [...this.events.values(), ...this.logs.values()]) record.nextAt = Math.min(record.nextAt, now);
  }

  /** The next event to send, if one is due; it counts as sent. */
  takeEvent(now: number): MachineEvent | undefined {
    if (now < this.nextEventAt) return undefined;
    for (const [eventId, record] of this.events) {
      const event = record.start ?? record.end;
      if (!event || now < record.nextAt) continue;
      const begun = this.open.get(eventId);
      if (begun && record.sends > 0) begun.resent = true;
      this.sent(record, now);
      this.nextEventAt = now + EVENT_GAP_MS;
      return event;
    }
    return undefined;
  }

  /** Log entries to send in one message; empty when none is due. */
  takeLogs(now: number): MachineLog[] {
    if (now < this.nextLogAt) return [];
    const due = [...this.logs.values()].filter((record) => now >= record.nextAt).slice(0, LOGS_A_MESSAGE);
    if (due.length === 0) return [];
    this.nextLogAt = now + LOG_GAP_MS;
    for (const record of due) this.sent(record, now);
    return due.map((record) => record.entry);
  }

  /** The portal has committed this event; of a start and its end, the one that was sent. */
  ackEvent(eventId: string, now: number): void {
    const record = this.events.get(eventId);
    if (!record || record.sends === 0) return;
    if (record.start && record.end) {
      const nextAt = record.sends > 1 ? now + QUIET_MS : now;
      this.events.set(eventId, { end: record.end, sends: 0, nextAt });
    } else {
      this.events.delete(eventId);
    }
  }

  ackLogs(logIds: readonly string[]): void {
    for (const logId of logIds) this.logs.delete(logId);
  }

  state(): PendingState {
    return {
      open: [...this.open.values()].map(({ start }) => start),
      events: [...this.events.values()].map(({ start, end }) => ({ start, end })),
      logs: [...this.logs.values()].map(({ entry }) => entry),
    };
  }

  private sent(record: SendAttempt, now: number): void {
    record.sends += 1;
    record.nextAt = now + Math.min(RESEND_LAST_MS, RESEND_FIRST_MS * 2 ** (record.sends - 1));
  }
}
