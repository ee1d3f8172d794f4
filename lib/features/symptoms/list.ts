import { symptomsLeft, tellsEntrapment } from '@/lib/features/notifications/internal';
import { historyStart, shownTime, strategyOf } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { showsDatesOnly } from '@/lib/platform/contract/authorities';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { equipmentScope } from '@/lib/platform/auth/scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma, Symptom } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { formatDateTime } from '@/lib/platform/i18n/format';
import type { querySymptoms, SymptomRow } from './contract';

/** Reading symptoms: whose, which, and page by page (doc2 §2.10). */

type Query = ParsedOf<typeof querySymptoms>;
type Where = Prisma.SymptomWhereInput;

function filtersOf({ key, symptomTitle, categoryList, symptomStateList, callbackId }: Query): Where[] {
  return [
    ...(key
      ? [
          {
            OR: [
              { symptomId: containsText(key) },
              { equipmentNo: containsText(key) },
              { equipmentText: containsText(key) },
            ],
          },
        ]
      : []),
    ...(symptomTitle ? [{ symptomTitle: containsText(symptomTitle) }] : []),
    ...(categoryList ? [{ category: { in: categoryList } }] : []),
    ...(symptomStateList ? [{ symptomState: { in: symptomStateList } }] : []),
    ...(callbackId ? [{ callbackId }] : []),
  ];
}

/** @param time how the caller sees times */
function toRow(row: Symptom, actor: Actor, time: ShownTime): SymptomRow {
  // A strategy that masks times leaves those of trapped persons; the authority for dates only leaves none.
  const shown = tellsEntrapment(row) && !showsDatesOnly(actor) ? formatDateTime : time;
  const at = (date: Date | null) => date && shown(date);
  return {
    symptomId: row.symptomId,
    symptomDefinitionId: actor.authorities.has('SUPER_MASTER') ? row.symptomDefinitionId : null,
    symptomTitle: row.symptomTitle,
    callbackId: row.callbackId,
    equipmentNo: row.equipmentNo,
    equipmentText: row.equipmentText,
    category: row.category,
    symptomState: row.symptomState,
    createDate: shown(row.createDate),
    closedDate: at(row.closedDate),
    eventDate: at(row.eventDate),
    expiredDate: at(row.expiredDate),
    city: row.city,
    cbstate: row.cbstate,
    maintenanceCompany: row.maintenanceCompany,
    productLine: row.productLine,
  };
}

const symptoms = keyedList({
  id: 'symptomId',
  count: (where: Where) => db().symptom.count({ where }),
  keys: (sql, stretch) => sql.symptom.findMany({ ...stretch, select: { symptomId: true } }),
  rows: (ids) => db().symptom.findMany({ where: { symptomId: { in: ids } } }),
});

/** A page of the symptoms the caller may see, newest first without a sort field. */
export async function findSymptomPage(actor: Actor, query: Query): Promise<OutputOf<typeof querySymptoms>> {
  const [since, strategy, time] = await Promise.all([historyStart(actor), strategyOf(actor), shownTime(actor)]);
  const where: Where = {
    AND: [{ equipment: equipmentScope(actor, { focus: true }) }, symptomsLeft(strategy, since), ...filtersOf(query)],
  };
  const { total, rows } = await symptoms.page(query, where);
  return {
    ...page(
      rows.map((row) => toRow(row, actor, time)),
      total,
      query,
    ),
    ...(since !== null && strategy.historyMonths !== null ? { historyMonths: strategy.historyMonths } : {}),
  };
}
