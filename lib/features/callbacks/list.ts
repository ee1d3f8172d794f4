import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { currentMarks, nextClock } from './internal/clocks';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { containsText, gramFilter } from '@/lib/platform/db/name-grams';
import { descriptionIn } from '@/lib/live/detector/rule-words';
import type { Language } from '@/lib/platform/i18n/languages';
import { anyCallback } from './contract';
import type { CallbackFilters, ListedCallback, queryCallbacks } from './contract';
import { callbackConditions, requireRange } from './internal/callback-conditions';
import { ROW_INCLUDE, toRow } from './shape';
import type { StoredCallbackRow } from './shape';
import { shownOf } from './internal/visible-callbacks';
import { isCallbackOver } from './state';

/** Reads call-outs: those in scope, filtered, page by page (doc2 §2.8). */

type Where = Prisma.CallbackWhereInput;
type Query = ParsedOf<typeof queryCallbacks>;

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
  return { ...page(await toListedRows(rows, actor, language), total, query), ...cut };
}

/** The clock of each that ends first, as the caller may see it. */
async function clocksOf(rows: readonly StoredCallbackRow[], actor: Actor) {
  const open = may(actor, anyCallback) ? rows.filter(({ jobStatus }) => !isCallbackOver(jobStatus)) : [];
  const now = Date.now();
  const [{ timeOf, hasSeconds }, marks] = await Promise.all([
    shownOf(actor),
    db().slaMark.findMany({ where: { callbackId: { in: open.map(({ callbackId }) => callbackId) } } }),
  ]);
  return (row: Pick<StoredCallbackRow, 'callbackId' | 'personTrapped'>) =>
    nextClock(currentMarks(marks.filter(({ callbackId }) => callbackId === row.callbackId)), {
      time: timeOf(row),
      hasSeconds: hasSeconds(row),
      now,
    });
}

/** The rows of the list and of its file as the caller may see them. */
export async function toListedRows(
  rows: readonly StoredCallbackRow[],
  actor: Actor,
  language: Language,
): Promise<ListedCallback[]> {
  const [{ timeOf }, clockOf] = await Promise.all([shownOf(actor), clocksOf(rows, actor)]);
  const descriptionOf = descriptionIn(language);
  return rows.map((row) => ({ ...toRow(row, timeOf(row), descriptionOf), ...clockOf(row) }));
}
