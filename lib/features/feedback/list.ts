import { shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { phoneCondition, phoneMatch } from '@/lib/platform/auth/limits/phone-search';
import { projectNamesOf } from '@/lib/platform/auth/scope/names';
import { userScope } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma, UserFeedback } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { hasAuthority } from '@/lib/platform/contract/authorities';
import type { FeedbackFilters, FeedbackRow, queryFeedback } from './contract';
import { isOverdue } from './value-sets';

type Where = Prisma.UserFeedbackWhereInput;

/** The own items; with the authority those of the accounts in scope. */
export function feedbackScope(actor: Actor): Where {
  const own: Where = { username: actor.username };
  if (!hasAuthority(actor, 'USER_FEEDBACK_READ')) return own;
  return isHeadOffice(actor) ? {} : { OR: [own, { user: userScope(actor) }] };
}

async function keyword(actor: Actor, key: string): Promise<Where> {
  const phone = await phoneMatch(actor, key, { isShown: true });
  return {
    OR: [
      { content: containsText(key) },
      { username: containsText(key) },
      ...(phone ? [{ phone: phoneCondition(phone) }] : []),
    ],
  };
}

async function filtersOf(
  actor: Actor,
  { key, type, source, state, branchCode, ...days }: FeedbackFilters,
): Promise<Where[]> {
  const createDate = dayRange(days);
  return [
    ...(key ? [await keyword(actor, key)] : []),
    ...(type ? [{ type }] : []),
    ...(source ? [{ source }] : []),
    ...(state ? [{ state }] : []),
    ...(branchCode ? [{ branchCode: { in: branchCode } }] : []),
    ...(createDate ? [{ createDate }] : []),
  ];
}

export const AUTHOR = {
  user: {
    select: {
      nickName: true,
      branch: { select: { branchName: true } },
      mappings: { where: { type: 1 }, select: { mappingId: true }, take: 20 },
    },
  },
} as const;
type WithAuthor = UserFeedback & {
  user: { nickName: string; branch: { branchName: string } | null; mappings: { mappingId: string }[] };
};

export const imagesOf = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : [];

/** `projectNames`: those of the author's projects that the caller may see. @param time how the caller sees times */
export async function toFeedbackRows(
  actor: Actor,
  rows: readonly WithAuthor[],
  time: ShownTime,
): Promise<FeedbackRow[]> {
  const names = await projectNamesOf(
    actor,
    rows.flatMap(({ user }) => user.mappings.map(({ mappingId }) => mappingId)),
  );
  const now = Date.now();
  return rows.map(({ user, images, createDate, handledDate, branchCode: _branch, ...row }) => ({
    ...row,
    imageTotal: imagesOf(images).length,
    nickName: user.nickName,
    branchName: user.branch?.branchName ?? null,
    projectNames: user.mappings.flatMap(({ mappingId }) => names.get(mappingId) ?? []).join('\u3001') || null,
    createDate: time(createDate),
    overdue: isOverdue(row.state, createDate.getTime(), now),
    handledDate: handledDate && time(handledDate),
  }));
}

export const feedbackItems = keyedList({
  name: 'queryFeedback',
  id: 'feedbackId',
  emptyLast: ['handledDate'],
  count: (where: Where) => db().userFeedback.count({ where }),
  keys: (sql, stretch) => sql.userFeedback.findMany({ ...stretch, select: { feedbackId: true } }),
  rows: (ids) => db().userFeedback.findMany({ where: { feedbackId: { in: ids } }, include: AUTHOR }),
});

export async function findFeedback(
  actor: Actor,
  { own, ...query }: ParsedOf<typeof queryFeedback>,
): Promise<OutputOf<typeof queryFeedback>> {
  const where: Where = {
    AND: [own ? { username: actor.username } : feedbackScope(actor), ...(await filtersOf(actor, query))],
  };
  const { total, rows } = await feedbackItems.page(actor, query, where);
  return page(await toFeedbackRows(actor, rows, await shownTime(actor)), total, query);
}

/** The items of an export. */
export async function feedbackWhere(actor: Actor, filters: FeedbackFilters): Promise<Where> {
  return { AND: [feedbackScope(actor), ...(await filtersOf(actor, filters))] };
}
