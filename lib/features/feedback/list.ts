import { requireExportAllowed, shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { phoneCondition, phoneMatch } from '@/lib/platform/auth/phone-search';
import { projectScope, userScope } from '@/lib/platform/auth/scope';
import { db } from '@/lib/platform/db/client';
import { sharedCount } from '@/lib/platform/db/shared-counts';
import { dayRange } from '@/lib/platform/db/day-range';
import { inOrder, readPageRows } from '@/lib/platform/db/far-page';
import type { Prisma, UserFeedback } from '@/lib/platform/db/generated/client';
import { listOrder } from '@/lib/platform/db/keyset';
import type { Sorted } from '@/lib/platform/db/keyset';
import { containsText } from '@/lib/platform/db/name-grams';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import type { Sql } from '@/lib/platform/db/ordered-keys';
import { stampedName } from '@/lib/platform/files/filename';
import { xlsxStream, XLSX_TYPE } from '@/lib/platform/files/xlsx';
import { config } from '@/lib/config';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import type { FeedbackFilters, FeedbackRow, queryFeedback } from './contract';
import { isOverdue } from './value-sets';

type Where = Prisma.UserFeedbackWhereInput;

/** The own items, and with the authority those of the accounts in scope. */
export function feedbackScope(actor: Actor): Where {
  const own: Where = { username: actor.username };
  if (!actor.authorities.has('USER_FEEDBACK_READ')) return own;
  return actor.userType === 0 ? {} : { OR: [own, { user: userScope(actor) }] };
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
  const ids = [...new Set(rows.flatMap(({ user }) => user.mappings.map(({ mappingId }) => mappingId)))];
  const projects = await db().project.findMany({
    where: { AND: [{ projectId: { in: ids } }, projectScope(actor, { focus: false })] },
    select: { projectId: true, projectName: true },
  });
  const names = new Map(projects.map(({ projectId, projectName }) => [projectId, projectName]));
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

async function readKeys(
  sql: Sql,
  where: Where,
  order: Sorted,
  isReversed: boolean,
  skip: number,
  take: number,
): Promise<string[]> {
  const found = await sql.userFeedback.findMany({
    where,
    orderBy: listOrder(order, isReversed, { id: 'feedbackId', emptyLast: ['handledDate'] }),
    skip,
    take,
    select: { feedbackId: true },
  });
  return found.map(({ feedbackId }) => feedbackId);
}
const readItems = (ids: string[]) =>
  db().userFeedback.findMany({ where: { feedbackId: { in: ids } }, include: AUTHOR });

export async function findFeedback(
  actor: Actor,
  { own, ...query }: ParsedOf<typeof queryFeedback>,
): Promise<OutputOf<typeof queryFeedback>> {
  const where: Where = {
    AND: [own ? { username: actor.username } : feedbackScope(actor), ...(await filtersOf(actor, query))],
  };
  const { total, rows } = await readPageRows(query, {
    count: () => sharedCount(actor, 'queryFeedback', where, () => db().userFeedback.count({ where })),
    keys: (isReversed, skip, take) => readKeys(db(), where, query, isReversed, skip, take),
    rows: readItems,
    keyOf: ({ feedbackId }) => feedbackId,
  });
  return page(await toFeedbackRows(actor, rows, await shownTime(actor)), total, query);
}

async function* exported(actor: Actor, where: Where, order: Sorted, time: ShownTime): AsyncGenerator<FeedbackRow> {
  for await (const ids of keysInOrder((sql, skip, take) => readKeys(sql, where, order, false, skip, take))) {
    yield* await toFeedbackRows(
      actor,
      inOrder(ids, await readItems(ids), ({ feedbackId }) => feedbackId),
      time,
    );
  }
}

/** @throws access_denied (data strategy), bad_request (row limit) */
export async function exportItems(
  actor: Actor,
  filters: FeedbackFilters & Sorted,
  language: Language,
): Promise<FileAnswer> {
  await requireExportAllowed(actor);
  const where: Where = { AND: [feedbackScope(actor), ...(await filtersOf(actor, filters))] };
  const limit = config().exportMaxRows;
  if ((await db().userFeedback.count({ where })) > limit)
    throw new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });
  const t = (key: string) => translateServer(language, 'feedback', key);
  const column = (field: keyof FeedbackRow, value: (row: FeedbackRow) => string | number | null, width?: number) => ({
    header: t(`column.${field}`),
    value,
    width,
  });
  const columns = [
    column('feedbackId', (row) => row.feedbackId, 38),
    column('type', (row) => t(`type.${row.type}`)),
    column('content', (row) => row.content, 60),
    column('imageTotal', (row) => row.imageTotal, 8),
    column('username', (row) => row.username),
    column('nickName', (row) => row.nickName, 20),
    column('phone', (row) => row.phone),
    column('branchName', (row) => row.branchName ?? row.projectNames, 24),
    column('source', (row) => [row.source, row.version].filter(Boolean).join(' ')),
    column('createDate', (row) => row.createDate, 20),
    column('state', (row) => t(`state.${row.state}`)),
    column('assignee', (row) => row.assignee),
    column('handledDate', (row) => row.handledDate, 20),
  ];
  return new FileAnswer(
    xlsxStream(
      translateServer(language, 'routes', 'userFeedbackList'),
      columns,
      exported(actor, where, filters, await shownTime(actor)),
    ),
    stampedName('feedback', Date.now()),
    XLSX_TYPE,
  );
}
