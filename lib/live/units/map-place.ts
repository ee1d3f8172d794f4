import { CITY_AREAS, WHOLE } from './area-names';

/** A place of the map as one word in an address: the country, an area, a city or district, between slashes. Pure. */

const SEPARATOR = '/';

export interface MapPlace {
  /** Of the first level: a province or Shenzhen. */
  readonly area?: string | undefined;
  /** Within it: a city, or a district of a city that is an area of the first level; empty: the rows say none. */
  readonly second?: string | undefined;
}

export const placeText = ({ area, second }: MapPlace): string =>
  [WHOLE, area, second].filter((part) => part !== undefined).join(SEPARATOR);

/** undefined: no place of the map. */
export function parsePlace(text: string): MapPlace | undefined {
  const [whole, area, ...rest] = text.split(SEPARATOR);
  if (whole !== WHOLE || area === '') return undefined;
  return { area, second: rest.length > 0 ? rest.join(SEPARATOR) : undefined };
}

/** What lies outside counts as missing (silent-screens D5). */
export const CHINA = { west: 73, south: 3, east: 136, north: 54 } as const;

/** Below it stand districts, not cities. */
export const hasDistricts = (area: string): boolean => CITY_AREAS.includes(area);
