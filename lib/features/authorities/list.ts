import { shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { keyedList } from '@/lib/platform/list/keyed-list';
import type { AuthorityRow, searchAuthorities } from './contract';

export const AUTHORITY_SELECT = {
  authority: true,
  description: true,
  scope: true,
  createDate: true,
} as const satisfies Prisma.AuthoritySelect;

export const toAuthorityRow =
  (time: ShownTime) =>
  ({ createDate, ...row }: Prisma.AuthorityGetPayload<{ select: typeof AUTHORITY_SELECT }>): AuthorityRow => ({
    ...row,
    createDate: time(createDate),
  });

const authorities = keyedList({
  name: 'searchAuthorities',
  id: 'authority',
  emptyLast: ['description'],
  count: (where: Prisma.AuthorityWhereInput) => db().authority.count({ where }),
  keys: (sql, stretch) => sql.authority.findMany({ ...stretch, select: { authority: true } }),
  rows: (names) => db().authority.findMany({ where: { authority: { in: names } }, select: AUTHORITY_SELECT }),
});

/** Authorities by name or description. */
export async function findAuthorities(
  actor: Actor,
  query: ParsedOf<typeof searchAuthorities>,
): Promise<OutputOf<typeof searchAuthorities>> {
  const key = query.searchKey && containsText(query.searchKey);
  const { total, rows } = await authorities.page(
    actor,
    query,
    key ? { OR: [{ authority: key }, { description: key }] } : {},
  );
  return page(rows.map(toAuthorityRow(await shownTime(actor))), total, query);
}
