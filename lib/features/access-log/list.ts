import { cutToHistory, shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { userScope, accountRowScope } from '@/lib/platform/auth/scope/scope';
import { nickNamesOf } from '@/lib/platform/auth/scope/names';
import { db } from '@/lib/platform/db/client';
import { sharedCount } from '@/lib/platform/db/shared-counts';
import { readPageKeys } from '@/lib/platform/db/far-page';
import type { ApiAccessLog, Prisma } from '@/lib/platform/db/generated/client';
import { listOrder } from '@/lib/platform/db/keyset';
import type { Sorted } from '@/lib/platform/db/keyset';
import { likeLiteral } from '@/lib/platform/db/name-grams';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import type { Transaction } from '@/lib/platform/db/transaction';
import { parseWallTime } from '@/lib/platform/i18n/format';
import { tellsTime } from '@/lib/platform/i18n/shown-moment';
import { FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { USER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { AccessLogRow } from './contract';
import type { AccessFilters, queryAccessLog } from './contract';
import { MAX_LOG_DAYS } from './value-sets';

/** Reads the audit log: the lines in scope, filtered, page by page. */

type Where = Prisma.ApiAccessLogWhereInput;
type Query = ParsedOf<typeof queryAccessLog>;
type AccessLogKey = Pick<ApiAccessLog, 'id' | 'createDate'>;

const DAY_MS = 86_400_000;

/**
 * Lines of the accounts in scope. Lines without an account (a failed sign-in with an unknown name) belong to the head
 * office.
 */
export function logScope(actor: Actor): Where {
  return accountRowScope(actor, 'username', { userType: { not: USER_TYPE.headOffice } });
}

/** @throws validation_failed when the range ends before it starts, or is longer than 31 days */
function timeRange({ startTime, endTime }: AccessFilters): { gte: Date; lt: Date } {
  const from = parseWallTime(startTime);
  const until = parseWallTime(endTime);
  if (from === undefined) throw new FieldError('startTime', 'badValue');
  if (until === undefined) throw new FieldError('endTime', 'badValue');
  const to = until + (tellsTime(endTime) ? 1000 : DAY_MS);
  if (from >= to) throw new FieldError('startTime', 'dateOrder');
  if (to - from > MAX_LOG_DAYS * DAY_MS) throw new FieldError('endTime', 'dateSpan', { days: MAX_LOG_DAYS });
  return { gte: new Date(from), lt: new Date(to) };
}

/** `historyMonths` where the data strategy cut the range (silent-screens B2). */
export async function accessLogWhere(
  actor: Actor,
  filters: AccessFilters,
): Promise<{ where: Where; cut: { historyMonths?: number } }> {
  const { username, module, action, views, success, code, ip, objectId, path } = filters;
  const { span: createDate, ...cut } = await cutToHistory(actor, timeRange(filters));
  const where: Where = {
    AND: [
      logScope(actor),
      { createDate },
      ...(username ? [{ username }] : []),
      ...(module ? [{ module }] : []),
      ...(action ? [{ action }] : views === 'hidden' ? [{ action: { not: 'view' } }] : []),
      ...(ip ? [{ ip }] : []),
      ...(objectId ? [{ objectId }] : []),
      ...(success === undefined ? [] : [{ code: success ? 200 : { not: 200 } }]),
      ...(code === undefined ? [] : [{ code }]),
      ...(path ? [{ path: { startsWith: likeLiteral(path) } }] : []),
    ],
  };
  return { where, cut };
}

/** Calls whose object is an account. */
const ABOUT_ACCOUNTS: ReadonlySet<string> = new Set([
  'changePassword',
  'createBranchUser',
  'createLoginLink',
  'createUser',
  'deleteUser',
  'resetPassword',
  'updateBranchUser',
  'updateUser',
]);

/** Display names of the accounts that the lines are about, of those in the caller's scope. */
async function namesOfObjects(actor: Actor, rows: readonly ApiAccessLog[]): Promise<ReadonlyMap<string, string>> {
  const usernames = rows.flatMap(({ operation, objectId }) =>
    operation !== null && objectId !== null && ABOUT_ACCOUNTS.has(operation) ? [objectId] : [],
  );
  if (usernames.length === 0) return new Map();
  const found = await db().user.findMany({
    where: { AND: [{ username: { in: usernames } }, userScope(actor)] },
    select: { username: true, nickName: true },
  });
  return new Map(found.map(({ username, nickName }) => [username, nickName]));
}

/** @param actor whose scope decides about the names of accounts; null: no names */
export async function toRows(
  rows: readonly ApiAccessLog[],
  time: ShownTime,
  actor: Actor | null = null,
): Promise<AccessLogRow[]> {
  const [nickNames, objects] = await Promise.all([
    nickNamesOf(rows.map(({ username }) => username)),
    actor ? namesOfObjects(actor, rows) : new Map<string, string>(),
  ]);
  return rows.map((row) =>
    AccessLogRow.parse({
      ...row,
      id: String(row.id),
      nickName: nickNames.get(row.username) ?? null,
      objectName: (row.operation && ABOUT_ACCOUNTS.has(row.operation) && objects.get(row.objectId ?? '')) || null,
      createDate: time(row.createDate),
    }),
  );
}

/** The lines of keys that a scoped query found, in the same order. Their times tell which months' tables to read. */
async function readLines(keys: readonly AccessLogKey[]): Promise<ApiAccessLog[]> {
  const moments = keys.map(({ createDate }) => createDate.getTime());
  if (moments.length === 0) return [];
  const found = await db().apiAccessLog.findMany({
    where: {
      id: { in: keys.map(({ id }) => id) },
      createDate: { gte: new Date(Math.min(...moments)), lte: new Date(Math.max(...moments)) },
    },
  });
  const byId = new Map(found.map((line) => [line.id, line]));
  return keys.flatMap(({ id }) => byId.get(id) ?? []);
}

const readKeys = (
  sql: Transaction,
  where: Where,
  order: Sorted,
  isReversed: boolean,
  skip: number,
  take: number,
): Promise<AccessLogKey[]> =>
  sql.apiAccessLog.findMany({
    where,
    orderBy: listOrder(order, isReversed, { id: 'id' }),
    skip,
    take,
    select: { id: true, createDate: true },
  });

/**
 * A page of the lines that the caller may see. Keys come from an index, lines are read by key: so a far page skips
 * keys, not lines.
 */
export async function findAccessLogPage(actor: Actor, query: Query): Promise<OutputOf<typeof queryAccessLog>> {
  const { where, cut } = await accessLogWhere(actor, query);
  const { total, keys } = await readPageKeys<AccessLogKey>(query, {
    count: () => sharedCount(actor, 'queryAccessLog', where, () => db().apiAccessLog.count({ where })),
    keys: (isReversed, skip, take) => readKeys(db(), where, query, isReversed, skip, take),
  });
  return { ...page(await toRows(await readLines(keys), await shownTime(actor), actor), total, query), ...cut };
}

const asText = ({ id, createDate }: AccessLogKey) => `${id}@${createDate.getTime()}`;
function asKey(text: string): AccessLogKey {
  const [id = '', moment = ''] = text.split('@');
  return { id: BigInt(id), createDate: new Date(Number(moment)) };
}

/** Every line that matches the filters, in the order of the list. */
export async function* exportedLines(where: Where, order: Sorted, time: ShownTime): AsyncGenerator<AccessLogRow> {
  const chunks = keysInOrder(async (sql, skip, take) =>
    (await readKeys(sql, where, order, false, skip, take)).map(asText),
  );
  for await (const keys of chunks) yield* await toRows(await readLines(keys.map(asKey)), time);
}
