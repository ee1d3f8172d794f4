import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText, gramFilter } from '@/lib/platform/db/name-grams';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { shownTime } from '@/lib/platform/strategy/limits';
import { THIRD_ONLINE, type queryTlGateways, type ThirdFilters, type ThirdKind } from './contract';

/** Gateways of other makers, a kind at a time (doc3 §2.15). */

type Where = Prisma.ThirdGatewayWhereInput;

function whereOf(actor: Actor, kind: ThirdKind, { equipmentNo, buildingName, branchName }: ThirdFilters): Where {
  return {
    AND: [
      { kind, equipment: equipmentScope(actor, { focus: true }) },
      ...(equipmentNo
        ? [{ equipment: { AND: [gramFilter(equipmentNo), { equipmentNo: containsText(equipmentNo) }] } }]
        : []),
      ...(buildingName
        ? [{ equipment: { AND: [gramFilter(buildingName), { buildingName: containsText(buildingName) }] } }]
        : []),
      ...(branchName ? [{ equipment: { branch: { branchName: containsText(branchName) } } }] : []),
    ],
  };
}

const SELECT = {
  id: true,
  equipmentNo: true,
  cubeNo: true,
  stepEquipmentNo: true,
  stepCubeId: true,
  onlineStatus: true,
  createDate: true,
  equipment: { select: { cubeNo: true, buildingName: true, branch: { select: { branchName: true } } } },
} as const satisfies Prisma.ThirdGatewaySelect;

const gateways = keyedList({
  name: 'queryThirdGateways',
  id: 'id',
  count: (where: Where) => db().thirdGateway.count({ where }),
  keys: (sql, stretch) => sql.thirdGateway.findMany({ ...stretch, select: { id: true } }),
  rows: (ids) => db().thirdGateway.findMany({ where: { id: { in: ids } }, select: SELECT }),
});

/** What an import says otherwise is nothing that we know (readings 71). */
const onlineOf = (stored: number) => THIRD_ONLINE.find((value) => value === stored) ?? 2;

/** A page of the gateways of one kind. */
export async function findThirdPage(
  actor: Actor,
  kind: ThirdKind,
  query: ParsedOf<typeof queryTlGateways>,
): Promise<OutputOf<typeof queryTlGateways>> {
  const { total, rows } = await gateways.page(actor, query, whereOf(actor, kind, query));
  const time = await shownTime(actor);
  const shown = rows.map(({ id: _id, equipment, onlineStatus, createDate, ...row }) => ({
    ...row,
    // Tilian speaks through the box of its unit.
    cubeNo: kind === 'tl' ? (row.cubeNo ?? equipment.cubeNo) : null,
    buildingName: equipment.buildingName,
    branchName: equipment.branch.branchName,
    onlineStatus: onlineOf(onlineStatus),
    createDate: time(createDate),
  }));
  return page(shown, total, query);
}
