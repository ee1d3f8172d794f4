import { AUTHORITIES, FOUR_MAINTENANCE_AUTHORITIES, type Authority } from '@/lib/auth/authorities';

/** Roles of doc1 §3 and §6 and what they open. The tiers build on each other: Lite watches, Essence works, Elite analyses. */

const LITE: readonly Authority[] = ['HOMEPAGE_READ', 'MONITOR_READ', 'EQUIPMENT_READ', 'CALLBACK_READ', 'MAINTENANCE_READ', 'ANNOUNCEMENT_READ'];
const ESSENCE: readonly Authority[] = [...LITE, 'SYMPTOM_READ', 'CAMPUS_VIEW_READ', 'EQUIPMENT_ACTIVITY_READ', 'EQUIPMENT_EQEVENT_READ', 'REPORT_READ', 'E_SIGN_READ'];
const ELITE: readonly Authority[] = [
  ...ESSENCE, 'CAMPUS_VIEW_WRITE', 'EQUIPMENT_WRITE', 'EQUIPMENT_RUN_STATISTICS', 'HEALTHREPORT_READ', 'CBM_MODEL_A_VIEW_READ', 'ENERGY_SAVING_READ', 'KA_PROJECT_READ',
  'INFOTAINMENT_SCREEN_READ', 'START_STOP_CONFIG_READ', 'USER_FEEDBACK_READ', 'E_SIGN_WRITE', 'CALLBACK_WRITE',
];
const DISPATCH: readonly Authority[] = [
  'HOMEPAGE_READ', 'MONITOR_READ', 'CAMPUS_VIEW_READ', 'EQUIPMENT_READ', 'EQUIPMENT_ACTIVITY_READ', 'EQUIPMENT_EQEVENT_READ', 'CALLBACK_READ', 'CALLBACK_WRITE', 'SYMPTOM_READ',
  'SYMPTOM_WRITE', 'MAINTENANCE_READ', 'MAINTENANCE_WRITE', 'ERROR_INSPECTION_READ', 'ERROR_INSPECTION_WRITE', 'EDGE_CUBE_READ', 'SIM_MESSAGE_READ', 'ANNOUNCEMENT_READ',
];
const MANAGE: readonly Authority[] = [
  ...DISPATCH, 'EQUIPMENT_WRITE', 'EQUIPMENT_FLOOR_MAPPING_WRITE', 'EQUIPMENT_RUN_STATISTICS', 'EDGE_CUBE_WRITE', 'ENERGY_SAVING_READ', 'ENERGY_SAVING_WRITE', 'INFOTAINMENT_SCREEN_READ',
  'INFOTAINMENT_SCREEN_WRITE', 'START_STOP_CONFIG_READ', 'START_STOP_CONFIG_WRITE', 'HEALTHREPORT_READ', 'CBM_MODEL_A_VIEW_READ', 'USER_READ', 'USER_WRITE', 'PROJECT_READ',
  'PROJECT_WRITE', 'BRANCH_READ', 'KA_KEY_USER_READ', 'USER_FEEDBACK_READ', 'USER_FEEDBACK_WRITE', 'ANNOUNCEMENT_WRITE', 'E_SIGN_READ', 'CAMPUS_VIEW_WRITE',
];
const INTERNAL: readonly Authority[] = [
  'HOMEPAGE_READ', 'MONITOR_READ', 'CAMPUS_VIEW_READ', 'EQUIPMENT_READ', 'EQUIPMENT_ACTIVITY_READ', 'EQUIPMENT_EQEVENT_READ', 'CALLBACK_READ', 'SYMPTOM_READ', 'MAINTENANCE_READ',
  'ERROR_INSPECTION_READ', 'ENERGY_SAVING_READ', 'EQUIPMENT_RUN_STATISTICS', 'EDGE_CUBE_READ', 'REPORT_READ', 'PROJECT_READ', 'BRANCH_LIST_READ', 'ANNOUNCEMENT_READ',
];
/** These two take something away from whoever holds them; a platform administrator is better off without. */
const HINDRANCES: readonly Authority[] = ['KA_NOT_CAMPUS_VIEW', 'DISABLE_MAINTENANCE_HH_MM_SS'];

