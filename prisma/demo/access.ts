import { AUTHORITIES, FOUR_MAINTENANCE_AUTHORITIES, type Authority } from '@/lib/platform/contract/authorities';
import { STANDARD_ROLES, type RoleSeed } from '@/lib/features/roles/internal/standard-roles';

/** Roles of the demo: those of every installation and those of the people in its story (doc1 §3, §6). */

const DISPATCH: readonly Authority[] = [
  'HOMEPAGE_READ',
  'MONITOR_READ',
  'CAMPUS_VIEW_READ',
  'EQUIPMENT_READ',
  'EQUIPMENT_ACTIVITY_READ',
  'EQUIPMENT_EQEVENT_READ',
  'CALLBACK_READ',
  'CALLBACK_WRITE',
  'SYMPTOM_READ',
  'SYMPTOM_WRITE',
  'MAINTENANCE_READ',
  'MAINTENANCE_WRITE',
  'ERROR_INSPECTION_READ',
  'ERROR_INSPECTION_WRITE',
  'EDGE_CUBE_READ',
  'SIM_MESSAGE_READ',
  'ANNOUNCEMENT_READ',
];
const MANAGE: readonly Authority[] = [
  ...DISPATCH,
  'EQUIPMENT_WRITE',
  'EQUIPMENT_FLOOR_MAPPING_WRITE',
  'EQUIPMENT_RUN_STATISTICS',
  'EDGE_CUBE_WRITE',
  'ENERGY_SAVING_READ',
  'ENERGY_SAVING_WRITE',
  'INFOTAINMENT_SCREEN_READ',
  'INFOTAINMENT_SCREEN_WRITE',
  'START_STOP_CONFIG_READ',
  'START_STOP_CONFIG_WRITE',
  'HEALTHREPORT_READ',
  'CBM_MODEL_A_VIEW_READ',
  'USER_READ',
  'USER_WRITE',
  'PROJECT_READ',
  'PROJECT_WRITE',
  'BRANCH_READ',
  'KA_KEY_USER_READ',
  'USER_FEEDBACK_READ',
  'USER_FEEDBACK_WRITE',
  'ANNOUNCEMENT_WRITE',
  'E_SIGN_READ',
  'CAMPUS_VIEW_WRITE',
];
const INTERNAL: readonly Authority[] = [
  'HOMEPAGE_READ',
  'MONITOR_READ',
  'CAMPUS_VIEW_READ',
  'EQUIPMENT_READ',
  'EQUIPMENT_ACTIVITY_READ',
  'EQUIPMENT_EQEVENT_READ',
  'CALLBACK_READ',
  'SYMPTOM_READ',
  'MAINTENANCE_READ',
  'ERROR_INSPECTION_READ',
  'ENERGY_SAVING_READ',
  'EQUIPMENT_RUN_STATISTICS',
  'EDGE_CUBE_READ',
  'REPORT_READ',
  'PROJECT_READ',
  'BRANCH_LIST_READ',
  'ANNOUNCEMENT_READ',
];
/** These two take something away from whoever holds them; a platform administrator is better off without. */
const HINDRANCES: readonly Authority[] = ['KA_NOT_CAMPUS_VIEW', 'DISABLE_MAINTENANCE_HH_MM_SS'];

export const ROLE_NAMES = {
  all: '管理员',
  platform: '平台管理员',
  internal: '内部员工',
  manager: '分公司经理',
  dispatcher: '分公司调度员',
  lite: 'LITE角色',
  essence: 'ESSENCE角色',
  elite: 'ELITE角色',
  appUser: 'App用户角色',
  appSign: 'App电子签名',
  invoice: '保养电子发票',
  reportDownload: '保养报告下载',
  health: '健康报告角色',
  campus: '综合监控',
  signer: '保养签字员',
} as const;

/** The standard roles, and those of a maker's own organisation. */
export const ROLES: readonly RoleSeed[] = [
  ...STANDARD_ROLES,
  {
    role: ROLE_NAMES.platform,
    description: '总部平台管理',
    authorities: AUTHORITIES.filter((authority) => !HINDRANCES.includes(authority)),
  },
  { role: ROLE_NAMES.internal, description: '制造单位内部员工', authorities: INTERNAL },
  { role: ROLE_NAMES.manager, description: '分公司经理', authorities: MANAGE },
  { role: ROLE_NAMES.dispatcher, description: '分公司调度与召修', authorities: DISPATCH },
  { role: ROLE_NAMES.signer, description: '只签保养报告', authorities: FOUR_MAINTENANCE_AUTHORITIES },
];
