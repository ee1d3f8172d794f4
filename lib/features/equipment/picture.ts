import type { DisplayType } from '@/lib/live/units/value-sets';

/** Which picture fits on the unit's page (doc2 §2.4): by its kind, and by words in its product line. Pure. */

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

/**
 * The first match counts. These are words of product lines as ERPs store them, in either language; they are never
 * shown.
 */
const ELEVATORS: readonly (readonly [UnitPicture, RegExp])[] = [
  ['freight', /cargo|freight|goods|\u8d27/i],
  ['panorama', /pano|observ|scenic|\u89c2\u5149/i],
  ['hydraulic', /hydr|\u6db2\u538b/i],
  ['platform', /platform|\u5e73\u53f0/i],
  ['machineRoomLess', /\bmrl\b|machine[- ]?room[- ]?less|\u65e0\u673a\u623f/i],
  ['highSpeed', /\bhs\b|high[- ]?speed|\u9ad8\u901f/i],
];
const HEAVY_ESCALATOR = /\bt\b|transit|heavy|metro|\u516c\u4ea4|\u516c\u5171\u4ea4\u901a|\u91cd\u8f7d/i;

interface PicturedUnit {
  readonly displayType: DisplayType;
  readonly equipmentType: string;
  readonly productLine: string | null;
}

export function pictureOf({ displayType, equipmentType, productLine }: PicturedUnit): UnitPicture {
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
