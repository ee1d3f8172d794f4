import { historyStart, shownTime, strategyOf } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { serve } from '@/lib/platform/contract/serve';
import type { Language } from '@/lib/platform/i18n/languages';
import { hasAuthority } from '@/lib/platform/contract/authorities';
import { acknowledge } from './internal/acknowledge-notices';
import {
  acknowledgeNotices,
  countUnread,
  getNoticeDelay,
  getStripSettings,
  listDiagnoseNotices,
  listEventNotices,
  listNoticeSwitches,
  listServiceNotices,
  markNoticesRead,
  saveNoticeDelay,
  saveNoticeSwitches,
  saveStripSettings,
} from './contract';
import { findEventNotices, findServiceNotices } from './lists';
import { CALLBACK_FACT, callbackItem, SYMPTOM_FACT, symptomItem } from './notice-rows';
import { keptSince } from './internal/readable-notifications';
import { markRead, unreadCounts } from './read-state';
import { readDelay, readStrip, readSwitches, saveDelay, saveStrip, saveSwitches } from './settings';
import { visibleCallbacks, visibleSymptoms } from './internal/notification-limits';

const unitsOf = (actor: Actor): Prisma.EquipmentWhereInput => equipmentScope(actor, { focus: true });

/** Both kinds in one order: reading as many first rows of each as the page can need decides which are on it. */
async function findDiagnose(
  actor: Actor,
  query: ParsedOf<typeof listDiagnoseNotices>,
  language: Language,
): Promise<OutputOf<typeof listDiagnoseNotices>> {
  const kept = keptSince(Date.now());
  const [start, strategy, time] = await Promise.all([historyStart(actor), strategyOf(actor), shownTime(actor)]);
  const since = start !== null && start > kept ? start : null;
  const take = query.pageIndex * query.pageSize;
  const callbacks: Prisma.CallbackWhereInput = {
    equipment: unitsOf(actor),
    createDate: { gte: kept },
    ...visibleCallbacks(since),
  };
  const symptoms: Prisma.SymptomWhereInput = {
    equipment: unitsOf(actor),
    createDate: { gte: kept },
    ...visibleSymptoms(strategy, since),
  };
  const hasCallbacks = hasAuthority(actor, 'CAMPUS_VIEW_CALLBACK_READ');
  const hasSymptoms = hasAuthority(actor, 'SYMPTOM_READ');
  const [callbackRows, callbackTotal, symptomRows, symptomTotal] = await Promise.all([
    hasCallbacks
      ? db().callback.findMany({
          where: callbacks,
          orderBy: [{ jobUpdateDate: 'desc' }, { callbackId: 'desc' }],
          take,
          select: CALLBACK_FACT,
        })
      : [],
    hasCallbacks ? db().callback.count({ where: callbacks }) : 0,
    hasSymptoms
      ? db().symptom.findMany({
          where: symptoms,
          orderBy: [{ createDate: 'desc' }, { symptomId: 'desc' }],
          take,
          select: SYMPTOM_FACT,
        })
      : [],
    hasSymptoms ? db().symptom.count({ where: symptoms }) : 0,
  ]);
  const items = [
    ...callbackRows.map((row) => ({ at: row.jobUpdateDate.getTime(), item: callbackItem(row, time, language) })),
    ...symptomRows.map((row) => ({ at: row.createDate.getTime(), item: symptomItem(row, actor, time, language) })),
  ].sort((a, b) => b.at - a.at || (a.item.key < b.item.key ? 1 : -1));
  return {
    ...page(
      items.slice(take - query.pageSize, take).map(({ item }) => item),
      callbackTotal + symptomTotal,
      query,
    ),
    ...(since !== null && strategy.historyMonths !== null ? { historyMonths: strategy.historyMonths } : {}),
  };
}

export const services = [
  serve(listDiagnoseNotices, ({ actor, language }, query) => findDiagnose(actor, query, language)),
  serve(listEventNotices, ({ actor, language }, query) => findEventNotices(actor, query, language)),
  serve(listServiceNotices, ({ actor, language }, query) => findServiceNotices(actor, query, language)),
  serve(markNoticesRead, ({ actor }, input) => markRead(actor, input)),
  serve(countUnread, ({ actor }) => unreadCounts(actor)),
  serve(acknowledgeNotices, ({ actor }, { notificationIds }) => acknowledge(actor, notificationIds)),
  serve(listNoticeSwitches, ({ actor }) => readSwitches(actor.username)),
  serve(saveNoticeSwitches, ({ actor }, input) => saveSwitches(actor.username, input)),
  serve(getNoticeDelay, ({ actor }) => readDelay(actor.username)),
  serve(saveNoticeDelay, ({ actor }, input) => saveDelay(actor.username, input)),
  serve(getStripSettings, ({ actor }) => readStrip(actor.username)),
  serve(saveStripSettings, ({ actor }, input) => saveStrip(actor.username, input)),
];
