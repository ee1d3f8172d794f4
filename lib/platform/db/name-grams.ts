/**
 * The 1- and 2-character grams of a text, lower-cased, without those that hold a blank: the same as the SQL function
 * `name_grams(text)`, which fills the `searchGrams` columns.
 */
export function nameGrams(text: string): string[] {
  const characters = Array.from(text.toLowerCase());
  const grams = new Set<string>();
  characters.forEach((character, index) => {
    if (/\s/.test(character)) return;
    grams.add(character);
    const next = characters[index + 1];
    if (next !== undefined && !/\s/.test(next)) grams.add(character + next);
  });
  return [...grams];
}

/** Makes `%`, `_` and `\` literal in a LIKE pattern (api.md §1.6: keywords are plain text). */
export function likeLiteral(keyword: string): string {
  return keyword.replaceAll(/[\\%_]/g, '\\$&');
}

/** "Begins with" as a LIKE pattern, for hand-written SQL. */
export const likeStart = (keyword: string): string => `${likeLiteral(keyword)}%`;

/** "Contains" as a LIKE pattern, for hand-written SQL. */
export const likeContains = (keyword: string): string => `%${likeLiteral(keyword)}%`;

/**
 * The part of a Prisma `where` that narrows a keyword search by the gram index. It finds a little too much (grams in
 * another order, or in another of the indexed columns), so it needs the exact `contains` conditions beside it: `where:
 * { AND: [gramFilter(key), { OR: [{ projectName: containsText(key) }, …] }] }`.
 */
export function gramFilter(keyword: string): { searchGrams: { hasEvery: string[] } } {
  return { searchGrams: { hasEvery: searchGramsOf(keyword) } };
}

/** Case-insensitive "contains" on one column, wildcards being literal. */
export function containsText(keyword: string): { contains: string; mode: 'insensitive' } {
  return { contains: likeLiteral(keyword), mode: 'insensitive' };
}

/** The same, only after a mark. */
export function containsAfter(mark: string, keyword: string): { contains: string; mode: 'insensitive' } {
  return { contains: likeLiteral(mark) + likeContains(keyword).slice(0, -1), mode: 'insensitive' };
}

/** The same on a text inside a JSON column. */
export function containsJsonText(
  keyword: string,
  path: string[],
): { path: string[]; string_contains: string; mode: 'insensitive' } {
  return { path, string_contains: likeLiteral(keyword), mode: 'insensitive' };
}

/** Single characters add nothing to the pairs around them. */
function searchGramsOf(keyword: string): string[] {
  const grams = nameGrams(keyword);
  const pairs = grams.filter((gram) => Array.from(gram).length === 2);
  return grams.filter((gram) => Array.from(gram).length === 2 || !pairs.some((pair) => pair.includes(gram)));
}
