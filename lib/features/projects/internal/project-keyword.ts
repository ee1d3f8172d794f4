import { containsText, nameGrams } from '@/lib/platform/db/name-grams';
import type { Prisma } from '@/lib/platform/db/generated/client';

/** Projects by a part of their name or number. */

type Where = Prisma.ProjectWhereInput;

/** Two characters are the longest gram of the index; longer texts use the trigram index. */
export const GRAM_LENGTH = 2;

/** "Contains" on the name, by the index that fits. */
export function nameContains(searchKey: string): Where {
  const isShort = [...searchKey].length <= GRAM_LENGTH && nameGrams(searchKey).length > 0;
  return isShort
    ? { AND: [{ searchGrams: { has: searchKey.toLowerCase() } }, { projectName: containsText(searchKey) }] }
    : { projectName: containsText(searchKey) };
}

/** Name or number contains the text; all of them without one. */
export function projectKeyword(searchKey: string | undefined): Where {
  return searchKey === undefined ? {} : { OR: [nameContains(searchKey), { projectId: containsText(searchKey) }] };
}
