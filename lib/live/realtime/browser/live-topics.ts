import { LIVE_STATE } from './client-types';
import type { LiveState } from './client-types';
import type { LiveEntry, LiveStatus } from '@/lib/live/units/live-message';
import { isNewer } from '@/lib/live/realtime/shared/merge';
import type { ReadMessage } from './normalize';

interface TopicUnit {
  entries: Map<string, LiveEntry>;
  status: LiveStatus;
  equipmentType: string;
  lastMessageAt: number;
}

type TopicListener = () => void;

function isSame(a: LiveEntry, b: LiveEntry): boolean {
  return a.at === b.at && JSON.stringify(a) === JSON.stringify(b);
}

/**
 * The live values of a page, by unit and key. A listener is called only for its own key, so a tile renders only when
 * its values changed. No React; the hooks are in `store.ts`.
 */
export class LiveTopics {
  readonly #units = new Map<string, TopicUnit>();
  readonly #listeners = new Map<string, Set<TopicListener>>();
  #state: LiveState = LIVE_STATE.connecting;
  #denied: ReadonlySet<string> = new Set();
  #clockOffsetMs: number | null = null;

  /** A snapshot replaces the unit's keys; a change merges, newer `at` first; a keepalive is a change. */
  apply({ equipmentNo, equipmentType, responseType, timestamp, status }: ReadMessage, now = Date.now()): void {
    const unit = this.#units.get(equipmentNo) ?? { entries: new Map(), status: {}, equipmentType, lastMessageAt: 0 };
    this.#units.set(equipmentNo, unit);
    const heard = new Set<string>([`${equipmentNo}/`]);
    if (responseType === 'snapshot') {
      for (const key of [...unit.entries.keys()]) {
        if (key in status) continue;
        unit.entries.delete(key);
        heard.add(`${equipmentNo}/${key}`);
      }
    }
    for (const [key, entry] of Object.entries(status)) {
      const held = unit.entries.get(key);
      if (held && isSame(held, entry)) continue;
      if (responseType !== 'snapshot' && !isNewer(key, entry, held)) continue;
      unit.entries.set(key, entry);
      heard.add(`${equipmentNo}/${key}`);
    }
    unit.equipmentType = equipmentType || unit.equipmentType;
    unit.lastMessageAt = now;
    if (heard.size > 1) {
      unit.status = Object.fromEntries(unit.entries);
      heard.add(`${equipmentNo}/*`);
    }
    // The smallest difference has the smallest delay in it.
    this.#clockOffsetMs = Math.max(this.#clockOffsetMs ?? -Infinity, timestamp - now);
    for (const topic of heard) this.#tell(topic);
  }

  entry(equipmentNo: string, key: string): LiveEntry | undefined {
    return this.#units.get(equipmentNo)?.entries.get(key);
  }

  /** All entries of a unit; the same object until one of them changes. */
  status(equipmentNo: string): LiveStatus {
    return this.#units.get(equipmentNo)?.status ?? NOTHING;
  }

  /** When the last message of the unit arrived, epoch ms of this browser; null before the first. */
  lastMessageAt(equipmentNo: string): number | null {
    return this.#units.get(equipmentNo)?.lastMessageAt ?? null;
  }

  get state(): LiveState {
    return this.#state;
  }

  setState(state: LiveState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#tell(STATE_TOPIC);
  }

  get denied(): ReadonlySet<string> {
    return this.#denied;
  }

  setDenied(numbers: Iterable<string>): void {
    this.#denied = new Set(numbers);
    this.#tell(STATE_TOPIC);
  }

  /**
   * The server's clock as far as it is known, epoch ms. Ages of values are measured with it, not with the browser's
   * clock.
   */
  serverNow(now = Date.now()): number {
    return now + (this.#clockOffsetMs ?? 0);
  }

  /** Removes units that nothing on the page shows any more. */
  keep(numbers: ReadonlySet<string>): void {
    for (const equipmentNo of [...this.#units.keys()]) if (!numbers.has(equipmentNo)) this.#units.delete(equipmentNo);
  }

  /** @param topic `<number>/<key>`, `<number>/*` for any key, `<number>/` for any message, STATE_TOPIC for the connection */
  listen(topic: string, listener: TopicListener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(topic) === listeners) this.#listeners.delete(topic);
    };
  }

  #tell(topic: string): void {
    for (const listener of [...(this.#listeners.get(topic) ?? [])]) listener();
  }
}

const NOTHING: LiveStatus = Object.freeze({});
export const STATE_TOPIC = 'state';
