import { z } from 'zod';
import { storedSum } from '@/lib/features/facts/internal/stored-sum';
import { shownFrom } from '@/lib/features/facts/internal/read-figures';
import { unitDays } from '@/lib/features/facts/internal/unit-window';
import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import { strategyOf } from '@/lib/platform/strategy/limits';
import type { getRunDaily, RunDay } from './contract';
import { requireDays, SUM_COLUMNS, withheldOf } from './list';

const StoredDays = z.array(
  z.object({
    date: z.string(),
    runTimeCount: storedSum,
    runCount: storedSum,
    openDoorCount: storedSum,
    normalTimeCount: storedSum,
    errorTimeCount: storedSum,
    passengersCount: storedSum,
    flagged: z.boolean(),
  }),
);

const hoursOf = (seconds: number | null) => (seconds === null ? null : seconds / 3600);

/** Every day of the range, those without facts too. @throws validation_failed, access_denied, not_found, no_object_permission */
export async function findRunDays(
  actor: Actor,
  { equipmentNo, ...days }: ParsedOf<typeof getRunDaily>,
  now = Date.now(),
): Promise<RunDay[]> {
  const asked = requireDays(days, now);
  await requireEquipment(actor, equipmentNo);
  const [{ first }, { dataGroups }] = await Promise.all([shownFrom(actor, asked), strategyOf(actor)]);
  const withheld = Object.fromEntries(withheldOf(dataGroups).map((field) => [field, null]));
  const found = await db().$queryRaw`
    SELECT t.day::text AS date, ${SUM_COLUMNS}, coalesce(t.flagged, false) AS flagged
      FROM (${unitDays(equipmentNo, { from: first, until: asked.until })}) t ORDER BY t.day`;
  return StoredDays.parse(found).map((day) => ({
    ...day,
    runTimeCount: hoursOf(day.runTimeCount),
    normalTimeCount: hoursOf(day.normalTimeCount),
    errorTimeCount: hoursOf(day.errorTimeCount),
    ...withheld,
  }));
}
