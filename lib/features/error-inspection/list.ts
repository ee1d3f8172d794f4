import { cutToHistory, strategyOf } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { equipmentFactScope } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText, gramFilter } from '@/lib/platform/db/name-grams';
import type { Language } from '@/lib/platform/i18n/languages';
import { keyedList } from '@/lib/platform/list/keyed-list';
import type { ErrorInspectionFilters, ErrorInspectionQuery, queryErrorInspection } from './contract';
import { ROW_SELECT, toRows } from './fault-rows';
import { MAX_DAYS } from './value-sets';

/** Reads fault episodes: those in scope, filtered, page by page (silent-screens A3). */

type Where = Prisma.ErrorInspectionWhereInput;

/**
 * The episodes that the data strategy allows: faults are a group of their own, and those with trapped persons are never
 * withheld.
 */
export async function visibleEpisodes(actor: Actor, since: Date | null): Promise<Where> {
  const { dataGroups } = await strategyOf(actor);
  if (!dataGroups.includes('faults')) return { trapped: true };
  return since === null ? {} : { OR: [{ startDate: { gte: since } }, { trapped: true }] };
}

function filtersOf({ key, gbCode, equipmentType, results, active, trapped, branchCode }: ErrorInspectionFilters) {
  const filters: Where[] = [];
  if (key)
    filters.push({
      equipment: {
        AND: [gramFilter(key), { OR: [{ equipmentNo: containsText(key) }, { equipmentName: containsText(key) }] }],
      },
    });
  if (gbCode) filters.push({ gbCode });
  if (equipmentType !== undefined)
    filters.push({ equipment: { displayType: { in: equipmentType === 1 ? ['EV'] : ['ES', 'WW'] } } });
  if (results) filters.push({ result: { in: results } });
  if (active !== undefined) filters.push({ recoverDate: active ? null : { not: null } });
  if (trapped !== undefined) filters.push({ trapped });
  if (branchCode) filters.push({ branchCode: { in: branchCode } });
  return filters;
}

/**
 * The episodes that match the filters, in the caller's scope; `historyMonths` when the data strategy shortened the
 * range. @throws validation_failed (M15)
 */
export async function episodeWhere(
  actor: Actor,
  filters: ErrorInspectionFilters,
): Promise<{ where: Where; cut: { historyMonths?: number } }> {
  const startDate = dayRange(filters, { isRequired: true, maxDays: MAX_DAYS }) ?? {};
  const { span, ...cut } = await cutToHistory(actor, startDate);
  const since = cut.historyMonths === undefined ? null : (span.gte ?? null);
  const where: Where = {
    AND: [
      equipmentFactScope(actor, { focus: true }),
      { startDate },
      await visibleEpisodes(actor, since),
      ...filtersOf(filters),
    ],
  };
  return { where, cut };
}

export const episodes = keyedList({
  name: 'queryErrorInspection',
  id: 'errorId',
  moment: 'startDate',
  count: (where: Where) => db().errorInspection.count({ where }),
  keys: (sql, stretch) => sql.errorInspection.findMany({ ...stretch, select: { errorId: true } }),
  rows: (ids) => db().errorInspection.findMany({ where: { errorId: { in: ids } }, select: ROW_SELECT }),
});

/** A page of the episodes the caller may see, newest first without a sort field. @throws validation_failed (M15) */
export async function findEpisodePage(
  actor: Actor,
  query: ErrorInspectionQuery,
  language: Language,
): Promise<OutputOf<typeof queryErrorInspection>> {
  const { where, cut } = await episodeWhere(actor, query);
  const { total, rows } = await episodes.page(actor, query, where);
  return { ...page(await toRows(actor, rows, language), total, query), ...cut };
}
