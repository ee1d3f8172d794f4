/**
 * Every authority string of the product (api.md §1.11). An authority outside this list can be granted, but nothing asks
 * for it. Checks are exact matches of one entry (readings 4); DISABLE_MAINTENANCE_HH_MM_SS alone is a substring match.
 */
export const AUTHORITIES = [
  'CAMPUS_VIEW_READ',
  'CAMPUS_VIEW_WRITE',
  'CAMPUS_VIEW_CALLBACK_READ',
  'CAMPUS_VIEW_EQUIPMENT_READ',
  'CAMPUS_VIEW_SERVICE_READ',
  'CAMPUS_VIEW_ANNOUNCEMENT_READ',
  'KA_NOT_CAMPUS_VIEW',
  'SHANGHAI_CENTER_READ',
  'HOMEPAGE_READ',
  'MONITOR_READ',
  'USER_DASHBOARD',
  'KA_ADMIN_READ',
  'KA_PROJECT_READ',
  'KA_KEY_USER_READ',
  'EQUIPMENT_READ',
  'EQUIPMENT_WRITE',
  'EQUIPMENT_FLOOR_MAPPING_WRITE',
  'EQUIPMENT_ACTIVITY_READ',
  'EQUIPMENT_EQEVENT_READ',
  'EQUIPMENT_RUN_STATISTICS',
  'SIM_MESSAGE_READ',
  'SIM_MESSAGE_WRITE',
  'EDGE_CUBE_READ',
  'EDGE_CUBE_WRITE',
  'ERROR_INSPECTION_READ',
  'ERROR_INSPECTION_WRITE',
  'ENERGY_SAVING_READ',
  'ENERGY_SAVING_WRITE',
  'INFOTAINMENT_SCREEN_READ',
  'INFOTAINMENT_SCREEN_WRITE',
  'START_STOP_CONFIG_READ',
  'START_STOP_CONFIG_WRITE',
  'CAMERA_WRITE',
  'CALLBACK_READ',
  'CALLBACK_WRITE',
  'SYMPTOM_READ',
  'SYMPTOM_WRITE',
  'MAINTENANCE_READ',
  'MAINTENANCE_WRITE',
  'E_SIGN_READ',
  'E_SIGN_WRITE',
  'REPORT_READ',
  'HEALTHREPORT_READ',
  'CBM_MODEL_A_VIEW_READ',
  'USER_READ',
  'USER_WRITE',
  'ROLE_READ',
  'ROLE_WRITE',
  'AUTHORITY_READ',
  'AUTHORITY_WRITE',
  'PROJECT_READ',
  'PROJECT_WRITE',
  'BRANCH_READ',
  'BRANCH_LIST_READ',
  'USER_FEEDBACK_READ',
  'USER_FEEDBACK_WRITE',
  'ANNOUNCEMENT_READ',
  'ANNOUNCEMENT_WRITE',
  'API_ACCESS_LOG_READ',
  'SUPER_MASTER',
  'ADMIN_RESET_PASSWORD',
  'DISABLE_MAINTENANCE_HH_MM_SS',
] as const;

export type Authority = (typeof AUTHORITIES)[number];

/** They take something away from whoever holds them: times of day, and the way to the wall. */
export const HINDRANCES: readonly Authority[] = ['KA_NOT_CAMPUS_VIEW', 'DISABLE_MAINTENANCE_HH_MM_SS'];

/** The four of doc1 §2: a user with exactly these lands on the maintenance report (readings 2). */
export const FOUR_MAINTENANCE_AUTHORITIES: readonly Authority[] = [
  'MAINTENANCE_READ',
  'MAINTENANCE_WRITE',
  'E_SIGN_READ',
  'E_SIGN_WRITE',
];

export interface Holder {
  readonly userType: number;
  readonly authorities: ReadonlySet<string>;
}

type Rights = Pick<Holder, 'authorities'>;

/** Does the holder have this authority, to the letter? One that an operation declares is asked by `may`. */
export const hasAuthority = (holder: Rights, authority: Authority): boolean => holds(holder, authority);
/** The same of a name that was given out, whatever it is. */
export const holds = ({ authorities }: Rights, name: string): boolean => authorities.has(name);
/** Does the holder have one of these authorities? */
export const hasAny = (holder: Rights, wanted: readonly Authority[]): boolean =>
  wanted.some((authority) => holds(holder, authority));

/** Sees and gives what nobody else may: whole addresses and phones, every role. */
export const isMaster = (holder: Rights): boolean => hasAuthority(holder, 'SUPER_MASTER');

/** Exactly the four maintenance and e-sign authorities: sign-in target and menu (readings 2). */
export function hasExactlyFourMaintenance(holder: Rights): boolean {
  return holder.authorities.size === 4 && FOUR_MAINTENANCE_AUTHORITIES.every((authority) => holds(holder, authority));
}

/** Does the holder see dates without times (doc2 §2.4)? The one substring match (readings 4). */
export function showsDatesOnly(holder: Rights): boolean {
  return [...holder.authorities].some((authority) => authority.includes('DISABLE_MAINTENANCE_HH_MM_SS'));
}