export interface RoleSeed {
  role: string;
  description: string;
  authorities: readonly Authority[];
  isBranchAssignable?: boolean;
}

export const ROLE_NAMES = {
  all: '管理员', platform: '平台管理员', internal: '内部员工', manager: '分公司经理', dispatcher: '分公司调度员', lite: 'LITE角色', essence: 'ESSENCE角色', elite: 'ELITE角色',
  appUser: 'App用户角色', appSign: 'App电子签名', invoice: '保养电子发票', reportDownload: '保养报告下载', health: '健康报告角色', campus: '综合监控', signer: '保养签字员',
} as const;

export const ROLES: readonly RoleSeed[] = [
  { role: ROLE_NAMES.all, description: '全部权限', authorities: AUTHORITIES },
  { role: ROLE_NAMES.platform, description: '总部平台管理', authorities: AUTHORITIES.filter((authority) => !HINDRANCES.includes(authority)) },
  { role: ROLE_NAMES.internal, description: '制造单位内部员工', authorities: INTERNAL },
  { role: ROLE_NAMES.manager, description: '分公司经理', authorities: MANAGE },
  { role: ROLE_NAMES.dispatcher, description: '分公司调度与召修', authorities: DISPATCH },
  { role: ROLE_NAMES.lite, description: '客户基础版', authorities: LITE, isBranchAssignable: true },
  { role: ROLE_NAMES.essence, description: '客户标准版', authorities: ESSENCE, isBranchAssignable: true },
  { role: ROLE_NAMES.elite, description: '客户尊享版', authorities: ELITE, isBranchAssignable: true },
  { role: ROLE_NAMES.appUser, description: '手机应用用户', authorities: ['HOMEPAGE_READ', 'EQUIPMENT_READ'] },
  { role: ROLE_NAMES.appSign, description: '手机应用电子签名', authorities: ['E_SIGN_READ', 'E_SIGN_WRITE'] },
  { role: ROLE_NAMES.invoice, description: '查看并下载保养电子发票', authorities: ['E_SIGN_READ'] },
  { role: ROLE_NAMES.reportDownload, description: '下载保养报告', authorities: ['E_SIGN_READ', 'MAINTENANCE_READ'] },
  { role: ROLE_NAMES.health, description: '查看健康报告', authorities: ['HEALTHREPORT_READ'] },
  {
    role: ROLE_NAMES.campus, description: '综合监控申请开通', authorities: [
      'CAMPUS_VIEW_READ', 'CAMPUS_VIEW_CALLBACK_READ', 'CAMPUS_VIEW_EQUIPMENT_READ', 'CAMPUS_VIEW_SERVICE_READ', 'CAMPUS_VIEW_ANNOUNCEMENT_READ',
    ],
  },
  { role: ROLE_NAMES.signer, description: '只签保养报告', authorities: FOUR_MAINTENANCE_AUTHORITIES },
];

/** What an authority is for, for the authority list. */
export function describe(authority: Authority): string {
  if (authority.endsWith('_READ')) return `${authority.slice(0, -5)} 查看`;
  if (authority.endsWith('_WRITE')) return `${authority.slice(0, -6)} 编辑`;
  return { KA_NOT_CAMPUS_VIEW: '隐藏综合监控', USER_DASHBOARD: '运营监控大屏', SUPER_MASTER: '导出用户、完整征兆标题', ADMIN_RESET_PASSWORD: '重置密码', DISABLE_MAINTENANCE_HH_MM_SS: '只显示日期', EQUIPMENT_RUN_STATISTICS: '运行统计' }[authority as string] ?? authority;
}
