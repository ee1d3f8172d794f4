import { z } from 'zod';
import { limited, limitsOf } from '@/lib/live/realtime/server/stream-limits';
import { isLive } from '@/lib/live/units/age';
import { conditionOf, hasTechnician } from '@/lib/live/units/condition';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { isServing } from '@/lib/live/units/operating-plan';
import { ERROR_STATUS, unheardStatus } from '@/lib/live/units/value-sets';
import { readText } from '@/lib/live/units/values';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import { shownTime, strategyOf } from '@/lib/platform/strategy/limits';
import type { GroupUnit } from './contract';
import type { UnitWarning } from './value-sets';

/**
 * What the units of groups do now, as far as the caller's data strategy leaves it. Nothing is known of a unit that is not
 * heard (readings 242).
 */

const Row = z.object({
  equipment_no: z.string(),
  online_status: z.number(),
  error_status: z.number(),
  last_data_at: z.date().nullable(),
  live: z.record(z.string(), z.object({ value: z.unknown(), at: z.number() })),
});
type Row = z.output<typeof Row>;

export type UnitNow = Pick<GroupUnit, 'onlineStatus' | 'isLive' | 'lastDataAt' | 'running' | 'warnings'>;

/** The few values that say it: a group may have 200 units, and a unit many values. */
async function readUnits(equipmentNos: readonly string[]): Promise<Row[]> {
  if (equipmentNos.length === 0) return [];
  return z.array(Row).parse(
    await db().$queryRaw`
      SELECT equipment_no, online_status, error_status, last_data_at,
             jsonb_strip_nulls(jsonb_build_object(
               'operationmode', live -> 'operationmode', 'controlmode', live -> 'controlmode',
               'technicianonsite', live -> 'technicianonsite', 'errorstate', live -> 'errorstate',
               'connection', CASE WHEN connection IS NOT NULL THEN jsonb_build_object('value', connection, 'at', 0) END)) AS live
        FROM equipment_status WHERE equipment_no = ANY(${[...equipmentNos]})`,
  );
}

function warningsOf(
  { isFresh, hasError, isTechnician }: { isFresh: boolean; hasError: boolean; isTechnician: boolean },
  live: LiveStatus,
): UnitWarning[] {
  return [
    ...(isFresh ? [] : (['offline'] as const)),
    ...(hasError ? (['error'] as const) : []),
    ...(isFresh && readText(live.controlmode) === 'Local' ? (['local'] as const) : []),
    ...(isTechnician ? (['technician'] as const) : []),
  ];
}

/** @param now epoch ms */
export async function unitsNow(
  actor: Actor,
  equipmentNos: readonly string[],
  now: number,
): Promise<(unit: { readonly equipmentNo: string; readonly cubeNo: string | null }) => UnitNow> {
  const [rows, strategy, time] = await Promise.all([readUnits(equipmentNos), strategyOf(actor), shownTime(actor)]);
  const limits = limitsOf(strategy);
  const showsFaults = strategy.dataGroups.includes('faults');
  const units = new Map(
    rows.map((row) => {
      const { equipment_no: no, online_status: onlineStatus, error_status: errorStatus, last_data_at: seenAt } = row;
      const live = limited(row.live, limits);
      const heard = seenAt ? { isLive: isLive(seenAt.getTime(), now) } : {};
      const call = { onlineStatus, errorStatus: showsFaults ? errorStatus : ERROR_STATUS.unknown, entrapmentStatus: 0 };
      const condition = conditionOf({ ...call, ...heard }, live, true);
      const { isFresh, hasError } = condition;
      const unit: UnitNow = {
        onlineStatus,
        ...heard,
        ...(seenAt ? { lastDataAt: time(seenAt) } : {}),
        running: isFresh ? (isServing(readText(live.operationmode)) ?? null) : null,
        warnings: warningsOf({ isFresh, hasError, isTechnician: hasTechnician(condition, live) }, live),
      };
      return [no, unit] as const;
    }),
  );
  return ({ equipmentNo, cubeNo }) =>
    units.get(equipmentNo) ?? { onlineStatus: unheardStatus(cubeNo), running: null, warnings: ['offline'] };
}
