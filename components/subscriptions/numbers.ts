/** The Latin and the Chinese one. */
const COMMAS = /[,\uff0c]/;
const KEY = /^[A-Za-z0-9_.-]{1,40}$/;

/**
 * The equipment numbers of the filter: split on commas and trimmed (doc3 §5). What can be no number gives no row
 * (silent-screens B9).
 * @returns null without a filter: all are meant
 */
export function numbersOf(filter: string): readonly string[] | null {
  const parts = filter
    .split(COMMAS)
    .map((part) => part.trim())
    .filter(Boolean);
  return parts.length === 0 ? null : [...new Set(parts)].filter((part) => KEY.test(part));
}
