/** Value sets of equipment (api.md §1.11). */

/** How an equipment is shown: elevator, escalator, moving walk, other. */
export const DISPLAY_TYPES = ['EV', 'ES', 'WW', 'OTHER'] as const;
export type DisplayType = (typeof DISPLAY_TYPES)[number];

export const ELEVATOR_TYPES = ['YAE_ELT', 'YAE_ELG', 'YAE_ELH', 'YAE_GAR', 'YAE_OTH', 'YAE_PLT'] as const;
export const ESCALATOR_TYPES = ['YAE_ESC'] as const;
export const OTHER_TYPES = ['YAE_TEL', 'YAE_IEE'] as const;

/** onlineStatus of the live source (readings 34): 0 offline, 1 online, 3 control cabinet disconnected, 4 not installed. */
export const ONLINE_STATUS = { offline: 0, online: 1, disconnected: 3, notInstalled: 4 } as const;
export type OnlineStatus = (typeof ONLINE_STATUS)[keyof typeof ONLINE_STATUS];

/** errorStatus (readings 35): 0 normal, 1 faulty, 2 unknown. */
export const ERROR_STATUS = { normal: 0, faulty: 1, unknown: 2 } as const;

/** The display type of an equipment type code; walks have no code of their own and are marked at import. */
export function displayTypeOf(equipmentType: string): DisplayType {
  if (ELEVATOR_TYPES.some((code) => code === equipmentType)) return 'EV';
  if (ESCALATOR_TYPES.some((code) => code === equipmentType)) return 'ES';
  return 'OTHER';
}
