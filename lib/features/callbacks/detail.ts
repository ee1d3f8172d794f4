import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { db } from '@/lib/platform/db/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { factsOf } from './clock-facts';
import { moveCallback } from './contract';
import type { CallbackDetail, StatusHistoryEntry } from './contract';
import { readCallbackSettings } from './internal/callback-settings';
import { requireCallback } from './internal/require-callback';
import { DETAIL_INCLUDE, toDetail, toHistory } from './shape';
import { requireKept, shownOf } from './internal/visible-callbacks';
import { slaClocks } from './sla-clocks';
import { movesFrom } from './shared/transitions';
import { callbackStatusOf } from './state';

/** One call-out as the caller may see it. */

/** @throws not_found, no_object_permission, access_denied (data strategy) */
export async function findCallback(actor: Actor, callbackId: string, language: Language): Promise<CallbackDetail> {
  await requireKept(actor, await requireCallback(actor, callbackId));
  const [row, rules, shown] = await Promise.all([
    db().callback.findUniqueOrThrow({ where: { callbackId }, include: DETAIL_INCLUDE }),
    readCallbackSettings(),
    shownOf(actor),
  ]);
  const now = Date.now();
  const moves = movesFrom(callbackStatusOf(row.jobStatus), {
    mayMove: may(actor, moveCallback),
    isErpMaster: rules.isErpMaster,
  });
  return toDetail(row, slaClocks(await factsOf(db(), row), rules.limits, now), moves, { shown, language, now });
}

/** @throws as findCallback */
export async function findHistory(actor: Actor, callbackId: string): Promise<StatusHistoryEntry[]> {
  const found = await requireCallback(actor, callbackId);
  await requireKept(actor, found);
  const [statuses, { timeOf }] = await Promise.all([
    db().callbackStatus.findMany({ where: { callbackId }, ...DETAIL_INCLUDE.statuses }),
    shownOf(actor),
  ]);
  return toHistory(statuses, timeOf(found));
}
