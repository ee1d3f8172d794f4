import { placesOf } from './channel-items';
import type { UnitPlace } from '@/lib/live/scope/equipment-scope';
import type { LiveChange } from '@/lib/live/units/live-message';

/**
 * Shortest time between two signals, ms: a storm of changes costs one query a second, and no sum is older than that.
 */
const GAP_MS = 1000;
/** Changes within this time are reported together, ms. */
const TOGETHER_MS = 200;
/** The same for trapped persons, who are reported faster. */
const URGENT_MS = 50;

interface CountsListener {
  hearCounts(places: readonly UnitPlace[], at: number, isUrgent: boolean): void;
}

/**
 * Tells listeners that show sums of units that these have changed (api.md §3.6). The places of the units are read once
 * for all listeners. Trapped persons have a signal of their own, beside the one a second (readings 213). Without
 * listeners it does nothing.
 */
export class CountsBell {
  readonly #units = new Set<string>();
  readonly #urgent = new Set<string>();
  #rungAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #urgentTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly listeners: () => readonly CountsListener[],
    private readonly reportFault: (error: unknown) => void,
    private readonly readPlaces: (equipmentNos: readonly string[]) => Promise<UnitPlace[]> = placesOf,
  ) {}

  hear(changes: readonly LiveChange[]): void {
    this.ring(changes.flatMap(({ equipmentNo, isCounted, isUrgent }) => (isCounted && !isUrgent ? [equipmentNo] : [])));
    const urgent = changes.filter(({ isUrgent }) => isUrgent);
    if (urgent.length === 0 || this.listeners().length === 0) return;
    for (const { equipmentNo } of urgent) this.#urgent.add(equipmentNo);
    this.#urgentTimer ??= setTimeout(() => {
      this.#urgentTimer = undefined;
      void this.#tell(this.#urgent, true);
    }, URGENT_MS).unref();
  }

  /** Something changed at these units. */
  ring(equipmentNos: readonly string[]): void {
    if (equipmentNos.length === 0 || this.listeners().length === 0) return;
    for (const equipmentNo of equipmentNos) this.#units.add(equipmentNo);
    this.#ringSoon();
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#urgentTimer);
    this.#timer = undefined;
    this.#urgentTimer = undefined;
    this.#units.clear();
    this.#urgent.clear();
  }

  #ringSoon(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#rungAt = Date.now();
        void this.#tell(this.#units, false);
      },
      Math.max(TOGETHER_MS, this.#rungAt + GAP_MS - Date.now()),
    );
    this.#timer.unref();
  }

  async #tell(waiting: Set<string>, isUrgent: boolean): Promise<void> {
    const units = [...waiting];
    waiting.clear();
    try {
      const places = await this.readPlaces(units);
      for (const listener of this.listeners()) listener.hearCounts(places, Date.now(), isUrgent);
    } catch (error) {
      // The next change asks again, and pages read their sums from time to time anyway.
      this.reportFault(error);
    }
  }
}
