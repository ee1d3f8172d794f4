import type { Authority } from './authorities';

/**
 * Every authority by its subject, in the order of the screens. Their names: `messages/<language>/authorityNames.json`.
 */
export const AUTHORITY_GROUPS = {
  monitoring: [
    'HOMEPAGE_READ',
    'MONITOR_READ',
    'CAMPUS_VIEW_READ',
    'CAMPUS_VIEW_WRITE',
    'CAMPUS_VIEW_CALLBACK_READ',
    'CAMPUS_VIEW_EQUIPMENT_READ',
    'CAMPUS_VIEW_SERVICE_READ',
    'CAMPUS_VIEW_ANNOUNCEMENT_READ',
    'KA_NOT_CAMPUS_VIEW',
    'SHANGHAI_CENTER_READ',
    'USER_DASHBOARD',
    'KA_ADMIN_READ',
    'KA_PROJECT_READ',
    'KA_KEY_USER_READ',
  ],
  equipment: [
    'EQUIPMENT_READ',
    'EQUIPMENT_WRITE',
    'EQUIPMENT_FLOOR_MAPPING_WRITE',
    'EQUIPMENT_ACTIVITY_READ',
    'EQUIPMENT_EQEVENT_READ',
    'EQUIPMENT_RUN_STATISTICS',
    'EDGE_CUBE_READ',
    'EDGE_CUBE_WRITE',
    'CAMERA_WRITE',
    'ENERGY_SAVING_READ',
    'ENERGY_SAVING_WRITE',
    'INFOTAINMENT_SCREEN_READ',
    'INFOTAINMENT_SCREEN_WRITE',
    'START_STOP_CONFIG_READ',
    'START_STOP_CONFIG_WRITE',
  ],
  service: [
    'CALLBACK_READ',
    'CALLBACK_WRITE',
    'SYMPTOM_READ',
    'SYMPTOM_WRITE',
    'ERROR_INSPECTION_READ',
    'ERROR_INSPECTION_WRITE',
    'MAINTENANCE_READ',
    'MAINTENANCE_WRITE',
    'E_SIGN_READ',
    'E_SIGN_WRITE',
    'DISABLE_MAINTENANCE_HH_MM_SS',
  ],
  reports: ['REPORT_READ', 'HEALTHREPORT_READ', 'CBM_MODEL_A_VIEW_READ'],
  accounts: [
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
    'ADMIN_RESET_PASSWORD',
    'SUPER_MASTER',
  ],
  communication: [
    'SIM_MESSAGE_READ',
    'SIM_MESSAGE_WRITE',
    'ANNOUNCEMENT_READ',
    'ANNOUNCEMENT_WRITE',
    'USER_FEEDBACK_READ',
    'USER_FEEDBACK_WRITE',
    'API_ACCESS_LOG_READ',
  ],
} as const satisfies Readonly<Record<string, readonly Authority[]>>;

export type AuthorityGroup = keyof typeof AUTHORITY_GROUPS;
const GROUPS = Object.keys(AUTHORITY_GROUPS) as AuthorityGroup[];

/** The subject of an authority; undefined for one that the product does not know. */
export function authorityGroup(authority: string): AuthorityGroup | undefined {
  return GROUPS.find((group) => AUTHORITY_GROUPS[group].some((one) => one === authority));
}

/** The position of an authority among all; unknown ones come last. */
export function authorityRank(authority: string): number {
  const all: readonly string[] = Object.values(AUTHORITY_GROUPS).flat();
  const at = all.indexOf(authority);
  return at < 0 ? all.length : at;
}
