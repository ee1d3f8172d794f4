import type { LiveStatus } from '@/lib/realtime/live-message';
import { flagOf, textOf } from './tile';

/** What the wall of the airport project's users sees besides (doc3 §4.4, readings 40, silent-screens F2 A02). Pure. */

const OUT_OF_SERVICE: readonly string[] = ['JAB', 'UNV'];
/** Main modes under which a secondary JAB or UNV is no error. */
const IN_ORDER: readonly string[] = ['N', 'INS', 'KFM'];
const OCCUPIED: readonly string[] = ['Loaded', 'Full Load', 'Overload'];
const SHUT: readonly string[] = ['Blocked', 'Locked', 'Stopped', 'Closed'];

/** Data older than this say nothing about now, ms. */
const RECENT_MS = 300_000;
/** How long an occupied car must have stood shut while nothing else is wrong with it: anybody waits for a door at times. */
const HOLD_MS = 120_000;

/** JAB or UNV as mode, or as a secondary one while the main mode is not N, INS or KFM; never with a technician on site. */
export function hasCustomError(live: LiveStatus): boolean {
  if (flagOf(live.technicianonsite) === true) return false;
  const mode = textOf(live.mode);
  if (mode !== undefined && OUT_OF_SERVICE.includes(mode)) return true;
  const hasSecondary = live.mode?.secondary?.some((member) => OUT_OF_SERVICE.includes(member)) ?? false;
  return hasSecondary && !(mode !== undefined && IN_ORDER.includes(mode));
}

/** An occupied car behind a shut door that does not travel. */
function mayHoldSomebody(live: LiveStatus): boolean {
  return OCCUPIED.includes(textOf(live.load) ?? '') && SHUT.includes(textOf(live.door) ?? '') && textOf(live.drive) !== 'Moving';
}

/**
 * Follows one elevator: is a person presumably trapped in it? It begins with recent data only, at once where the unit is in
 * error and otherwise after 120 s, and lasts until the door opens, the car empties or travels.
 */
export class SuspicionWatch {
  #isSuspected = false;

  /** @param now epoch ms of the server's clock, the one the values' times are of */
  see(live: LiveStatus, hasError: boolean, now: number): boolean {
    if (!mayHoldSomebody(live)) this.#isSuspected = false;
    else if (!this.#isSuspected) {
      const heardAt = Math.max(0, ...Object.values(live).map(({ at }) => at));
      const heldSince = Math.max(...[live.load, live.door, live.drive].map((entry) => entry?.at ?? 0));
      this.#isSuspected = now - heardAt <= RECENT_MS && (hasError || now - heldSince >= HOLD_MS);
    }
    return this.#isSuspected;
  }
}
