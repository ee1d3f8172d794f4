import { cutToHistory, shownTimes, strategyOf } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { serve } from '@/lib/platform/contract/serve';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { EquipmentDay } from '@/lib/platform/db/generated/client';
import { formatDate, parseWallTime } from '@/lib/platform/i18n/format';
import { jobsOfDays } from '@/lib/features/maintenance/internal/jobs-of-days';
import { descriptionIn } from '@/lib/live/detector/rule-words';
import type { Language } from '@/lib/platform/i18n/languages';
import { TIME_ZONE, storedDay } from '@/lib/platform/i18n/shanghai';
import { getEquipmentHistory, HISTORY_DAYS, PLANNED_DAYS } from './contract';
import type { EquipmentHistory, HistoryDay } from './contract';

/** Each lane of the strip is one query with an end: 91 rows of facts, 91 of faults, 200 call-outs, 100 jobs. */

const DAY_MS = 86_400_000;
const MAX_CALLBACKS = 200;

const hours = (seconds: number) => Math.round(seconds / 36) / 100;

type Facts = Pick<EquipmentDay, 'day' | 'trips' | 'runSec' | 'faultSec' | 'serviceSec' | 'unknownSec'>;

function toDay(facts: Facts, hasFaults: boolean): HistoryDay {
  return {
    day: storedDay(facts.day),
    trips: facts.trips,
    runHours: facts.runSec === null ? null : hours(facts.runSec),
    stopHours: hasFaults ? hours(facts.faultSec) : null,
    serviceHours: hasFaults ? hours(facts.serviceSec) : null,
    unknownHours: hours(facts.unknownSec),
  };
}

function findDays(equipmentNo: string, from: string): Promise<Facts[]> {
  return db().equipmentDay.findMany({
    where: { equipmentNo, day: { gte: new Date(from) } },
    orderBy: { day: 'asc' },
    take: HISTORY_DAYS,
    select: { day: true, trips: true, runSec: true, faultSec: true, serviceSec: true, unknownSec: true },
  });
}

/** Days of Shanghai, whatever the zone of the session. */
function findFaults(equipmentNo: string, from: Date): Promise<EquipmentHistory['faults']> {
  return db().$queryRaw<EquipmentHistory['faults']>`
    SELECT to_char(start_at AT TIME ZONE ${TIME_ZONE}, 'YYYY-MM-DD') AS day,
           count(*)::int AS total,
           coalesce((array_agg(DISTINCT coalesce(nullif(title, ''), code)) FILTER (WHERE coalesce(nullif(title, ''), code) IS NOT NULL))[1:3], '{}') AS texts
    FROM equipment_event
    WHERE equipment_no = ${equipmentNo} AND start_at >= ${from} AND sub_type = 'error'
    GROUP BY 1 ORDER BY 1`;
}

/** @param from of call-outs of trapped persons: no data strategy withholds them */
async function findCallbacks(
  actor: Actor,
  equipmentNo: string,
  { from, shownFrom, language }: { from: Date; shownFrom: Date; language: Language },
) {
  const [rows, timeOf] = await Promise.all([
    db().callback.findMany({
      where: {
        equipmentNo,
        createDate: { gte: from },
        OR: [{ createDate: { gte: shownFrom } }, { personTrapped: true }],
      },
      orderBy: [{ createDate: 'desc' }, { callbackId: 'desc' }],
      take: MAX_CALLBACKS,
      select: {
        callbackId: true,
        createDate: true,
        jobStatus: true,
        personTrapped: true,
        callbackType: true,
        jobDescription: true,
      },
    }),
    shownTimes(actor),
  ]);
  const descriptionOf = descriptionIn(language);
  return rows.map(({ createDate, callbackType, jobDescription, ...row }) => ({
    ...row,
    createDate: timeOf(row.personTrapped)(createDate),
    day: formatDate(createDate),
    jobDescription: descriptionOf({ callbackType, jobDescription }),
  }));
}

/** @throws not_found, no_object_permission */
async function findHistory(
  actor: Actor,
  equipmentNo: string,
  language: Language,
  now = Date.now(),
): Promise<EquipmentHistory> {
  await requireEquipment(actor, equipmentNo);
  const endDate = formatDate(now);
  const startDate = formatDate(now - (HISTORY_DAYS - 1) * DAY_MS);
  const from = new Date(parseWallTime(startDate) ?? now);
  const [{ span, ...cut }, { dataGroups }] = await Promise.all([cutToHistory(actor, { gte: from }), strategyOf(actor)]);
  const shown = span.gte ?? from;
  const shownFrom = formatDate(shown);
  const hasFaults = dataGroups.includes('faults');
  const [days, faults, callbacks, maintenance] = await Promise.all([
    findDays(equipmentNo, shownFrom),
    hasFaults ? findFaults(equipmentNo, shown) : [],
    findCallbacks(actor, equipmentNo, { from, shownFrom: shown, language }),
    jobsOfDays(equipmentNo, shownFrom, formatDate(now + PLANNED_DAYS * DAY_MS)),
  ]);
  return {
    startDate,
    endDate,
    shownFrom,
    ...cut,
    hasFaults,
    days: days.map((facts) => toDay(facts, hasFaults)),
    faults,
    callbacks,
    maintenance,
  };
}

export const services = [
  serve(getEquipmentHistory, ({ actor, language }, { equipmentNo }) => findHistory(actor, equipmentNo, language)),
];
