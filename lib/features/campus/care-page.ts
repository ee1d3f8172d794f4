import { strategyOf } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { readTrappedUnits } from '@/lib/live/scope/trapped-units';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { ERROR_STATUS, ONLINE_STATUS } from '@/lib/live/units/value-sets';
import { page } from '@/lib/platform/contract/schemas';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import type { CampusPage } from './contract';
import { NEEDS } from './needs-care';
import type { CareNeed } from './needs-care';
import { WALL_DISPLAY_TYPES } from './value-sets';
import { WALL_UNIT, wallUnitOf } from './wall-unit';

/** The wall of a branch or of head office on which nothing was chosen (readings 124): the units in need, worst first. */

/** The needs of `needs-care.ts` as conditions of the database; a unit with a box that was never heard is offline. */
type NeedWhere = Readonly<Record<CareNeed, Prisma.EquipmentWhereInput>>;
const needWhere = (trapped: ReadonlySet<string>): NeedWhere => ({
  trapped: { equipmentNo: { in: [...trapped] } },
  fault: { status: { errorStatus: ERROR_STATUS.faulty } },
  disconnected: { status: { onlineStatus: ONLINE_STATUS.disconnected } },
  held: { status: { onlineStatus: ONLINE_STATUS.online, connection: 'offline' } },
  offline: { OR: [{ status: { onlineStatus: ONLINE_STATUS.offline } }, { status: null, cubeNo: { not: null } }] },
});

/** Every unit in its worst need only. */
function bandsOf(
  units: Prisma.EquipmentWhereInput,
  needs: readonly CareNeed[],
  whereOf: NeedWhere,
): Prisma.EquipmentWhereInput[] {
  return needs.map((need, index) => ({
    AND: [units, whereOf[need], ...needs.slice(0, index).map((worse) => ({ NOT: whereOf[worse] }))],
  }));
}

/** Did the caller choose units, whether they may still be seen or not? */
async function hasChosen({ username }: Actor): Promise<boolean> {
  return (await db().campusViewEquipment.findFirst({ where: { username }, select: { equipmentNo: true } })) !== null;
}

/**
 * A page of the units of the scope that need care; undefined where the caller's own choice is to be shown: customers always
 * (cover 3 stays theirs), and everybody who chose or whose scope is empty.
 * @param inScope the caller's units, scope and focus
 */
export async function findCarePage(
  actor: Actor,
  inScope: Prisma.EquipmentWhereInput,
  { pageIndex, pageSize }: { pageIndex: number; pageSize: number },
): Promise<CampusPage | undefined> {
  if (isCustomer(actor) || (await hasChosen(actor))) return undefined;
  const units: Prisma.EquipmentWhereInput = { AND: [inScope, { displayType: { in: [...WALL_DISPLAY_TYPES] } }] };
  if ((await db().equipment.findFirst({ where: units, select: { equipmentNo: true } })) === null) return undefined;
  const showsFaults = (await strategyOf(actor)).dataGroups.includes('faults');
  const bands = bandsOf(
    units,
    NEEDS.filter((need) => showsFaults || need !== 'fault'),
    needWhere(await readTrappedUnits()),
  );
  const counts = await Promise.all(bands.map((where) => db().equipment.count({ where })));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const from = (pageIndex - 1) * pageSize;
  let before = 0;
  const parts = await Promise.all(
    bands.map((where, index) => {
      const count = counts[index] ?? 0;
      const skip = Math.max(0, from - before);
      const take = Math.max(0, Math.min(count, from + pageSize - before) - skip);
      before += count;
      return take === 0
        ? []
        : db().equipment.findMany({
            where,
            orderBy: [{ equipmentName: 'asc' }, { equipmentNo: 'asc' }],
            skip,
            take,
            select: WALL_UNIT,
          });
    }),
  );
  return page(
    parts.flat().flatMap((unit, index) => wallUnitOf(unit, from + index, null)),
    total,
    { pageIndex, pageSize },
  );
}
