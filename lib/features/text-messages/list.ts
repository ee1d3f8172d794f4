import { cutToHistory, shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { phoneCondition, phoneMatch } from '@/lib/platform/auth/phone-search';
import { projectScope } from '@/lib/platform/auth/scope';
import { db } from '@/lib/platform/db/client';
import { sharedCount } from '@/lib/platform/db/shared-counts';
import { dayRange } from '@/lib/platform/db/day-range';
import { inOrder, readPageRows } from '@/lib/platform/db/far-page';
import type { Prisma, SmsLog } from '@/lib/platform/db/generated/client';
import { listOrder } from '@/lib/platform/db/keyset';
import type { Sorted } from '@/lib/platform/db/keyset';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import type { Sql } from '@/lib/platform/db/ordered-keys';
import type { Language } from '@/lib/platform/i18n/languages';
import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';
import { FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { MAX_SMS_DAYS, SmsLogRow } from './contract';
import type { querySmsLog, SmsFilters } from './contract';

/** Reading the log of text messages: whose messages, which, and page by page. */

type Where = Prisma.SmsLogWhereInput;

type Query = ParsedOf<typeof querySmsLog>;

/** Messages to the accounts in scope; those of no branch are the head office's. */
export function smsScope(actor: Actor): Where {
  if (actor.userType === 0) return {};
  const own: Where = { username: actor.username };
  return actor.userType === 2 ? { OR: [own, { branchCode: { in: [...actor.mappings.branches] } }] } : own;
}

const seesPhones = (actor: Actor) => actor.authorities.has('SUPER_MASTER');

/** @throws validation_failed for a part that the caller is not shown, rate_limited */
async function phoneFilter(actor: Actor, phone: string): Promise<Where> {
  const match = await phoneMatch(actor, phone, { isShown: seesPhones(actor) });
  if (!match) throw new FieldError('phone', 'phoneWholeOrEnd');
  return { phone: phoneCondition(match) };
}

/** `historyMonths` where the data strategy cut the days; messages about trapped persons are never withheld (silent-screens B2). */
export async function smsLogWhere(
  actor: Actor,
  { phone, type, state, equipmentNo, projectId, username, ...days }: SmsFilters,
): Promise<{ where: Where; cut: { historyMonths?: number } }> {
  const asked = dayRange(days, { isRequired: true, maxDays: MAX_SMS_DAYS }) ?? {};
  const { span, ...cut } = await cutToHistory(actor, asked);
  const where: Where = {
    AND: [
      smsScope(actor),
      { createDate: asked },
      cut.historyMonths === undefined ? {} : { OR: [{ createDate: span }, { type: 'entrapment' }] },
      ...(phone ? [await phoneFilter(actor, phone)] : []),
      ...(type ? [{ type }] : []),
      ...(state ? [{ state }] : []),
      ...(equipmentNo ? [{ equipmentNo }] : []),
      ...(projectId ? [{ projectId: { in: projectId } }] : []),
      ...(username ? [{ username }] : []),
    ],
  };
  return { where, cut };
}

/** A reason of ours in words; a provider's answer as it came. */
function reasonOf({ state, error }: SmsLog, language: Language): string | null {
  if (!error) return null;
  return state === 'SUPPRESSED' && hasServerMessage(language, 'smsLog', `reason.${error}`)
    ? translateServer(language, 'smsLog', `reason.${error}`)
    : error;
}

async function toRows(
  rows: readonly SmsLog[],
  actor: Actor,
  language: Language,
  time: ShownTime,
): Promise<SmsLogRow[]> {
  const [users, projects] = await Promise.all([
    db().user.findMany({
      where: { username: { in: [...new Set(rows.flatMap(({ username }) => username ?? []))] } },
      select: { username: true, nickName: true },
    }),
    db().project.findMany({
      where: {
        AND: [
          { projectId: { in: [...new Set(rows.flatMap(({ projectId }) => projectId ?? []))] } },
          projectScope(actor, { focus: false }),
        ],
      },
      select: { projectId: true, projectName: true },
    }),
  ]);
  const nickNames = new Map(users.map(({ username, nickName }) => [username, nickName]));
  const projectNames = new Map(projects.map(({ projectId, projectName }) => [projectId, projectName]));
  return rows.map((row) =>
    SmsLogRow.parse({
      ...row,
      id: String(row.id),
      createDate: time(row.createDate),
      deliverDate: row.deliverDate && time(row.deliverDate),
      phone: seesPhones(actor) ? row.phone : row.phone.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2'),
      receiver: (row.username && nickNames.get(row.username)) ?? null,
      projectName: (row.projectId && projectNames.get(row.projectId)) ?? null,
      error: reasonOf(row, language),
    }),
  );
}

async function readKeys(
  sql: Sql,
  where: Where,
  order: Sorted,
  isReversed: boolean,
  skip: number,
  take: number,
): Promise<bigint[]> {
  const found = await sql.smsLog.findMany({
    where,
    orderBy: listOrder(order, isReversed, { id: 'id', emptyLast: ['deliverDate'] }),
    skip,
    take,
    select: { id: true },
  });
  return found.map(({ id }) => id);
}

/** A page of the messages the caller may see: keys by an index of their own, then the messages by key, so that a far page skips keys. */
export async function findSmsLogPage(
  actor: Actor,
  query: Query,
  language: Language,
): Promise<OutputOf<typeof querySmsLog>> {
  const { where, cut } = await smsLogWhere(actor, query);
  const { total, rows } = await readPageRows(query, {
    count: () => sharedCount(actor, 'querySmsLog', where, () => db().smsLog.count({ where })),
    keys: (isReversed, skip, take) => readKeys(db(), where, query, isReversed, skip, take),
    rows: (ids) => db().smsLog.findMany({ where: { id: { in: ids } } }),
    keyOf: ({ id }) => id,
  });
  return { ...page(await toRows(rows, actor, language, await shownTime(actor)), total, query), ...cut };
}

/** Every message of the filters, in the order of the list. */
export async function* exportedMessages(
  where: Where,
  order: Sorted,
  actor: Actor,
  language: Language,
  time: ShownTime,
): AsyncGenerator<SmsLogRow> {
  for await (const keys of keysInOrder(async (sql, skip, take) =>
    (await readKeys(sql, where, order, false, skip, take)).map(String),
  )) {
    const rows = await db().smsLog.findMany({ where: { id: { in: keys.map(BigInt) } } });
    yield* await toRows(
      inOrder(keys, rows, ({ id }) => String(id)),
      actor,
      language,
      time,
    );
  }
}
