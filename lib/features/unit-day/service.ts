import { getCallback } from '@/lib/features/callbacks/contract';
import { wordsOfCodes } from '@/lib/features/dictionaries/internal/codes';
import { cut, overlaps, seconds } from '@/lib/features/facts/internal/intervals';
import { downOf } from '@/lib/features/facts/internal/day-figures';
import { readDays } from '@/lib/features/facts/internal/read-days';
import type { CallOut } from '@/lib/features/facts/internal/day-figures';
import type { Interval } from '@/lib/features/facts/internal/intervals';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import { seesDatesOnly, strategyOf } from '@/lib/platform/strategy/limits';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';
import { getUnitDay, MAX_FAULTS } from './contract';
import type { UnitDay, UnitFault } from './contract';
import { dayAxis, faultDays, hoursOf, silenceOf, stopsOf, weekDays } from './lanes';

/** Every page of the unit asks once a minute: each table is read by its key or by unit and time, with an end. */

async function readHours(equipmentNo: string, [from]: Interval) {
  const rows = await db().equipmentHour.findMany({
    where: { equipmentNo, hour: { gte: new Date(from) } },
    orderBy: { hour: 'asc' },
  });
  return rows.map(({ hour, trips, openings, reversals, runSec, partial }) => ({
    hour: hour.getTime(),
    trips,
    openings,
    reversals,
    runSec,
    partial,
  }));
}

/** Days of Shanghai, whatever the zone of the session. */
async function countFaults(equipmentNo: string, since: number): Promise<Map<string, number>> {
  const rows = await db().$queryRaw<{ day: string; total: number }[]>`
    SELECT to_char(start_at AT TIME ZONE ${TIME_ZONE}, 'YYYY-MM-DD') AS day, count(*)::int AS total
      FROM equipment_event
     WHERE equipment_no = ${equipmentNo} AND start_at >= ${new Date(since)} AND sub_type = 'error'
     GROUP BY 1`;
  return new Map(rows.map(({ day, total }) => [day, total]));
}

const readFaults = (equipmentNo: string, since: number) =>
  db().equipmentEvent.findMany({
    where: { equipmentNo, startAt: { gte: new Date(since) }, subType: 'error' },
    orderBy: [{ startAt: 'desc' }, { id: 'desc' }],
    take: MAX_FAULTS,
    select: {
      id: true,
      code: true,
      title: true,
      message: true,
      startAt: true,
      endAt: true,
      objectStatus: true,
      inspection: { select: { callbackId: true } },
    },
  });
type FaultRow = Awaited<ReturnType<typeof readFaults>>[number];

/** The call-out that a fault is known to belong to, else the one that was open while it lasted. */
function callOutOf(known: string | null | undefined, at: Interval, callOuts: readonly CallOut[]): CallOut | undefined {
  return (
    callOuts.find(({ callbackId }) => callbackId === known) ??
    callOuts.find((one) => one.state !== 'cancelled' && overlaps(one.at, at))
  );
}

interface UnitDayContext {
  readonly isDatesOnly: boolean;
  readonly callOuts: readonly CallOut[];
  readonly now: number;
  readonly language: Language;
}

async function toFaults(
  rows: readonly FaultRow[],
  { isDatesOnly, callOuts, now, language }: UnitDayContext,
): Promise<UnitFault[]> {
  const words = await wordsOfCodes(
    rows.flatMap(({ code }) => code ?? []),
    language,
  );
  return rows.flatMap(({ id, code, title, message, startAt, endAt, objectStatus, inspection }) => {
    if (startAt === null) return [];
    const start = startAt.getTime();
    const lasts = endAt === null && objectStatus;
    const end = endAt?.getTime() ?? (lasts ? now : start + 1);
    const callOut = callOutOf(inspection?.callbackId, [start, Math.max(end, start + 1)], callOuts);
    return {
      id: String(id),
      day: formatDate(startAt),
      at: isDatesOnly ? null : start,
      until: isDatesOnly ? null : (endAt?.getTime() ?? null),
      lasts,
      code: code ?? '',
      text: (code === null ? undefined : words.get(code)?.text) || title || message || '',
      callback: callOut ? { callbackId: callOut.callbackId, state: callOut.state } : null,
    };
  });
}

/** @throws not_found, no_object_permission */
async function findUnitDay(actor: Actor, equipmentNo: string, language: Language, now = Date.now()): Promise<UnitDay> {
  await requireEquipment(actor, equipmentNo);
  const [{ dataGroups }, isDatesOnly] = await Promise.all([strategyOf(actor), seesDatesOnly(actor)]);
  const [hasCounters, hasFaults] = [dataGroups.includes('live'), dataGroups.includes('faults')];
  const days = weekDays(now);
  const since = parseWallTime(days[0] ?? '') ?? now;
  const axis = dayAxis(now);
  const isTimed = !isDatesOnly;
  const [units, hours, counts, rows] = await Promise.all([
    readDays([equipmentNo], [since, now], now),
    hasCounters && isTimed ? readHours(equipmentNo, axis) : [],
    hasFaults ? countFaults(equipmentNo, since) : new Map<string, number>(),
    hasFaults ? readFaults(equipmentNo, since) : [],
  ]);
  const week = units[0]?.day;
  const callOuts = may(actor, getCallback) ? (week?.callOuts ?? []) : [];
  const silent = week ? silenceOf(week, axis) : [axis];
  return {
    equipmentNo,
    from: isTimed ? axis[0] : null,
    until: isTimed ? axis[1] : null,
    withheld: [
      ...(hasCounters ? [] : (['live'] as const)),
      ...(hasFaults ? [] : (['faults'] as const)),
      ...(isTimed ? [] : (['times'] as const)),
    ],
    hours: hasCounters && isTimed ? hoursOf(hours, axis, silent) : [],
    stops: hasFaults && isTimed && week ? stopsOf(week, axis) : [],
    silent: isTimed ? silent.map(([from, until]) => ({ from, until })) : [],
    days: hasFaults && week ? faultDays(days, counts, week) : [],
    faultTotal: hasFaults ? [...counts.values()].reduce((sum, one) => sum + one, 0) : null,
    stopSec: hasFaults && week ? seconds(cut(downOf(week), week.window)) : null,
    faults: await toFaults(rows, { isDatesOnly, callOuts, now, language }),
  };
}

export const services = [
  serve(getUnitDay, ({ actor, language }, { equipmentNo }) => findUnitDay(actor, equipmentNo, language)),
];
