import type { Actor } from '@/lib/platform/contract/actor';
import { may } from '@/lib/platform/contract/access';
import { requireRow } from '@/lib/platform/auth/require-row';
import { equipmentScope } from '@/lib/platform/auth/scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { moveCallback } from './contract';
import type { CallbackDetail, StatusHistoryEntry } from './contract';
import { readRules } from './rules';
import { DETAIL_INCLUDE, stateOf, toDetail, toHistory } from './shape';
import type { StoredDetail } from './shape';
import { requireKept, shownOf } from './shown';
import { slaClocks } from './sla-clocks';
import { movesFrom } from './transitions';

/** One call-out as the caller may see it. */

/** A unit that is gone takes its call-outs along. */
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

/** When the trouble of a detected call-out began (readings 128). */
async function eventStart({ callbackId, callbackType }: StoredDetail): Promise<number | undefined> {
  if (callbackType !== 'Telemonitoring Breakdown') return undefined;
  const symptom = await db().symptom.findFirst({
    where: { callbackId, eventDate: { not: null } },
    orderBy: { eventDate: 'asc' },
    select: { eventDate: true },
  });
  return symptom?.eventDate?.getTime();
}

/** The release that somebody entered, else the end of the unit's entrapment (silent-screens F3). */
async function releaseOf({ equipmentNo, personTrapped, releaseDate, createDate, closeDate }: StoredDetail) {
  if (!personTrapped) return undefined;
  if (releaseDate) return releaseDate.getTime();
  const event = await db().equipmentEvent.findFirst({
    where: {
      equipmentNo,
      subType: 'entrapment',
      endAt: { not: null, gte: createDate, ...(closeDate ? { lte: closeDate } : {}) },
    },
    orderBy: { endAt: 'asc' },
    select: { endAt: true },
  });
  return event?.endAt?.getTime();
}

async function clocksOf(row: StoredDetail, now: number, limits: Parameters<typeof slaClocks>[1]) {
  const [eventAt, releasedAt] = await Promise.all([eventStart(row), releaseOf(row)]);
  const createdAt = row.createDate.getTime();
  return slaClocks(
    {
      createdAt,
      ...(eventAt === undefined ? {} : { eventAt }),
      ...(row.personTrapped ? { trappedAt: row.trappedDate?.getTime() ?? createdAt } : {}),
      ...(releasedAt === undefined ? {} : { releasedAt }),
      hasDistrict: Boolean(row.equipment.district),
      steps: row.statuses.map(({ status, updateTime }) => ({ status: stateOf(status), at: updateTime.getTime() })),
    },
    limits,
    now,
  );
}

/** @throws not_found, no_object_permission, access_denied (data strategy) */
export async function findCallback(actor: Actor, callbackId: string): Promise<CallbackDetail> {
  await requireKept(actor, await requireCallback(actor, callbackId));
  const [row, rules, shown] = await Promise.all([
    db().callback.findUniqueOrThrow({ where: { callbackId }, include: DETAIL_INCLUDE }),
    readRules(),
    shownOf(actor),
  ]);
  const now = Date.now();
  const moves = movesFrom(stateOf(row.jobStatus), {
    mayMove: may(actor, moveCallback),
    isInScope: true,
    isErpMaster: rules.isErpMaster,
  });
  return toDetail(row, await clocksOf(row, now, rules.limits), moves, shown, now);
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
