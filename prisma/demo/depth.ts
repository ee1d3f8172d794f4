/** How far back the demo data reach; a very large installation keeps less of what has a row a day. */
export interface Depth {
  /** Call-outs, symptoms, contracts and inspections. */
  callbackDays: number;
  /** Faults and other events of the boxes that belong to a call-out. */
  callbackEventDays: number;
  /** Daily facts and visits of every unit with a box. */
  factDays: number;
  /** Faults that nobody was called for: of the first units, and of the others. */
  deepFaultDays: number;
  faultDays: number;
  deepUnits: number;
  maintenanceDays: number;
  reportDays: number;
  /** Check lists of finished jobs. */
  itemDays: number;
  activityDays: number;
  noticeDays: number;
  /** What was counted in the hours before now. */
  hasHours: boolean;
  /** Entries of the controller's log a unit, beside those of its faults and visits. */
  diagnosticLogs: number;
}

/** From this scale on the daily facts are those of 30 days. */
export const LARGE_SCALE = 4;

export function depthOf(scale: number): Depth {
  const isLarge = scale >= LARGE_SCALE;
  return {
    callbackDays: 730,
    callbackEventDays: isLarge ? 90 : 730,
    factDays: isLarge ? 30 : 396,
    deepFaultDays: isLarge ? 30 : 396,
    faultDays: isLarge ? 30 : 90,
    deepUnits: Math.round(300 * Math.min(scale, 1)),
    maintenanceDays: isLarge ? 60 : 730,
    reportDays: isLarge ? 30 : 183,
    itemDays: isLarge ? 0 : 15,
    activityDays: isLarge ? 14 : 90,
    noticeDays: isLarge ? 2 : 7,
    hasHours: !isLarge,
    diagnosticLogs: isLarge ? 44 : 5,
  };
}
