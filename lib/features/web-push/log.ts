import { accountRowScope } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { cutToHistory, shownTime } from '@/lib/platform/strategy/limits';
import { MAX_PUSH_DAYS, PushLogRow, type queryPushLog } from './contract';
import { WITHDRAW_REASONS } from './value-sets';

/** Reads the log of notices sent to devices: those of accounts in scope, filtered, page by page. */

type Where = Prisma.PushLogWhereInput;

const pushes = keyedList({
  name: 'queryPushLog',
  id: 'id',
  emptyLast: ['sentDate'],
  count: (where: Where) => db().pushLog.count({ where }),
  keys: (sql, stretch) => sql.pushLog.findMany({ ...stretch, select: { id: true } }),
  rows: (ids) => db().pushLog.findMany({ where: { id: { in: ids } } }),
});

/** A page of the notices the caller may see. @throws validation_failed */
export async function findPushLogPage(
  actor: Actor,
  query: ParsedOf<typeof queryPushLog>,
  language: Language,
): Promise<OutputOf<typeof queryPushLog>> {
  const { kind, state, username } = query;
  const asked = dayRange(query, { isRequired: true, maxDays: MAX_PUSH_DAYS }) ?? {};
  const { span, ...cut } = await cutToHistory(actor, asked);
  const where: Where = {
    AND: [
      accountRowScope(actor, 'username'),
      { createDate: span },
      ...(kind ? [{ kind: { in: kind } }] : []),
      ...(state ? [{ state: { in: state } }] : []),
      ...(username ? [{ username }] : []),
    ],
  };
  const [{ total, rows }, time] = await Promise.all([pushes.page(actor, query, where), shownTime(actor)]);
  const reasonOf = (error: string | null) =>
    WITHDRAW_REASONS.some((reason) => reason === error)
      ? translateServer(language, 'webPush', `reason.${error}`)
      : error;
  const records = rows.map((row) =>
    PushLogRow.parse({
      ...row,
      id: String(row.id),
      createDate: time(row.createDate),
      sentDate: row.sentDate && time(row.sentDate),
      error: reasonOf(row.error),
    }),
  );
  return { ...page(records, total, query), ...cut };
}
