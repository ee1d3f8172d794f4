import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDateTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { clockedCallback, factsOf } from './clock-facts';
import { moveCallback } from './contract';
import type { CallbackDetail, StatusHistoryEntry } from './contract';
import { readRules } from './rules';
import { DETAIL_INCLUDE, toClock, toDetail, toHistory } from './shape';
import { requireKept, shownOf } from './visible-callbacks';
import { slaClocks } from './sla-clocks';
import { movesFrom } from './transitions';
import { callbackStatusOf } from './state';

/** One call-out as the caller may see it. */

/** The call-outs of a deleted unit are not shown. */
const ON_LIVE_UNIT: Prisma.CallbackWhereInput = { equipment: { deletedAt: null } };

/** @throws not_found, no_object_permission */
export function requireCallback(actor: Actor, callbackId: string) {
  return requireRow(
    (within: Prisma.CallbackWhereInput) =>
      db().callback.findFirst({
        where: { AND: [{ callbackId }, ON_LIVE_UNIT, within] },
        select: { callbackId: true, equipmentNo: true, branchCode: true, createDate: true, personTrapped: true },
      }),
    { equipment: equipmentScope(actor, { focus: false }) },
  );
}

/** @throws not_found, no_object_permission, access_denied (data strategy) */
export async function findCallback(actor: Actor, callbackId: string, language: Language): Promise<CallbackDetail> {
  await requireKept(actor, await requireCallback(actor, callbackId));
  const [row, rules, shown] = await Promise.all([
    db().callback.findUniqueOrThrow({ where: { callbackId }, include: DETAIL_INCLUDE }),
    readRules(),
    shownOf(actor),
  ]);
  const now = Date.now();
  const moves = movesFrom(callbackStatusOf(row.jobStatus), {
    mayMove: may(actor, moveCallback),
    isInScope: true,
    isErpMaster: rules.isErpMaster,
  });
  return toDetail(row, slaClocks(await factsOf(db(), row), rules.limits, now), moves, { shown, language, now });
}

/**
 * Clocks and states of a call-out for the technician who works on it (readings 245): to the second, whatever a data
 * strategy hides from accounts.
 */
export async function workOf(callbackId: string): Promise<Pick<CallbackDetail, 'sla' | 'statusHistory'>> {
  const [row, { limits }] = await Promise.all([clockedCallback(db(), callbackId), readRules()]);
  if (!row) return { sla: [], statusHistory: [] };
  const now = Date.now();
  const readings = slaClocks(await factsOf(db(), row), limits, now);
  return {
    sla: readings.map((reading) => toClock(reading, formatDateTime, true, now)),
    statusHistory: toHistory(
      row.statuses.map((one) => ({ ...one, reason: null, expectedReturnDate: null })),
      formatDateTime,
    ),
  };
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
