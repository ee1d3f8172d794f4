import { cutToHistory } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { equipmentScope, requireEquipment } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { containsText, gramFilter, likeLiteral } from '@/lib/platform/db/name-grams';
import { RULE_WORDED } from '@/lib/live/detector/opened-by-rule';
import { descriptionIn, translatedDescriptions } from '@/lib/live/detector/rule-words';
import type { Language } from '@/lib/platform/i18n/languages';
import { unitConditions } from '@/lib/features/equipment/internal';
import { anyCallback } from './contract';
import type { CallbackFilters, CallbackRow, queryCallbacks } from './contract';
import { ROW_INCLUDE, toRow } from './shape';
import type { StoredCallbackRow } from './shape';
import { NOT_RECORDED } from './value-sets';
import { keptSince, shownOf } from './visible-callbacks';

/** Reads call-outs: those in scope, filtered, page by page (doc2 §2.8). */

type Where = Prisma.CallbackWhereInput;
type Query = ParsedOf<typeof queryCallbacks>;

const RANGE_NAMES = { startDate: 'startCreateDate', endDate: 'endCreateDate' } as const;

const keyFilter = (key: string): Where => ({
  OR: [
    { callbackId: containsText(key) },
    {
      equipment: {
        AND: [gramFilter(key), { OR: [{ equipmentNo: containsText(key) }, { equipmentName: containsText(key) }] }],
      },
    },
  ],
});

/**
 * A caller without the right to the list sees the call-outs of one unit whose number is known. @throws access_denied,
 * not_found, no_object_permission
 */
async function unitFilter(actor: Actor, { key, equipmentNo }: CallbackFilters): Promise<Where[]> {
  const isFree = may(actor, anyCallback);
  const only = equipmentNo ?? (isFree ? undefined : key);
  if (only === undefined) {
    if (!isFree) throw new AppError('access_denied');
    return key ? [keyFilter(key)] : [];
  }
  await requireEquipment(actor, only);
  return [{ equipmentNo: only }, ...(key && key !== only ? [keyFilter(key)] : [])];
}

/**
 * The call-outs that match the filters, in the caller's scope. `historyMonths` when the data strategy shortened the
 * range; call-outs of trapped persons are always included.
 * @throws validation_failed (M15), access_denied, no_object_permission
 */
export async function callbackWhere(
  actor: Actor,
  filters: CallbackFilters,
  language: Language,
): Promise<{ where: Where; cut: { historyMonths?: number } }> {
  requireRange(filters);
  return callbackConditions(actor, filters, language, await unitFilter(actor, filters));
}

const requireRange = ({ startCreateDate, endCreateDate }: CallbackFilters) =>
  dayRange({ startDate: startCreateDate, endDate: endCreateDate }, { isRequired: true, names: RANGE_NAMES }) ?? {};

/** The same without the question whether the caller may read the list: for numbers that stand on its rows. */
export async function callbackConditions(
  actor: Actor,
  filters: CallbackFilters,
  language: Language,
  units: readonly Where[] = [],
): Promise<{ where: Where; cut: { historyMonths?: number } }> {
  const { person, jobStatus, callbackType, description, scsa, scsb } = filters;
  const asked = requireRange(filters);
  const ofUnits = unitConditions(actor, filters);
  const { span, ...cut } = await cutToHistory(actor, asked);
  const where: Where = {
    AND: [
      { equipment: equipmentScope(actor, { focus: filters.equipmentNo === undefined }) },
      { createDate: asked },
      cut.historyMonths === undefined ? {} : keptSince(span.gte ?? null),
      ...units,
      ...(person ? [{ [person]: true }] : []),
      ...(jobStatus ? [{ jobStatus: { in: jobStatus } }] : []),
      ...(callbackType ? [{ callbackType }] : []),
      ...(description ? [describedAs(description, language)] : []),
      ...(scsa ? [closedFor(scsa)] : []),
      ...(scsb ? [{ scsb: scsb === NOT_RECORDED ? null : scsb }] : []),
      ...(ofUnits.length > 0 ? [{ equipment: { AND: ofUnits } }] : []),
    ],
  };
  return { where, cut };
}

function closedFor(reasons: readonly string[]): Where {
  const named: Where = { scsa: { in: reasons.filter((reason) => reason !== NOT_RECORDED) } };
  return reasons.includes(NOT_RECORDED) ? { OR: [named, { scsa: null }] } : named;
}

/** A search in descriptions finds what the reader is shown (readings 117, 244). */
function describedAs(typed: string, language: Language): Where {
  const stored: Where = { AND: [gramFilter(typed), { jobDescription: containsText(typed) }] };
  const { found, hidden } = translatedDescriptions(language, typed);
  if (found.length + hidden.length === 0) return stored;
  const isOf = (words: readonly string[]): Where => ({
    callbackType: { in: [...RULE_WORDED] },
    OR: words.flatMap((text): Where[] => [
      { jobDescription: text },
      { jobDescription: { startsWith: likeLiteral(`${text} (`) } },
    ]),
  });
  return {
    OR: [
      hidden.length > 0 ? { AND: [stored, { NOT: isOf(hidden) }] } : stored,
      ...found.map((text): Where => ({ AND: [gramFilter(text), isOf([text])] })),
    ],
  };
}

export const callOuts = keyedList({
  name: 'queryCallbacks',
  id: 'callbackId',
  count: (where: Where) => db().callback.count({ where }),
  keys: (sql, stretch) => sql.callback.findMany({ ...stretch, select: { callbackId: true } }),
  rows: (ids) =>
    db().callback.findMany({ where: { callbackId: { in: ids } }, include: ROW_INCLUDE, omit: { searchGrams: true } }),
});

/** A page of the call-outs the caller may see. */
export async function findCallbackPage(
  actor: Actor,
  query: Query,
  language: Language,
): Promise<OutputOf<typeof queryCallbacks>> {
  const { where, cut } = await callbackWhere(actor, query, language);
  const { total, rows } = await callOuts.page(actor, query, where);
  return { ...page(await toCallbackRows(rows, actor, language), total, query), ...cut };
}

/** The rows as the caller may see them. */
export async function toCallbackRows(
  rows: readonly StoredCallbackRow[],
  actor: Actor,
  language: Language,
): Promise<CallbackRow[]> {
  const { timeOf } = await shownOf(actor);
  const descriptionOf = descriptionIn(language);
  return rows.map((row) => toRow(row, timeOf(row), descriptionOf));
}
