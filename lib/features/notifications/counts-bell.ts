import type { UnitPlace } from '@/lib/live/scope/equipment-scope';
import { placesOf } from './news';
import type { LiveChange } from '@/lib/live/units/live-message';

/** Least time between two rings, ms: a storm of changes costs one look a second, and nobody's sums are older than that. */
const GAP_MS = 1000;
/** What comes together is told together, ms. */
const TOGETHER_MS = 200;
/** The same of trapped persons, for whom nobody waits any longer. */
const URGENT_MS = 50;

interface Listener {
  hearCounts(places: readonly UnitPlace[], at: number, isUrgent: boolean): void;
}

/**
 * Tells those who show sums of units that theirs have changed (api.md §3.6): whose units they are is read once for all who
 * listen. Trapped persons have a ring of their own, beside the one a second (readings 213). Without listeners it does nothing.
 */
export class CountsBell {
  readonly #units = new Set<string>();
  readonly #urgent = new Set<string>();
  #rungAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #urgentTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly listeners: () => readonly Listener[],
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

  /** Something else has changed at these units. */
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
      // Asked again with the next change; sums are read now and then in any case.
      this.reportFault(error);
    }
  }
}
