import type { ReadMessage } from '@/lib/live/realtime/browser/normalize';

/**
 * When the wall repeats its calls (doc3 §7.14, api.md §3.3): the page's states after an online change, at most once in 30 s
 * and the last one never forgotten; the state of single units 2 s after a fault, health or entrapment event of theirs,
 * because incidents are opened meanwhile, and at once after another snapshot of theirs than the first, because a person may
 * have reported trapped persons or their release (readings 284); the counts after either, 2 s after the last change and at most once in 30 s, and
 * every 5 min, with the order of a wall that nobody arranged (readings 124) or that stands worst first: that one also 2 s
 * after news that may bring other units to the front, at most once in 10 s (readings 146).
 */

const THROTTLE_MS = 30_000;
const SETTLE_MS = 2000;
const ORDER_MS = 10_000;
const COUNTS_MS = 300_000;
/** Units of one incident (a power cut) are asked for together. */
const TOGETHER_MS = 250;

export interface WallCalls {
  refreshAll(): void;
  refreshUnits(equipmentNos: string[]): void;
  refreshCounts(): void;
  refreshOrder(): void;
}

/** An alarm may tell of trapped persons, and of their release, while `entrapment` stays as it was. */
const INCIDENT_KEYS = ['errorstate', 'entrapment', 'alarm', 'health'] as const;

export class WallRefresh {
  readonly #calls: WallCalls;
  /** What each unit said last, so that repeats of a snapshot or keepalive are no news. */
  readonly #said = new Map<string, unknown>();
  /** Units whose first snapshot has come. */
  readonly #known = new Set<string>();
  readonly #due = new Map<string, number>();
  #allAt = -Infinity;
  #countsAt = -Infinity;
  #orderAt = -Infinity;
  #allTimer: ReturnType<typeof setTimeout> | undefined;
  #dueTimer: ReturnType<typeof setTimeout> | undefined;
  /** When `#dueTimer` ends, epoch ms. */
  #runsAt = Infinity;
  #countsTimer: ReturnType<typeof setTimeout> | undefined;
  #orderTimer: ReturnType<typeof setTimeout> | undefined;
  #interval: ReturnType<typeof setInterval> | undefined;

  /** The page has made its first calls itself. */
  constructor(calls: WallCalls) {
    this.#calls = calls;
  }

  start(): void {
    this.#interval = setInterval(() => {
      this.#runCounts();
      this.#runAll();
      this.#runOrder();
    }, COUNTS_MS);
  }

  stop(): void {
    clearInterval(this.#interval);
    for (const timer of [this.#allTimer, this.#dueTimer, this.#countsTimer, this.#orderTimer]) clearTimeout(timer);
    this.#allTimer = this.#dueTimer = this.#countsTimer = this.#orderTimer = this.#interval = undefined;
    this.#due.clear();
  }

  onMessage({ equipmentNo, responseType, status }: Pick<ReadMessage, 'equipmentNo' | 'responseType' | 'status'>): void {
    const isNews = (key: string) =>
      this.#isNews(`${equipmentNo}/${key}`, status[key]?.value, responseType === 'change');
    const isOnlineNews = isNews('onlinestatus');
    const isIncident = INCIDENT_KEYS.filter(isNews).length > 0;
    if (isOnlineNews) this.#allSoon();
    if (isIncident) this.#unitSoon(equipmentNo, SETTLE_MS);
    if (responseType === 'snapshot') {
      if (this.#known.has(equipmentNo)) this.#unitSoon(equipmentNo, TOGETHER_MS);
      this.#known.add(equipmentNo);
    }
    if (isOnlineNews || isIncident) this.countsSoon();
  }

  /** The connection is back: nobody knows what happened meanwhile. */
  onReconnect(): void {
    this.#allSoon();
    this.countsSoon();
    this.#runOrder();
  }

  /** Another unit may be the worst now. */
  orderSoon(): void {
    this.#orderTimer ??= setTimeout(() => this.#runOrder(), Math.max(SETTLE_MS, this.#orderAt + ORDER_MS - Date.now()));
  }

  #runOrder(): void {
    clearTimeout(this.#orderTimer);
    this.#orderTimer = undefined;
    this.#orderAt = Date.now();
    this.#calls.refreshOrder();
  }

  /** What a first snapshot says is what the page was rendered with; a change is news even without a value before it. */
  #isNews(name: string, value: unknown, isChange: boolean): boolean {
    if (value === undefined) return false;
    const isNews = this.#said.has(name) ? this.#said.get(name) !== value : isChange;
    this.#said.set(name, value);
    return isNews;
  }

  #allSoon(): void {
    if (this.#allTimer !== undefined) return;
    const waitMs = this.#allAt + THROTTLE_MS - Date.now();
    if (waitMs <= 0) this.#runAll();
    else this.#allTimer = setTimeout(() => this.#runAll(), waitMs);
  }

  #runAll(): void {
    clearTimeout(this.#allTimer);
    this.#allTimer = undefined;
    this.#allAt = Date.now();
    this.#calls.refreshAll();
  }

  #unitSoon(equipmentNo: string, waitMs: number): void {
    const dueAt = Date.now() + waitMs;
    this.#due.set(equipmentNo, Math.min(this.#due.get(equipmentNo) ?? Infinity, dueAt));
    if (this.#dueTimer !== undefined && this.#runsAt <= dueAt) return;
    clearTimeout(this.#dueTimer);
    this.#runsAt = dueAt;
    this.#dueTimer = setTimeout(() => this.#runUnits(), waitMs);
  }

  #runUnits(): void {
    this.#dueTimer = undefined;
    const now = Date.now();
    const ready = [...this.#due].filter(([, dueAt]) => dueAt <= now + TOGETHER_MS).map(([equipmentNo]) => equipmentNo);
    for (const equipmentNo of ready) this.#due.delete(equipmentNo);
    if (ready.length > 0) this.#calls.refreshUnits(ready);
    const next = Math.min(...this.#due.values());
    if (!Number.isFinite(next)) return;
    this.#runsAt = next;
    this.#dueTimer = setTimeout(() => this.#runUnits(), Math.max(0, next - now));
  }

  /** Each further change puts the call off by 2 s; the throttle of 30 s counts from the last call. */
  countsSoon(): void {
    clearTimeout(this.#countsTimer);
    const waitMs = Math.max(SETTLE_MS, this.#countsAt + THROTTLE_MS - Date.now());
    this.#countsTimer = setTimeout(() => this.#runCounts(), waitMs);
  }

  #runCounts(): void {
    clearTimeout(this.#countsTimer);
    this.#countsTimer = undefined;
    this.#countsAt = Date.now();
    this.#calls.refreshCounts();
  }
}
