import { cutToHistory, shownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { phoneCondition, phoneMatch } from '@/lib/platform/auth/limits/phone-search';
import { nickNamesOf, projectNamesOf } from '@/lib/platform/auth/scope/names';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma, SmsLog } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { hasServerMessage, translateServer } from '@/lib/platform/i18n/server-messages';
import { FieldError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { accountRowScope } from '@/lib/platform/auth/scope/scope';
import { isMaster } from '@/lib/platform/contract/authorities';
import { MAX_SMS_DAYS, SmsLogRow } from './contract';
import type { querySmsLog, SmsFilters } from './contract';

/** Reading the log of text messages: whose messages, which, and page by page. */

type Where = Prisma.SmsLogWhereInput;

/** Messages to the accounts in scope; those of no branch are the head office's. */
export const smsScope = (actor: Actor): Where => accountRowScope(actor, 'username');

const seesPhones = (actor: Actor) => isMaster(actor);

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
      ...(type ? [{ type: { in: type } }] : []),
      ...(state ? [{ state: { in: state } }] : []),
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

export async function toSmsLogRows(rows: readonly SmsLog[], actor: Actor, language: Language): Promise<SmsLogRow[]> {
  const [time, nickNames, projectNames] = await Promise.all([
    shownTime(actor),
    nickNamesOf(rows.map(({ username }) => username)),
    projectNamesOf(
      actor,
      rows.map(({ projectId }) => projectId),
    ),
  ]);
  return rows.map((row) =>
    SmsLogRow.parse({
      ...row,
      id: String(row.id),
      createDate: time(row.createDate),
      deliverDate: row.deliverDate && time(row.deliverDate),
      phone: seesPhones(actor) ? row.phone : row.phone.replace(/^(\d{3})\d{4}(\d{4})$/, '$1****$2'),
      receiver: nickNames.get(row.username) ?? null,
      projectName: projectNames.get(row.projectId) ?? null,
      error: reasonOf(row, language),
    }),
  );
}

export const messages = keyedList({
  name: 'querySmsLog',
  id: 'id',
  emptyLast: ['deliverDate'],
  count: (where: Where) => db().smsLog.count({ where }),
  keys: (sql, stretch) => sql.smsLog.findMany({ ...stretch, select: { id: true } }),
  rows: (ids) => db().smsLog.findMany({ where: { id: { in: ids } } }),
});

/** A page of the messages the caller may see. */
export async function findSmsLogPage(
  actor: Actor,
  query: ParsedOf<typeof querySmsLog>,
  language: Language,
): Promise<OutputOf<typeof querySmsLog>> {
  const { where, cut } = await smsLogWhere(actor, query);
  const { total, rows } = await messages.page(actor, query, where);
  return { ...page(await toSmsLogRows(rows, actor, language), total, query), ...cut };
}
