/** The floors of an elevator and what stands beside them (doc2 §2.3, §5, api.md §2.7). Pure: dialog and server share the rules. */

/** Floors that may be added beyond the total. */
export const MAX_ADDED = 20;
/** Characters of a display floor. */
export const MAX_LABEL = 10;
/** Floors are displayed so many per column group (doc2 §9). */
export const FLOORS_PER_GROUP = 10;

/** What a floor shows, by its physical number as text: `{"1":"B1","2":"1"}`. */
export type FloorMapping = Readonly<Record<string, string>>;

/** A positive integer without leading zero (doc2 §5), so small that what follows it fits as well. */
const NATURAL = /^[1-9]\d{0,8}$/;
const FLOOR_KEY = /^[1-9]\d{0,3}$/;

/** The mapping of a JSON text or an object; undefined for anything that is none. Values are trimmed, numbers become text. */
export function parseMapping(source: unknown): FloorMapping | undefined {
  let parsed = source;
  if (typeof source === 'string') {
    try {
      parsed = JSON.parse(source);
    } catch {
      return undefined;
    }
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  const mapping: Record<string, string> = {};
  for (const [floor, value] of Object.entries(parsed)) {
    const label = typeof value === 'number' ? String(value) : value;
    if (typeof label !== 'string' || !FLOOR_KEY.test(floor)) return undefined;
    mapping[floor] = label.trim();
  }
  return mapping;
}

/** Labels from physical floor 1 upwards, '' where there is none: all floors of the total and those added beyond it. */
export function labelsOf(mapping: FloorMapping, totalFloors: number): string[] {
  const highest = Math.min(totalFloors + MAX_ADDED, Math.max(totalFloors, ...Object.keys(mapping).map(Number)));
  return Array.from({ length: highest }, (_, index) => mapping[String(index + 1)] ?? '');
}

/** The mapping that labels stand for; cleared labels are the empty mapping. */
export function mappingOf(labels: readonly string[]): FloorMapping {
  return isCleared(labels) ? {} : Object.fromEntries(labels.map((label, index) => [String(index + 1), label.trim()]));
}

export const isCleared = (labels: readonly string[]): boolean => labels.every((label) => label.trim() === '');
/** Every floor has its label. */
export const isFilled = (labels: readonly string[]): boolean => labels.every((label) => label.trim() !== '');

/** Is it a natural number as continue-fill needs it (doc2 §5)? */
export const isNatural = (label: string): boolean => NATURAL.test(label.trim());

/** Continue-fill: the floors after `index` count on from its number (doc2 §2.3). Ask `isNatural` before. */
export function continueFrom(labels: readonly string[], index: number): string[] {
  const first = Number(labels[index]);
  return labels.map((label, at) => (at > index ? String(first + at - index) : label));
}
