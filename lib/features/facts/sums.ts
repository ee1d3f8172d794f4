import { z } from 'zod';
import { storedSum } from './internal/stored-sum';

/** What figures are made of: sums over the units, days and call-outs that somebody asked for. Pure. */

/** Comes as text where PostgreSQL says bigint or numeric. */
const sum = z.coerce.number();
/** Null: nothing was counted, or kept. */
const counted = storedSum;

export const UnitSums = z.object({
  /** Days on which units existed, each unit and day one (readings 218); of them those on which somebody saw the unit. */
  unitDays: sum,
  seenUnitDays: sum,
  /** Of the seen ones: seconds, and available seconds. */
  validSec: sum,
  validAvailableSec: sum,
  /** States at midnight, a unit and day one each. */
  online: counted,
  offline: counted,
  disconnected: counted,
  trips: counted,
  openings: counted,
  runSec: counted,
  fullSec: counted,
  crawlSec: counted,
  standbySec: counted,
  energyKwh: counted,
  savedKwh: counted,
  passengers: counted,
  /** Units and days that counted. */
  tripUnitDays: sum,
  runUnitDays: sum,
  energyUnitDays: sum,
  passengerUnitDays: sum,
  /** Of the seen ones: seconds without a fault in which somebody saw the unit. */
  normalSec: sum,
  faultSec: sum,
  equipmentFaultSec: sum,
  unknownSec: sum,
  serviceSec: sum,
  shutdowns: sum,
});
export type UnitSums = z.output<typeof UnitSums>;

/** Of call-outs created in the window that were not cancelled (readings 216). */
export const CallSums = z.object({
  calls: sum,
  /** Closed with reason 1. */
  equipmentCalls: sum,
  closedCalls: sum,
  /** With an injured, with a trapped person. */
  injuredCalls: sum,
  entrapments: sum,
  /** By telemonitoring, and those of them that were normal on arrival. */
  detectedCalls: sum,
  falseAlarms: sum,
  /** Equipment-caused ones that were mended at once: neither interrupted nor followed by another within 30 days. */
  firstTimeFixes: sum,
  /** Entrapments that were answered, or could have been: their time is over. In 3 minutes; how long it took on average. */
  answeredEntrapments: sum,
  answeredInTime: sum,
  responseSec: counted,
  reachedEntrapments: sum,
  reachedInTime: sum,
  arrivalSec: counted,
  /** Arrivals of the others, within 60 minutes and beyond 120 (readings 131). */
  reachedOthers: sum,
  reachedOthersInTime: sum,
  breachedOthers: sum,
  /** Medians: from T0 to the release, and from the arrival to it. */
  releaseSec: counted,
  rescueSec: counted,
  trappedSec: counted,
  restoreSec: counted,
  restoreSec90: counted,
});
export type CallSums = z.output<typeof CallSums>;
