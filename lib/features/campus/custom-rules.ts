import type { UnitCondition } from '@/lib/live/units/condition';
import { newestAt, readBoolean, readText } from '@/lib/live/units/values';
import type { LiveStatus } from '@/lib/live/units/live-message';

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
  if (readBoolean(live.technicianonsite) === true) return false;
  const mode = readText(live.mode);
  if (mode !== undefined && OUT_OF_SERVICE.includes(mode)) return true;
  const hasSecondary = live.mode?.secondary?.some((member) => OUT_OF_SERVICE.includes(member)) ?? false;
  return hasSecondary && !(mode !== undefined && IN_ORDER.includes(mode));
}

/** An occupied car behind a shut door that does not travel. */
function mayHoldSomebody(live: LiveStatus): boolean {
  return (
    OCCUPIED.includes(readText(live.load) ?? '') &&
    SHUT.includes(readText(live.door) ?? '') &&
    readText(live.drive) !== 'Moving'
  );
}

/**
 * Follows one elevator: is a person presumably trapped in it (readings 108)? It begins with measured data of the last 300 s
 * only and while the box is heard, at once where the unit is in error and otherwise after 120 s of being heard so; it lasts
 * until the door opens, the car empties or travels.
 */
export class SuspicionWatch {
  #isSuspected = false;
  /** Were the values of now once, and have they ceased to be? A page that has just opened has lost nothing. */
  #heard: 'never' | 'now' | 'lost' = 'never';
  /** Since when they are so again after they were lost, epoch ms. */
  #freshSince = 0;

  /** @param now epoch ms of the server's clock, the one the values' times are of */
  see(live: LiveStatus, { hasError, isFresh }: Pick<UnitCondition, 'hasError' | 'isFresh'>, now: number): boolean {
    if (isFresh && this.#heard === 'lost') this.#freshSince = now;
    if (isFresh) this.#heard = 'now';
    else if (this.#heard === 'now') this.#heard = 'lost';
    if (!mayHoldSomebody(live)) this.#isSuspected = false;
    else if (!this.#isSuspected && isFresh) {
      const heardAt = newestAt(live) ?? 0;
      // What happened while the link was lost was seen by nobody.
      const heldSince = Math.max(
        this.#freshSince,
        ...[live.load, live.door, live.drive, live.connection].map((entry) => entry?.at ?? 0),
      );
      this.#isSuspected = now - heardAt <= RECENT_MS && (hasError || now - heldSince >= HOLD_MS);
    }
    return this.#isSuspected;
  }
}
