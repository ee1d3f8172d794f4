import { lastFloor } from '@/lib/live/units/age';
import type { Prisma } from '@/lib/platform/db/generated/client';

interface EntrapmentPlace {
  readonly name: string;
  /** With the building; empty: nobody wrote it. */
  readonly address: string;
  /** Label of the last known one, unless the box was silent already when it happened. */
  readonly floor: string | undefined;
}

/**
 * Where a unit is, in the words of a text message to whoever drives there.
 * @param since when the trouble began
 */
export async function placeOf(
  sql: Pick<Prisma.TransactionClient, 'equipment'>,
  equipmentNo: string,
  since: Date,
): Promise<EntrapmentPlace> {
  const unit = await sql.equipment.findUniqueOrThrow({
    where: { equipmentNo },
    select: {
      equipmentName: true,
      address: true,
      buildingName: true,
      status: { select: { live: true, lastDataAt: true } },
    },
  });
  return {
    name: unit.equipmentName,
    address: [unit.address, unit.buildingName].filter(Boolean).join(' '),
    floor: lastFloor(unit.status, since.getTime()),
  };
}
