import type { CampusEquipment } from '@/lib/features/campus/contract';

/** Values of the settings dialog. The order of `equipmentList` is the order on the wall. */
export interface SettingsForm {
  campusView: { title: string; logo: string | null; background: string | null };
  equipmentList: Pick<
    CampusEquipment,
    'equipmentNo' | 'equipmentNickName' | 'equipmentType' | 'companyCode' | 'position'
  >[];
}

/** Moves one entry to a place as people count it, 1..n. */
export function moveTo<T>(list: readonly T[], from: number, place: number): T[] {
  const rest = list.filter((_, index) => index !== from);
  const moved = list[from];
  if (moved === undefined) return [...list];
  rest.splice(place - 1, 0, moved);
  return rest;
}
