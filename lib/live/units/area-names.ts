import WORDS from './area-words.json';

/** Areas of the map by their short names (silent-screens D5): what follows the name of a province or city is dropped. Pure. */

/** The 34 areas of province level. */
export const PROVINCES: readonly string[] = WORDS.provinces;

/** The whole country, in an address. */
export const WHOLE = WORDS.country;
/** Units of no place of the map, in an address. */
export const UNLOCATED = WORDS.unlocated;
/** The islands that outlines show in an inset. */
export const SOUTHERN_SEA = WORDS.southernSea;

/** Has a bubble of its own beside the provinces (readings 231). */
export const SHENZHEN = WORDS.shenzhen;
export const ITS_PROVINCE = WORDS.itsProvince;

/** Their cities are themselves: below them stand districts. */
export const CITY_AREAS: readonly string[] = [...WORDS.municipalities, SHENZHEN, ...WORDS.specialRegions];

const PROVINCE_ENDINGS = WORDS.provinceEndings;
const CITY_ENDINGS = WORDS.cityEndings;

/** The same as regular expressions of PostgreSQL. */
export const PROVINCE_ENDING = `(${PROVINCE_ENDINGS.join('|')})$`;
export const CITY_ENDING = `(${CITY_ENDINGS.join('|')})$`;

const without = (name: string, endings: readonly string[]) => {
  const ending = endings.find((candidate) => name.endsWith(candidate) && name.length > candidate.length);
  return ending === undefined ? name : name.slice(0, -ending.length);
};
export const shortProvince = (name: string): string => without(name.trim(), PROVINCE_ENDINGS);
export const shortCity = (name: string): string => without(name.trim(), CITY_ENDINGS);

/** All ways in which a row may name it: an index finds them. */
export const provinceSpellings = (short: string): string[] => [
  short,
  ...PROVINCE_ENDINGS.map((ending) => short + ending),
];
export const citySpellings = (short: string): string[] => [short, ...CITY_ENDINGS.map((ending) => short + ending)];
