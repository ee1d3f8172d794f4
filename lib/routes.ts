import type { Authority, Holder } from '@/lib/platform/contract/authorities';
import { FOUR_MAINTENANCE_AUTHORITIES, hasAny } from '@/lib/platform/contract/authorities';
import { OFFICE_TYPES, IN_CHARGE_TYPES } from '@/lib/platform/auth/accounts/account-types';

/**
 * The one table of pages (doc1 §2, readings 6-8). Middleware, page guard, menu, home tiles, titles, links and the
 * access-matrix test are built from it. `isBuilt` is held against the page files by a test (readings 61): menu, tiles and
 * links show only built routes.
 */

export type RoutePlace = 'public' | 'standalone' | 'portal';

/** Sidebar groups in their order; `top` entries stand alone. */
export const MENU_GROUPS = [
  'monitoring',
  'equipment',
  'callback',
  'symptom',
  'maintenance',
  'statistics',
  'users',
  'operationReport',
  'announcement',
  'audit',
] as const;
export type MenuGroup = (typeof MENU_GROUPS)[number];
/** Groups that are drawn as a heading with entries below; the others are single entries. */
export const FOLDED_GROUPS: readonly MenuGroup[] = [
  'monitoring',
  'equipment',
  'maintenance',
  'users',
  'operationReport',
];

export interface Route {
  /** Exactly as written in doc1 §2; another spelling of the case redirects here (readings 7). */
  readonly path: string;
  /** Key of `routes.<key>` in the messages and name of the route. */
  readonly key: string;
  readonly place: RoutePlace;
  /** One of these authorities opens it; absent: signed in is enough (or public). */
  readonly read?: readonly Authority[];
  /** …and one of these user types. */
  readonly userTypes?: readonly number[];
  readonly menu?: { readonly group: MenuGroup; readonly opensNewTab?: boolean };
  /** Pages that let the user choose focus projects. */
  readonly hasFocus?: boolean;
  /** Opens although the authority is missing: the page itself shows a no-permission cover (doc1 §2, /campus). */
  readonly opensWithoutAuthority?: boolean;
  /** Key of the page that the airport project's users see instead (doc1 §2). */
  readonly customForm?: string;
  /** Hangs on a wall: nobody is there to repeat a failed load (silent-screens B11). */
  readonly isWall?: boolean;
  readonly isBuilt: boolean;
}

const route = (
  path: string,
  key: string,
  place: RoutePlace,
  rest: Omit<Route, 'path' | 'key' | 'place' | 'isBuilt'> & { isBuilt?: boolean } = {},
): Route => ({
  path,
  key,
  place,
  isBuilt: false,
  ...rest,
});

