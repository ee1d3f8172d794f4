/** Limits and sets of energy saving (silent-screens A4). */

export const MAX_MONTHS = 12;
/** kW */
export const MAX_POWER = 200;
/** 1 elevator, 2 escalator or walk, as in the equipment list. */
export const ENERGY_TYPES = [1, 2] as const;
