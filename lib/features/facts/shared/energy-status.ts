/** What is said of a unit's energy over a window (silent-screens A4): lists and reports ask here. Pure. */

export const ENERGY_STATUSES = ['SAVING', 'NORMAL', 'ABNORMAL', 'NODATA'] as const;
export type EnergyStatus = (typeof ENERGY_STATUSES)[number];

/** Percent. */
const SAVING_SHARE = 30;
/** Of what is usual. */
const ABNORMAL_TIMES = 1.3;
interface EnergyFigures {
  /** Percent of the time crawling and standing by; null: no such unit, or not counted. */
  readonly share: number | null;
  /** Energy of a trip or second, in the window and on a usual day before it. */
  readonly perUse: number | null;
  readonly usual: number | null;
  readonly energyKwh: number | null;
}

export function energyStatusOf({ share, perUse, usual, energyKwh }: EnergyFigures): EnergyStatus {
  if (share === null && energyKwh === null) return 'NODATA';
  if (share !== null && share >= SAVING_SHARE) return 'SAVING';
  return perUse !== null && usual !== null && usual > 0 && perUse > usual * ABNORMAL_TIMES ? 'ABNORMAL' : 'NORMAL';
}