export const ROUTES: readonly Route[] = [
  // Public
  route('/login', 'login', 'public', { isBuilt: true }),
  route('/resetPassword', 'resetPassword', 'public', { isBuilt: true }),
  route('/resetPsw4Login', 'resetPsw4Login', 'public', { isBuilt: true }),
  route('/unsubscribe', 'unsubscribe', 'public', { isBuilt: true }),
  // The technician's link to one call-out (readings 245, 258)
  route('/assignment', 'assignment', 'public', { isBuilt: true }),
  // What a screen in a car or at a landing shows (silent-screens A9)
  route('/screen', 'screen', 'public', { isBuilt: true }),

  // Standalone
  route('/monitor/elevator', 'elevator', 'standalone', { read: ['MONITOR_READ'], isBuilt: true }),
  route('/monitor/escalator', 'escalator', 'standalone', {
    read: ['MONITOR_READ'],
    customForm: 'escalatorforcustom',
    isBuilt: true,
  }),
  route('/monitor/escalatorforcustom', 'escalatorforcustom', 'standalone', { read: ['MONITOR_READ'], isBuilt: true }),
  route('/monitor/sidewalk', 'sidewalk', 'standalone', { read: ['MONITOR_READ'], isBuilt: true }),
  route('/detail/callback', 'callbackDetail', 'standalone', { read: ['CALLBACK_READ'], isBuilt: true }),
  route('/detail/symptom', 'symptomDetail', 'standalone', { read: ['SYMPTOM_READ'], isBuilt: true }),
  route('/detail/equipment', 'equipmentDetail', 'standalone', { read: ['EQUIPMENT_READ'], isBuilt: true }),
  route('/detail/maintenance', 'maintenanceDetail', 'standalone', { read: ['MAINTENANCE_READ'], isBuilt: true }),
  route('/detail/healthReport', 'healthReport', 'standalone', { read: ['HEALTHREPORT_READ'], isBuilt: true }),
  route('/detail/HealthBiweeklyReport', 'healthBiweeklyReport', 'standalone', {
    read: ['CBM_MODEL_A_VIEW_READ'],
    isBuilt: true,
  }),
  route('/detail/healthReportEquipment', 'healthReportEquipment', 'standalone', {
    read: ['HEALTHREPORT_READ'],
    isBuilt: true,
  }),
  route('/detail/errorInspection', 'errorInspectionDetail', 'standalone', {
    read: ['ERROR_INSPECTION_READ'],
    isBuilt: true,
  }),
  // A file that was too large for its e-mail (readings 200)
  route('/mailFile', 'mailFile', 'standalone', { isBuilt: true }),
  route('/dashboard', 'dashboard', 'standalone', { isWall: true, isBuilt: true }),
  route('/kaDashboard', 'kaDashboard', 'standalone', { isWall: true, isBuilt: true }),
  route('/kaProjectDashboard', 'kaProjectDashboard', 'standalone', { isWall: true, isBuilt: true }),
  route('/kaBranchDashboard', 'kaBranchDashboard', 'standalone', { isWall: true, isBuilt: true }),

  // Inside the layout, and what else stands in the sidebar, in its order
  route('/', 'home', 'portal', { read: ['HOMEPAGE_READ'], isBuilt: true }),
  route('/campus', 'campus', 'portal', {
    customForm: 'campusforcustom',
    isWall: true,
    read: ['CAMPUS_VIEW_READ'],
    opensWithoutAuthority: true,
    menu: { group: 'monitoring' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/campusforcustom', 'campusforcustom', 'portal', {
    isWall: true,
    read: ['CAMPUS_VIEW_READ'],
    opensWithoutAuthority: true,
    hasFocus: true,
    isBuilt: true,
  }),
  route('/shcenter', 'shcenter', 'standalone', {
    isWall: true,
    read: ['SHANGHAI_CENTER_READ'],
    menu: { group: 'monitoring', opensNewTab: true },
    isBuilt: true,
  }),
  // Reached from the dashboards; every call it makes is scoped.
  route('/map', 'map', 'portal', { hasFocus: true, isBuilt: true }),
  route('/equipmentlist', 'equipmentlist', 'portal', {
    read: ['EQUIPMENT_READ'],
    menu: { group: 'equipment' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/smsLogList', 'smsLogList', 'portal', {
    read: ['SIM_MESSAGE_READ'],
    menu: { group: 'equipment' },
    isBuilt: true,
  }),
  route('/gateway4pro', 'gateway4pro', 'portal', {
    read: ['EDGE_CUBE_READ'],
    menu: { group: 'equipment' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/gateway', 'gateway', 'portal', {
    read: ['EDGE_CUBE_READ'],
    menu: { group: 'equipment' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/errorInspection', 'errorInspection', 'portal', {
    read: ['ERROR_INSPECTION_READ'],
    menu: { group: 'equipment' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/energySave', 'energySave', 'portal', {
    read: ['ENERGY_SAVING_READ'],
    menu: { group: 'equipment' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/operationReportReport', 'operationReportReport', 'portal', {
    read: ['EQUIPMENT_RUN_STATISTICS'],
    menu: { group: 'equipment' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/saptdContract', 'saptdContract', 'portal', {
    read: ['EQUIPMENT_READ'],
    menu: { group: 'equipment' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/anualInspection', 'anualInspection', 'portal', {
    read: ['EQUIPMENT_READ'],
    menu: { group: 'equipment' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/cameralist', 'cameralist', 'portal', {
    userTypes: OFFICE_TYPES,
    menu: { group: 'equipment' },
    isBuilt: true,
  }),
  route('/equipoffmaintenance', 'equipoffmaintenance', 'portal', {
    userTypes: OFFICE_TYPES,
    menu: { group: 'equipment' },
    isBuilt: true,
  }),
  route('/threeSidedLadder', 'threeSidedLadder', 'portal', {
    userTypes: OFFICE_TYPES,
    menu: { group: 'equipment' },
    isBuilt: true,
  }),
  route('/smartscreenlist', 'smartscreenlist', 'portal', {
    read: ['INFOTAINMENT_SCREEN_READ'],
    menu: { group: 'equipment' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/equipgroup', 'equipgroup', 'portal', {
    read: ['START_STOP_CONFIG_READ'],
    menu: { group: 'equipment' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/callbacklist', 'callbacklist', 'portal', {
    read: ['CALLBACK_READ'],
    menu: { group: 'callback' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/symptomList', 'symptomList', 'portal', {
    read: ['SYMPTOM_READ'],
    menu: { group: 'symptom' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/maintenanceList', 'maintenanceList', 'portal', {
    read: ['MAINTENANCE_READ'],
    menu: { group: 'maintenance' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/maintenanceReport', 'maintenanceReport', 'portal', {
    read: FOUR_MAINTENANCE_AUTHORITIES,
    menu: { group: 'maintenance' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/statisticalReport', 'statisticalReport', 'portal', {
    read: ['REPORT_READ'],
    menu: { group: 'statistics' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/userList', 'userList', 'portal', {
    read: ['USER_READ'],
    menu: { group: 'users' },
    isBuilt: true,
  }),
  route('/roleList', 'roleList', 'portal', {
    read: ['ROLE_READ'],
    menu: { group: 'users' },
    isBuilt: true,
  }),
  route('/authorityList', 'authorityList', 'portal', {
    read: ['AUTHORITY_READ'],
    menu: { group: 'users' },
    isBuilt: true,
  }),
  route('/projectList', 'projectList', 'portal', {
    read: ['PROJECT_READ'],
    menu: { group: 'users' },
    isBuilt: true,
  }),
  route('/branchList', 'branchList', 'portal', {
    read: ['BRANCH_READ', 'BRANCH_LIST_READ'],
    menu: { group: 'users' },
    isBuilt: true,
  }),
  route('/userFeedbackList', 'userFeedbackList', 'portal', {
    read: ['USER_FEEDBACK_READ'],
    menu: { group: 'users' },
    isBuilt: true,
  }),
  route('/userStrategy', 'userStrategy', 'portal', {
    userTypes: OFFICE_TYPES,
    menu: { group: 'users' },
    isBuilt: true,
  }),
  route('/userApprovalList', 'userApprovalList', 'portal', {
    userTypes: IN_CHARGE_TYPES,
    menu: { group: 'users' },
    isBuilt: true,
  }),
  route('/campusVipAppList', 'campusVipAppList', 'portal', {
    userTypes: IN_CHARGE_TYPES,
    menu: { group: 'users' },
    isBuilt: true,
  }),
  route('/healthProjectList', 'healthProjectList', 'portal', {
    read: ['HEALTHREPORT_READ'],
    menu: { group: 'operationReport' },
    isBuilt: true,
  }),
  route('/healthEquipmentList', 'healthEquipmentList', 'portal', {
    read: ['HEALTHREPORT_READ'],
    menu: { group: 'operationReport' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/healthBiweeklyList', 'healthBiweeklyList', 'portal', {
    read: ['CBM_MODEL_A_VIEW_READ'],
    menu: { group: 'operationReport' },
    hasFocus: true,
    isBuilt: true,
  }),
  route('/announcement', 'announcement', 'portal', {
    read: ['ANNOUNCEMENT_READ'],
    menu: { group: 'announcement' },
    isBuilt: true,
  }),
  route('/apiaccesslog', 'apiaccesslog', 'portal', {
    read: ['API_ACCESS_LOG_READ'],
    menu: { group: 'audit' },
    isBuilt: true,
  }),
  route('/locallog', 'locallog', 'portal', { isBuilt: true }),
  // Ours: reached from the audit log.
  route('/jobList', 'jobList', 'portal', { read: ['SUPER_MASTER'], userTypes: OFFICE_TYPES, isBuilt: true }),
];

const BY_KEY = new Map(ROUTES.map((entry) => [entry.key, entry]));
const BY_LOWER_PATH = new Map(ROUTES.map((entry) => [entry.path.toLowerCase(), entry]));

/** The route with this key. @throws when there is none: keys are written by us, never by a user. */
export function routeOf(key: string): Route {
  const found = BY_KEY.get(key);
  if (!found) throw new Error(`unknown route ${key}`);
  return found;
}

/** The route of a path, whatever its case and trailing slash; undefined for an unknown path. */
export function findRoute(pathname: string): Route | undefined {
  return BY_LOWER_PATH.get((pathname.replace(/\/+$/, '') || '/').toLowerCase());
}

/** A link to a route: `hrefOf('elevator', { equipmentNo })`. Empty values are left out. */
export function hrefOf(key: string, query: Record<string, string | number | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  const text = search.toString();
  return text ? `${routeOf(key).path}?${text}` : routeOf(key).path;
}

/** May the holder open the route? Authority and user type must fit, where the route names them; a route that names neither opens for everybody signed in. */
export function mayOpen(holder: Holder, target: Route): boolean {
  if (target.read && !hasAny(holder, target.read)) return false;
  return !target.userTypes || target.userTypes.includes(holder.userType);
}
