import type { Actor } from '@/lib/platform/contract/actor';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { ONLINE_STATUS } from '@/lib/live/units/value-sets';
import { expressZonesOf, floorsOf } from '@/lib/live/units/floors';
import { strategyOf } from '@/lib/platform/strategy/limits';
import { hasCamera } from '@/lib/live/units/camera';
import type { CampusEquipment } from './contract';
import { WALL_DISPLAY_TYPES } from './value-sets';

/** What of a unit stands on a wall. */
export const WALL_UNIT = {
  equipmentNo: true,
  equipmentName: true,
  equipmentType: true,
  companyCode: true,
  displayType: true,
  totalFloors: true,
  floorMapping: true,
  video: true,
  dhVideo: true,
  status: { select: { onlineStatus: true } },
} as const satisfies Prisma.EquipmentSelect;
type StoredWallUnit = Prisma.EquipmentGetPayload<{ select: typeof WALL_UNIT }>;

/** The unit as the wall gets it; none for kinds without a tile. */
export function wallUnitOf(
  {
    equipmentNo,
    equipmentName,
    equipmentType,
    companyCode,
    displayType,
    totalFloors,
    floorMapping,
    ...unit
  }: StoredWallUnit,
  position: number,
  nickName: string | null,
): CampusEquipment[] {
  const kind = WALL_DISPLAY_TYPES.find((member) => member === displayType);
  if (kind === undefined) return [];
  const isElevator = kind === 'EV';
  return [
    {
      equipmentNo,
      equipmentNickName: nickName || equipmentName,
      equipmentType,
      companyCode: companyCode ?? '',
      isEquipOnline: unit.status?.onlineStatus === ONLINE_STATUS.online ? 1 : 0,
      position,
      displayType: kind,
      camera: hasCamera(unit) ? 1 : 0,
      totalFloors: isElevator ? totalFloors : null,
      expressZones:
        isElevator && floorMapping !== null
          ? expressZonesOf(floorsOf({ floorMapping: JSON.stringify(floorMapping), totalFloors }))
          : [],
    },
  ];
}

/** The units as the caller's data strategy leaves them: without its group there is no camera (silent-screens B2). */
export async function limitedWallUnit<T extends CampusEquipment>(actor: Actor, units: readonly T[]): Promise<T[]> {
  const { dataGroups } = await strategyOf(actor);
  return dataGroups.includes('video') ? [...units] : units.map((unit) => ({ ...unit, camera: 0 }));
}
