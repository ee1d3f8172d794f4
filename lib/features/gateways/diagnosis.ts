import { portNumbers } from '@/lib/features/cubes/internal/box-numbers';
import { requireCube } from '@/lib/features/cubes/internal/own-boxes';
import { openSymptomsOf } from '@/lib/features/symptoms/internal/open-symptoms';
import { hourlyMessages, keptMessages } from '@/lib/live/telemetry/traffic';
import { shownAccounts } from '@/lib/platform/auth/scope/account-names';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import { seesDatesOnly, shownTime, strategyOf } from '@/lib/platform/strategy/limits';
import { DATA_GROUPS } from '@/lib/platform/strategy/shapes';
import { DIAGNOSED_HOURS, MAX_MESSAGES, MAX_REJECTS, type CubeDiagnosis, type CubeHistoryRow } from './contract';

/**
 * Helps to find out why a box does not send: messages per hour, its last messages, what was refused (silent-screens
 * A1).
 */

const HOUR_MS = 3_600_000;
const MAX_HISTORY = 200;

/** The live units of a box or of the ports of a pro gateway. */
async function unitsOf(cubeNo: string, isPro: boolean): Promise<string[]> {
  const units = await db().equipment.findMany({
    where: { deletedAt: null, cubeNo: isPro ? { in: portNumbers(cubeNo) } : cubeNo },
    select: { equipmentNo: true },
  });
  return units.map(({ equipmentNo }) => equipmentNo);
}

/** A box's messages contain times and values of every kind: only readers without limits see them. */
async function seesRawWords(actor: Actor): Promise<boolean> {
  const [{ dataGroups }, isMasked] = await Promise.all([strategyOf(actor), seesDatesOnly(actor)]);
  return !isMasked && DATA_GROUPS.every((group) => dataGroups.includes(group));
}

/** @throws not_found, no_object_permission */
export async function diagnose(actor: Actor, cubeNo: string, now = Date.now()): Promise<CubeDiagnosis> {
  const box = await requireCube(db(), actor, cubeNo);
  const [time, isRaw, rejects, units] = await Promise.all([
    shownTime(actor),
    seesRawWords(actor),
    db().ingestReject.findMany({ where: { cubeNo }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: MAX_REJECTS }),
    unitsOf(cubeNo, box.kind === 'pro'),
  ]);
  const from = now - (now % HOUR_MS) - (DIAGNOSED_HOURS - 1) * HOUR_MS;
  return {
    lastDataAt: box.lastDataAt && time(box.lastDataAt),
    state: box.state,
    fwVersion: box.fwVersion,
    hoursFrom: time(from),
    messagesPerHour: hourlyMessages(box.traffic, from, DIAGNOSED_HOURS),
    reconnects24h: box.reconnects24h,
    clockDriftSec: box.clockDriftSec,
    rejects: rejects.map(({ at, topic, code, message }) => ({ at: time(at), topic, code, message })),
    lastMessages: (isRaw ? keptMessages(box.traffic) : [])
      .slice(0, MAX_MESSAGES)
      .map(({ at, topic, payload }) => ({ at: time(at), topic, payload })),
    isWithheld: !isRaw,
    symptoms: await openSymptomsOf(actor, units, 'F'),
  };
}

/** @throws not_found, no_object_permission */
export async function findCubeHistory(actor: Actor, cubeNo: string): Promise<CubeHistoryRow[]> {
  await requireCube(db(), actor, cubeNo);
  const rows = await db().cubeHistory.findMany({
    where: { cubeNo },
    orderBy: [{ createDate: 'desc' }, { id: 'desc' }],
    take: MAX_HISTORY,
  });
  const [time, accountOf] = await Promise.all([
    shownTime(actor),
    shownAccounts(
      actor,
      rows.map(({ operator }) => operator),
    ),
  ]);
  return rows.map(({ action, equipmentNo, reason, operator, createDate }) => ({
    action,
    equipmentNo,
    reason,
    operator: accountOf(operator)?.nickName ?? null,
    createDate: time(createDate),
  }));
}
