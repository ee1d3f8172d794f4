import { historyStart, strategyOf } from '@/lib/account/internal';
import type { Actor } from '@/lib/auth/actor';
import { equipmentScope } from '@/lib/auth/scope';
import { db } from '@/lib/db/client';
import type { Prisma } from '@/lib/db/generated/client';
import type { OutputOf, ParsedOf } from '@/lib/sms/operation';
import { page } from '@/lib/sms/schemas';
import { serve } from '@/lib/sms/serve';
import { listDiagnoseNotices } from './contract';
import { CALLBACK_FACT, callbackItem, SYMPTOM_FACT, symptomItem } from './notice-rows';

/** Messages are kept so long (silent-screens F4). */
const KEPT_MS = 90 * 24 * 3600_000;

const unitsOf = (actor: Actor): Prisma.EquipmentWhereInput => ({ AND: [{ deletedAt: null }, equipmentScope(actor, { focus: true })] });

/** Both kinds in one order: the first rows of each, as many as the page can need, decide which ones are on it. */
async function findDiagnose(actor: Actor, query: ParsedOf<typeof listDiagnoseNotices>): Promise<OutputOf<typeof listDiagnoseNotices>> {
  const kept = new Date(Date.now() - KEPT_MS);
  const [start, { dataGroups, symptomCategories, historyMonths }] = await Promise.all([historyStart(actor), strategyOf(actor)]);
  const isCut = start !== null && start > kept;
  const since = isCut ? start : kept;
  const take = query.pageIndex * query.pageSize;
  // Entrapment is never withheld by a data strategy (silent-screens B2).
  const callbacks: Prisma.CallbackWhereInput = { equipment: unitsOf(actor), OR: [{ createDate: { gte: since } }, { personTrapped: true, createDate: { gte: kept } }] };
  const symptoms: Prisma.SymptomWhereInput = { equipment: unitsOf(actor), createDate: { gte: since }, ...(symptomCategories === null ? {} : { category: { in: [...symptomCategories] } }) };
  const hasCallbacks = actor.authorities.has('CAMPUS_VIEW_CALLBACK_READ');
  const hasSymptoms = actor.authorities.has('SYMPTOM_READ') && dataGroups.includes('diagnostics');
  const [callbackRows, callbackTotal, symptomRows, symptomTotal] = await Promise.all([
    hasCallbacks ? db().callback.findMany({ where: callbacks, orderBy: [{ jobUpdateDate: 'desc' }, { callbackId: 'desc' }], take, select: CALLBACK_FACT }) : [],
    hasCallbacks ? db().callback.count({ where: callbacks }) : 0,
    hasSymptoms ? db().symptom.findMany({ where: symptoms, orderBy: [{ createDate: 'desc' }, { symptomId: 'desc' }], take, select: SYMPTOM_FACT }) : [],
    hasSymptoms ? db().symptom.count({ where: symptoms }) : 0,
  ]);
  const items = [
    ...callbackRows.map((row) => ({ at: row.jobUpdateDate.getTime(), item: callbackItem(row) })),
    ...symptomRows.map((row) => ({ at: row.createDate.getTime(), item: symptomItem(row, actor) })),
  ].sort((a, b) => b.at - a.at || (a.item.key < b.item.key ? 1 : -1));
  return {
    ...page(items.slice(take - query.pageSize, take).map(({ item }) => item), callbackTotal + symptomTotal, query),
    ...(isCut && historyMonths !== null ? { historyMonths } : {}),
  };
}

export const notificationServices = [serve(listDiagnoseNotices, ({ actor }, query) => findDiagnose(actor, query))];
