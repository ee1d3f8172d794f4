/** Value sets of equipment (api.md §1.11). */

/** How equipment is shown: elevator, escalator, moving walk, other. */
export const DISPLAY_TYPES = ['EV', 'ES', 'WW', 'OTHER'] as const;
export type DisplayType = (typeof DISPLAY_TYPES)[number];

export const ELEVATOR_TYPES = ['YAE_ELT', 'YAE_ELG', 'YAE_ELH', 'YAE_GAR', 'YAE_OTH', 'YAE_PLT'] as const;
export const ESCALATOR_TYPES = ['YAE_ESC'] as const;
/** onlineStatus of the live source (readings 34): 0 offline, 1 online, 3 control cabinet disconnected, 4 not installed. */
export const ONLINE_STATUS = { offline: 0, online: 1, disconnected: 3, notInstalled: 4 } as const;
export type OnlineStatus = (typeof ONLINE_STATUS)[keyof typeof ONLINE_STATUS];

/** errorStatus (readings 35): 0 normal, 1 faulty, 2 unknown. */
export const ERROR_STATUS = { normal: 0, faulty: 1, unknown: 2 } as const;

/** floorMappingConfiged (readings 35): 0 not configured, 1 configured, 2 not editable, 3 no floor information. */
export const FLOOR_MAPPING = { none: 0, configured: 1, notEditable: 2, unknown: 3 } as const;

/** floorMatchingEditStatus (api.md §1.11): 0 not editable, 1 editable, 2 locked. */
export const FLOOR_EDIT = { none: 0, editable: 1, locked: 2 } as const;

/** Text keys of the states in `common.status`. A state without a text shows `--` (doc2 §4.1). */
const ONLINE_WORDS = { 0: 'offline', 1: 'online', 3: 'disconnected', 4: 'notInstalled' } as const;
const ERROR_WORDS = { 0: 'normal', 1: 'fault' } as const;

/** A unit whose box was never heard is offline; one without a box is not installed (api.md §4.6). */
export const unheardStatus = (cubeNo: string | null) =>
  cubeNo === null ? ONLINE_STATUS.notInstalled : ONLINE_STATUS.offline;

/** The text key of an onlineStatus; undefined for a value that has none. */
export function onlineWord(value: number): (typeof ONLINE_WORDS)[keyof typeof ONLINE_WORDS] | undefined {
  return value in ONLINE_WORDS ? ONLINE_WORDS[value as keyof typeof ONLINE_WORDS] : undefined;
}

/** The text key of an errorStatus; "unknown" has none (doc2 §2.2). */
export function errorWord(value: number): (typeof ERROR_WORDS)[keyof typeof ERROR_WORDS] | undefined {
  return value in ERROR_WORDS ? ERROR_WORDS[value as keyof typeof ERROR_WORDS] : undefined;
}

/** The display type of an equipment type code. Walks have no code of their own; the import marks them. */
export function displayTypeOf(equipmentType: string): DisplayType {
  if (ELEVATOR_TYPES.some((code) => code === equipmentType)) return 'EV';
  if (ESCALATOR_TYPES.some((code) => code === equipmentType)) return 'ES';
  return 'OTHER';
}
