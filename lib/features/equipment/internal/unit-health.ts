import { unhealthyUnits } from '@/lib/live/scope/shown-calls';
import { unitsShown } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import { historyStart } from '@/lib/platform/strategy/limits';
import type { EquipmentFilters } from '../contract';
import type { StateFilter } from './equipment-where';

/** Units that a filter or its opposite names one by one: more are no longer a list to work through. */
const MOST = 10_000;

/** Turns `unhealthy` into the units that it means (silent-screens F5). */
export async function withHealth<Q extends Partial<EquipmentFilters> & StateFilter>(
  actor: Actor,
  query: Q,
): Promise<Q> {
  if (query.unhealthy === undefined) return query;
  const shown = { units: unitsShown(actor), keptSince: await historyStart(actor) };
  const rows = await db().$queryRaw<{ equipment_no: string }[]>`
    ${unhealthyUnits(shown, Date.now())} ORDER BY count(*) DESC, 1 LIMIT ${MOST}`;
  const units = rows.map((row) => row.equipment_no);
  return { ...query, health: query.unhealthy === 1 ? { in: units } : { notIn: units } };
}
