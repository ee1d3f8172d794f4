import { symptomsLeft } from '@/lib/features/notifications/internal';
import { cutToHistory, strategyOf } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { equipmentFactScope } from '@/lib/platform/auth/scope';
import { db } from '@/lib/platform/db/client';
import { inOrder, readPageRows } from '@/lib/platform/db/far-page';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { listOrder } from '@/lib/platform/db/keyset';
import type { Sorted } from '@/lib/platform/db/keyset';
import { containsText, gramFilter } from '@/lib/platform/db/name-grams';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import type { Sql } from '@/lib/platform/db/ordered-keys';
import type { querySymptoms, SymptomFilters, SymptomQuery, SymptomRow } from './contract';
import { ROW_SELECT, rowShower } from './shown';

/** Reading symptoms: whose, which, and page by page (doc2 §2.10). */

type Where = Prisma.SymptomWhereInput;

const filtersOf = (filters: SymptomFilters): Where[] => {
  const { key, symptomTitle, categoryList, symptomStateList, callbackId } = filters;
  return [
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
    ...(symptomTitle ? [gramFilter(symptomTitle), { symptomTitle: containsText(symptomTitle) }] : []),
    ...(categoryList ? [{ category: { in: categoryList } }] : []),
    ...(symptomStateList ? [{ symptomState: { in: symptomStateList } }] : []),
    ...(callbackId ? [{ callbackId }] : []),
  ];
};

/** The symptoms of the filters in the caller's scope, as far as the data strategy leaves them; `historyMonths` where it cuts. */
export async function symptomWhere(
  actor: Actor,
  filters: SymptomFilters,
): Promise<{ where: Where; cut: { historyMonths?: number } }> {
  const [strategy, { span, ...cut }] = await Promise.all([strategyOf(actor), cutToHistory(actor, {})]);
  const where: Where = {
    AND: [equipmentFactScope(actor, { focus: true }), symptomsLeft(strategy, span.gte ?? null), ...filtersOf(filters)],
  };
  return { where, cut };
}

async function readKeys(
  sql: Sql,
  where: Where,
  order: Sorted,
  isReversed: boolean,
  skip: number,
  take: number,
): Promise<string[]> {
  const found = await sql.symptom.findMany({
    where,
    orderBy: listOrder(order, isReversed, { id: 'symptomId' }),
    skip,
    take,
    select: { symptomId: true },
  });
  return found.map(({ symptomId }) => symptomId);
}

const readRows = (keys: readonly string[]) =>
  db().symptom.findMany({ where: { symptomId: { in: [...keys] } }, select: ROW_SELECT });

/** A page of the symptoms the caller may see: keys first, then the rows by key, so that a far page skips keys. */
export async function findSymptomPage(actor: Actor, query: SymptomQuery): Promise<OutputOf<typeof querySymptoms>> {
  const { where, cut } = await symptomWhere(actor, query);
  const { total, rows } = await readPageRows(query, {
    count: () => db().symptom.count({ where }),
    keys: (isReversed, skip, take) => readKeys(db(), where, query, isReversed, skip, take),
    rows: readRows,
    keyOf: ({ symptomId }) => symptomId,
  });
  return { ...page(rows.map(await rowShower(actor)), total, query), ...cut };
}

/** Every symptom of the filters, in the order of the list. */
export async function* exportedSymptoms(actor: Actor, where: Where, order: Sorted): AsyncGenerator<SymptomRow> {
  const toRow = await rowShower(actor);
  for await (const keys of keysInOrder((sql, skip, take) => readKeys(sql, where, order, false, skip, take)))
    yield* inOrder(keys, await readRows(keys), ({ symptomId }) => symptomId).map(toRow);
}
