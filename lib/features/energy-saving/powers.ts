import { MAX_POWER } from './value-sets';

/** Powers of an escalator or walk, kW; null where nothing is entered. Pure: form and server ask the same. */
export interface Powers {
  readonly ratedPower: number | null;
  readonly crawlPower: number | null;
  readonly standbyPower: number | null;
}
export const POWER_FIELDS = ['ratedPower', 'crawlPower', 'standbyPower'] as const;
type PowerField = (typeof POWER_FIELDS)[number];

/** Key of `errors` for the first field that is wrong: 0 to 200, rated ≥ crawl ≥ standby, no other without the rated one. */
export function powerFault(powers: Powers): { readonly field: PowerField; readonly messageKey: string } | undefined {
  const { ratedPower, crawlPower, standbyPower } = powers;
  const outside = POWER_FIELDS.find((field) => {
    const value = powers[field];
    return value !== null && !(value >= 0 && value <= MAX_POWER);
  });
  if (outside) return { field: outside, messageKey: 'powerRange' };
  if (ratedPower === null)
    return crawlPower !== null || standbyPower !== null
      ? { field: 'ratedPower', messageKey: 'ratedPowerRequired' }
      : undefined;
  if (crawlPower !== null && crawlPower > ratedPower) return { field: 'crawlPower', messageKey: 'crawlAboveRated' };
  if (standbyPower !== null && standbyPower > (crawlPower ?? ratedPower))
    return { field: 'standbyPower', messageKey: crawlPower === null ? 'standbyAboveRated' : 'standbyAboveCrawl' };
  return undefined;
}
