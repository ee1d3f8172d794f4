import { z } from 'zod';
import { shownFrom } from '@/lib/features/facts/internal/read-figures';
import { storedSum } from '@/lib/features/facts/internal/stored-sum';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import { strategyOf } from '@/lib/platform/strategy/limits';
import type { EnergyDay, getEnergyDaily } from './contract';
import { daysOfMonths } from './months';

const StoredDays = z.array(
  z.object({
    date: z.string(),
    energyCount: storedSum,
    operationCount: storedSum,
    runSec: storedSum,
    fullSec: storedSum,
    crawlSec: storedSum,
    standbySec: storedSum,
    savedCount: storedSum,
    flagged: z.boolean(),
  }),
);

const hoursOf = (seconds: number | null) => (seconds === null ? null : seconds / 3600);

/** Every day of the months up to today, those without a row too. @throws validation_failed, access_denied, not_found, no_object_permission */
export async function findDays(
  actor: Actor,
  { equipmentNo, ...months }: ParsedOf<typeof getEnergyDaily>,
  now = Date.now(),
): Promise<EnergyDay[]> {
  const asked = daysOfMonths(months, now);
  const { displayType } = await requireEquipment(actor, equipmentNo);
  const [{ first }, { dataGroups }] = await Promise.all([shownFrom(actor, asked), strategyOf(actor)]);
  const hasEnergy = dataGroups.includes('energy');
  const hasSpeeds = displayType === 'ES' || displayType === 'WW';
  const found = await db().$queryRaw`
    SELECT g::date::text AS date, d.energy_kwh AS "energyCount", d.trips AS "operationCount", d.run_sec AS "runSec", d.full_sec AS "fullSec", d.crawl_sec AS "crawlSec",
           d.standby_sec AS "standbySec", d.saved_kwh AS "savedCount", coalesce(d.flagged, false) AS flagged
      FROM generate_series(${first}::date, ${asked.until}::date, '1 day') g
      LEFT JOIN equipment_day d ON d.equipment_no = ${equipmentNo} AND d.day = g::date ORDER BY g`;
  const speed = (seconds: number | null) => (hasSpeeds ? hoursOf(seconds) : null);
  return StoredDays.parse(found).map(({ runSec, fullSec, crawlSec, standbySec, ...day }) => ({
    ...day,
    energyCount: hasEnergy ? day.energyCount : null,
    operationHours: hoursOf(runSec),
    fullHours: speed(fullSec),
    crawlHours: speed(crawlSec),
    standbyHours: speed(standbySec),
    savedCount: hasEnergy && hasSpeeds ? day.savedCount : null,
  }));
}
