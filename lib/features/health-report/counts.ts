import { NO_DATA, type UseBand } from './bands';

/** What is counted of units in a project report. Pure. */

/** Units by band, every band there; null: no day with data. */
export function byBand(means: readonly (number | null)[], bands: readonly UseBand[]): Record<string, number> {
  const names = [...bands.map(({ name }) => name), NO_DATA];
  const counts: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0] as const));
  for (const mean of means) {
    const name = mean === null ? NO_DATA : (bands.find(({ upTo }) => mean <= upTo)?.name ?? NO_DATA);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** high, medium, low of the three strongest bands that have units (readings 95). */
export function intensityOf(counts: Readonly<Record<string, number>>, bands: readonly UseBand[]) {
  const levels = ['high', 'medium', 'low'] as const;
  const used = [...bands].reverse().filter(({ name }) => (counts[name] ?? 0) > 0);
  return new Map(used.slice(0, levels.length).map(({ name }, index) => [name, levels[index]]));
}

/** The largest of a total, ties by number. */
export function topOf<T extends { readonly equipmentNo: string; readonly total: number | null }>(
  units: readonly T[],
  most: number,
): (T & { readonly total: number })[] {
  return units
    .flatMap((unit) => (unit.total === null || unit.total <= 0 ? [] : [{ ...unit, total: unit.total }]))
    .sort((a, b) => b.total - a.total || (a.equipmentNo < b.equipmentNo ? -1 : 1))
    .slice(0, most);
}

const YEAR_MS = 365.25 * 86_400_000;

/** Years of use with one decimal at the end of a day; null without a date. */
export const yearsOfUse = (since: Date | null, endDate: string): number | null =>
  since === null ? null : Math.max(0, Math.round(((Date.parse(endDate) - since.getTime()) / YEAR_MS) * 10) / 10);

/** In percent with one decimal. */
export const percentOf = (part: number, whole: number): number =>
  whole > 0 ? Math.floor((part / whole) * 1000 + 1e-9) / 10 : 0;

export const rounded = (value: number | null, digits = 1): number | null =>
  value === null ? null : Math.round(value * 10 ** digits) / 10 ** digits;
