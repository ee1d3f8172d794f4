import type { DisplayType } from '@/lib/live/units/value-sets';

/** Which picture of the unit's page fits (doc2 §2.4): by kind, and by what its product line says of its build. Pure. */

export const UNIT_PICTURES = [
  'traction',
  'machineRoomLess',
  'highSpeed',
  'panorama',
  'freight',
  'hydraulic',
  'platform',
  'escalator',
  'heavyEscalator',
  'walk',
  'other',
] as const;
export type UnitPicture = (typeof UNIT_PICTURES)[number];

/** The first that fits; words as product lines and people use them, in either language. */
const ELEVATORS: readonly (readonly [UnitPicture, RegExp])[] = [
  ['freight', /cargo|freight|goods|货/i],
  ['panorama', /pano|observ|scenic|观光/i],
  ['hydraulic', /hydr|液压/i],
  ['platform', /platform|平台/i],
  ['machineRoomLess', /\bmrl\b|machine[- ]?room[- ]?less|无机房/i],
  ['highSpeed', /\bhs\b|high[- ]?speed|高速/i],
];
const HEAVY_ESCALATOR = /\bt\b|transit|heavy|metro|公交|公共交通|重载/i;

interface Unit {
  readonly displayType: DisplayType;
  readonly equipmentType: string;
  readonly productLine: string | null;
}

export function pictureOf({ displayType, equipmentType, productLine }: Unit): UnitPicture {
  const line = productLine ?? '';
  switch (displayType) {
    case 'EV':
      if (equipmentType === 'YAE_PLT') return 'platform';
      return ELEVATORS.find(([, words]) => words.test(line))?.[0] ?? 'traction';
    case 'ES':
      return HEAVY_ESCALATOR.test(line) ? 'heavyEscalator' : 'escalator';
    case 'WW':
      return 'walk';
    case 'OTHER':
      return 'other';
  }
}
