import type { SymptomCategory } from '../value-sets';

/** Times of a symptom's life by category (silent-screens F2), in seconds. Pure. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

interface SymptomLimits {
  /** Within this time the same rule on the same unit is the same symptom. */
  readonly recurSec: number;
  /** Within this time somebody has to take it. */
  readonly takenSec: number;
  /** After this time it expires. */
  readonly expireSec: number;
}

export const SYMPTOM_LIMITS: Readonly<Record<SymptomCategory, SymptomLimits>> = {
  A: { recurSec: 10 * MINUTE, takenSec: 2 * MINUTE, expireSec: 24 * HOUR },
  B: { recurSec: HOUR, takenSec: 10 * MINUTE, expireSec: 72 * HOUR },
  C: { recurSec: 4 * HOUR, takenSec: 24 * HOUR, expireSec: 72 * HOUR },
  D: { recurSec: 7 * DAY, takenSec: 72 * HOUR, expireSec: 30 * DAY },
  F: { recurSec: 24 * HOUR, takenSec: 24 * HOUR, expireSec: 14 * DAY },
};
