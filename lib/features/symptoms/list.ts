import { visibleSymptoms } from '@/lib/features/notifications/internal/notification-limits';
import { cutToHistory, strategyOf } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { unitConditions } from '@/lib/features/equipment/internal/unit-filters';
import { equipmentFactScope, requireEquipment } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText, gramFilter } from '@/lib/platform/db/name-grams';
import type { Language } from '@/lib/platform/i18n/languages';
import { keyedList } from '@/lib/platform/list/keyed-list';
import type { querySymptoms, SymptomFilters, SymptomQuery } from './contract';
import { ROW_SELECT, rowShower } from './symptom-rows';
import { titleFilter } from './title-filter';

/** Reads symptoms: those in scope, filtered, page by page (doc2 §2.10). */

type Where = Prisma.SymptomWhereInput;

const filtersOf = (actor: Actor, language: Language, filters: SymptomFilters): Where[] => {
  const { key, equipmentNo, symptomTitle, categoryList, symptomStateList, callbackId } = filters;
  const ofUnits = unitConditions(actor, filters);
  return [
    ...(equipmentNo ? [{ equipmentNo }] : []),
    ...(key
      ? [
          gramFilter(key),
          {
            OR: [
              { symptomId: containsText(key) },
              { equipmentNo: containsText(key) },
              { equipmentText: containsText(key) },
            ],
          },
        ]
      : []),
    ...(symptomTitle ? [titleFilter(actor, language, symptomTitle)] : []),
    ...(categoryList ? [{ category: { in: categoryList } }] : []),
    ...(symptomStateList ? [{ symptomState: { in: symptomStateList } }] : []),
    ...(callbackId ? [{ callbackId }] : []),
    ...(ofUnits.length > 0 ? [{ equipment: { AND: ofUnits } }] : []),
  ];
};

/**
 * The symptoms that match the filters, in the caller's scope and as the data strategy allows; `historyMonths` when it
 * shortened the range.
 * @throws validation_failed: the range ends before it starts; not_found, no_object_permission
 */
export async function symptomWhere(
  actor: Actor,
  language: Language,
  filters: SymptomFilters,
): Promise<{ where: Where; cut: { historyMonths?: number } }> {
  if (filters.equipmentNo) await requireEquipment(actor, filters.equipmentNo);
  const asked = dayRange(filters);
  const [strategy, { span, ...cut }] = await Promise.all([strategyOf(actor), cutToHistory(actor, asked ?? {})]);
  const where: Where = {
    AND: [
      equipmentFactScope(actor, { focus: filters.equipmentNo === undefined }),
      visibleSymptoms(strategy, cut.historyMonths === undefined ? null : (span.gte ?? null)),
      ...(asked ? [{ createDate: asked }] : []),
      ...filtersOf(actor, language, filters),
    ],
  };
  return { where, cut };
}

export const symptoms = keyedList({
  name: 'querySymptoms',
  id: 'symptomId',
  count: (where: Where) => db().symptom.count({ where }),
  keys: (sql, stretch) => sql.symptom.findMany({ ...stretch, select: { symptomId: true } }),
  rows: (ids) => db().symptom.findMany({ where: { symptomId: { in: ids } }, select: ROW_SELECT }),
});

/** A page of the symptoms the caller may see, newest first without a sort field. */
export async function findSymptomPage(
  actor: Actor,
  language: Language,
  query: SymptomQuery,
): Promise<OutputOf<typeof querySymptoms>> {
  const { where, cut } = await symptomWhere(actor, language, query);
  const { total, rows } = await symptoms.page(actor, query, where);
  return { ...page(rows.map(await rowShower(actor)), total, query), ...cut };
}
