import { unhealthyUnits } from '@/lib/live/scope/shown-calls';
import { unitsShown } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { historyStart } from '@/lib/platform/strategy/limits';

/** Units that a filter or its opposite names one by one: more are no longer a list to work through. */
const MOST = 10_000;

/** Unhealthy units, or all others (silent-screens F5). */
export async function healthFilter(actor: Actor, isUnhealthy: boolean): Promise<Prisma.EquipmentWhereInput> {
  const shown = { units: unitsShown(actor), keptSince: await historyStart(actor) };
  const rows = await db().$queryRaw<{ equipment_no: string }[]>`
    ${unhealthyUnits(shown, Date.now())} ORDER BY count(*) DESC, 1 LIMIT ${MOST}`;
  const units = rows.map((row) => row.equipment_no);
  return { equipmentNo: isUnhealthy ? { in: units } : { notIn: units } };
}
