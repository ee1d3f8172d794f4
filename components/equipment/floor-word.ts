import type { DisplayType } from '@/lib/live/units/value-sets';

const WORDS = ['0', '1', '2', '3'] as const;

/** The word of a floorMappingConfiged as key of `equipment.floorMapping`; undefined for what has no floors and for unknown values (doc2 §2.2). */
export function floorWord(displayType: DisplayType, floorMappingConfiged: number): (typeof WORDS)[number] | undefined {
  return displayType === 'EV' ? WORDS[floorMappingConfiged] : undefined;
}
