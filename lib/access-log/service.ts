import { cutToHistory, requireExportAllowed, shownTime } from '@/lib/account/internal';
import type { ShownTime } from '@/lib/account/internal';
import type { Actor } from '@/lib/auth/actor';
import { config } from '@/lib/config';
import { db } from '@/lib/db/client';
import type { ApiAccessLog, Prisma } from '@/lib/db/generated/client';
import { likeLiteral } from '@/lib/db/name-grams';
import { stampedName } from '@/lib/files/filename';
import { xlsxStream, XLSX_TYPE } from '@/lib/files/xlsx';
import type { SheetColumn } from '@/lib/files/xlsx';
import { parseWallTime } from '@/lib/i18n/format';
import type { Language } from '@/lib/i18n/languages';
import { translateServer } from '@/lib/i18n/server-messages';
import { AppError, FieldError } from '@/lib/sms/errors';
import { FileAnswer } from '@/lib/sms/file-answer';
import { page } from '@/lib/sms/schemas';
import { serve } from '@/lib/sms/serve';
import { AccessLogDetail, AccessLogRow, exportAccessLog, getAccessLog, queryAccessLog } from './contract';
import type { AccessFilters } from './contract';
import { MAX_LOG_DAYS } from './value-sets';

type Where = Prisma.ApiAccessLogWhereInput;

const DAY_MS = 86_400_000;
/** Rows of an export read at a time. */
const CHUNK = 2000;

/** Lines of the accounts in scope; those of nobody (a failed sign-in of an unknown name) are the head office's. */
function logScope(actor: Actor): Where {
  if (actor.userType === 0) return {};
  const own: Where = { username: actor.username };
  return actor.userType === 2 ? { OR: [own, { branchCode: { in: [...actor.mappings.branches] }, userType: { not: 0 } }] } : own;
}

/** @throws validation_failed for a range that is upside down or longer than 31 days */
function timeRange({ startTime, endTime }: AccessFilters): { gte: Date; lt: Date } {
  const from = parseWallTime(startTime);
  const until = parseWallTime(endTime);
  if (from === undefined) throw new FieldError('startTime', 'badValue');
  if (until === undefined) throw new FieldError('endTime', 'badValue');
  const to = until + (endTime.length === 10 ? DAY_MS : 1000);
  if (from >= to) throw new FieldError('startTime', 'dateOrder');
  if (to - from > MAX_LOG_DAYS * DAY_MS) throw new FieldError('endTime', 'dateSpan', { days: MAX_LOG_DAYS });
  return { gte: new Date(from), lt: new Date(to) };
}

/** `historyMonths` where the data strategy cut the range (silent-screens B2). */
async function whereOf(actor: Actor, filters: AccessFilters): Promise<{ where: Where; cut: { historyMonths?: number } }> {
  const { username, module, action, success, code, ip, objectId, path } = filters;
  const { span: createDate, ...cut } = await cutToHistory(actor, timeRange(filters));
  const where: Where = {
    AND: [
      logScope(actor), { createDate },
      ...(username ? [{ username }] : []), ...(module ? [{ module }] : []), ...(action ? [{ action }] : []), ...(ip ? [{ ip }] : []), ...(objectId ? [{ objectId }] : []),
      ...(success === undefined ? [] : [{ code: success ? 200 : { not: 200 } }]), ...(code === undefined ? [] : [{ code }]), ...(path ? [{ path: { startsWith: likeLiteral(path) } }] : []),
    ],
  };
  return { where, cut };
}

async function toRows(rows: readonly ApiAccessLog[], time: ShownTime): Promise<AccessLogRow[]> {
  const usernames = [...new Set(rows.flatMap(({ username }) => username ?? []))];
  const users = await db().user.findMany({ where: { username: { in: usernames } }, select: { username: true, nickName: true } });
  const nickNames = new Map(users.map(({ username, nickName }) => [username, nickName]));
  return rows.map((row) => AccessLogRow.parse({ ...row, id: String(row.id), nickName: (row.username && nickNames.get(row.username)) ?? null, createDate: time(row.createDate) }));
}

async function* exported(where: Where, time: ShownTime): AsyncGenerator<AccessLogRow> {
  let last: ApiAccessLog | undefined;
  for (;;) {
    const after: Where[] = last ? [{ OR: [{ createDate: { lt: last.createDate } }, { createDate: last.createDate, id: { lt: last.id } }] }] : [];
    const rows: ApiAccessLog[] = await db().apiAccessLog.findMany({ where: { AND: [where, ...after] }, orderBy: [{ createDate: 'desc' }, { id: 'desc' }], take: CHUNK });
    yield* await toRows(rows, time);
    last = rows.at(-1);
    if (!last || rows.length < CHUNK) return;
  }
}

function columnsOf(language: Language): SheetColumn<AccessLogRow>[] {
  const t = (key: string) => translateServer(language, 'accessLog', key);
  const column = (field: keyof AccessLogRow, value: SheetColumn<AccessLogRow>['value'], width?: number) => ({ header: t(`column.${field}`), value, width });
  return [
    column('createDate', (row) => row.createDate, 20), column('username', (row) => row.username), column('nickName', (row) => row.nickName, 20),
    column('userType', (row) => (row.userType === null ? null : t(`userType.${row.userType}`))), column('ip', (row) => row.ip), column('module', (row) => row.module),
    column('action', (row) => t(`action.${row.action}`)), column('objectId', (row) => row.objectId), column('method', (row) => row.method, 8), column('path', (row) => row.path, 36),
    column('code', (row) => row.code, 8), column('durationMs', (row) => row.durationMs, 10), column('client', (row) => row.client, 10), column('requestId', (row) => row.requestId, 38),
  ];
}

export const accessLogServices = [
  serve(queryAccessLog, async ({ actor }, query) => {
    const { where, cut } = await whereOf(actor, query);
    const direction = query.sortField ? query.sortOrder : 'desc';
    const order: Prisma.ApiAccessLogOrderByWithRelationInput[] = [{ [query.sortField ?? 'createDate']: direction }, ...(query.sortField && query.sortField !== 'createDate' ? [{ createDate: direction }] : []), { id: direction }];
    const [total, rows] = await Promise.all([
      db().apiAccessLog.count({ where }),
      db().apiAccessLog.findMany({ where, orderBy: order, skip: (query.pageIndex - 1) * query.pageSize, take: query.pageSize }),
    ]);
    return { ...page(await toRows(rows, await shownTime(actor)), total, query), ...cut };
  }),

  serve(getAccessLog, async ({ actor }, { id }) => {
    const found = await db().apiAccessLog.findFirst({ where: { AND: [{ id: BigInt(id) }, logScope(actor), { createDate: (await cutToHistory(actor, {})).span }] } });
    if (!found) throw new AppError((await db().apiAccessLog.count({ where: { id: BigInt(id) } })) > 0 ? 'no_object_permission' : 'not_found');
    const [row] = await toRows([found], await shownTime(actor));
    return AccessLogDetail.parse({ ...row, userAgent: found.userAgent, params: found.params, diff: found.diff });
  }),

  serve(exportAccessLog, async ({ actor, language }, filters) => {
    await requireExportAllowed(actor);
    const { where } = await whereOf(actor, filters);
    const limit = config().exportMaxRows;
    if ((await db().apiAccessLog.count({ where })) > limit) throw new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });
    return new FileAnswer(xlsxStream(translateServer(language, 'routes', 'apiaccesslog'), columnsOf(language), exported(where, await shownTime(actor))), stampedName('apiAccessLog', Date.now()), XLSX_TYPE);
  }),
];
