import type { UnitPlace } from '@/lib/platform/auth/scope';
import { placesOf } from './news';
import type { LiveChange } from '@/lib/live/units/live-message';

/** Least time between two rings, ms: a storm of changes costs one look a second, and nobody's sums are older than that. */
const GAP_MS = 1000;
/** What comes together is told together, ms. */
const TOGETHER_MS = 200;

interface Listener {
  hearCounts(places: readonly UnitPlace[], at: number): void;
}

/**
 * Tells those who show sums of units that theirs have changed (api.md §3.6): whose units they are is read once for all who
 * listen. Without listeners it does nothing.
 */
export class CountsBell {
  readonly #units = new Set<string>();
  #rungAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly listeners: () => readonly Listener[],
    private readonly reportFault: (error: unknown) => void,
    private readonly readPlaces: (equipmentNos: readonly string[]) => Promise<UnitPlace[]> = placesOf,
  ) {}

  hear(changes: readonly LiveChange[]): void {
    this.ring(changes.flatMap(({ equipmentNo, isCounted }) => (isCounted ? [equipmentNo] : [])));
  }

  /** Something else has changed at these units. */
  ring(equipmentNos: readonly string[]): void {
    if (equipmentNos.length === 0 || this.listeners().length === 0) return;
    for (const equipmentNo of equipmentNos) this.#units.add(equipmentNo);
    this.#ringSoon();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#units.clear();
  }

  #ringSoon(): void {
    if (this.#timer) return;
    this.#timer = setTimeout(() => void this.#ring(), Math.max(TOGETHER_MS, this.#rungAt + GAP_MS - Date.now()));
    this.#timer.unref();
  }

  async #ring(): Promise<void> {
    this.#timer = undefined;
    this.#rungAt = Date.now();
    const units = [...this.#units];
    this.#units.clear();
    try {
      const places = await this.readPlaces(units);
      for (const listener of this.listeners()) listener.hearCounts(places, Date.now());
    } catch (error) {
      // Asked again with the next change; sums are read now and then in any case.
      this.reportFault(error);
    }
  }
}
