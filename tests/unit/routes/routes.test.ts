import { AUTHORITIES } from '@/lib/auth/authorities';
import type { Authority, Holder } from '@/lib/auth/authorities';
import { findRoute, homeTiles, hrefOf, inMenu, landingRoute, mapMonitoringRoute, mayOpen, menuOf, ROUTES, routeOf, seesCampus } from '@/lib/routes';

const holder = (userType: number, ...authorities: Authority[]): Holder => ({ userType, authorities: new Set<string>(authorities) });
const everything = (userType: number, without: Authority[] = []) => holder(userType, ...AUTHORITIES.filter((authority) => authority !== 'KA_NOT_CAMPUS_VIEW' && !without.includes(authority)));
const FOUR: Authority[] = ['MAINTENANCE_READ', 'MAINTENANCE_WRITE', 'E_SIGN_READ', 'E_SIGN_WRITE'];
const fullMenu = (who: Holder) => menuOf(who, ROUTES);
const keysIn = (who: Holder, group: string) => fullMenu(who).find((part) => part.group === group)?.entries.map(({ key }) => key) ?? [];
const tile = (who: Holder, key: string) => homeTiles(who, () => true).find((entry) => entry.key === key);

describe('route access', () => {
  it('[NAV-008] [NAV-015] needs the exact _READ authority of the route', () => {
    expect(mayOpen(holder(1, 'EQUIPMENT_READ'), routeOf('equipmentlist'))).toBe(true);
    expect(mayOpen(holder(1, 'EQUIPMENT_WRITE'), routeOf('equipmentlist'))).toBe(false);
    expect(mayOpen({ userType: 1, authorities: new Set(['MY_EQUIPMENT_READ']) }, routeOf('equipmentlist'))).toBe(false);
  });

  it('[NAV-009] [NAV-030] a route without an auth name needs only a signed-in user', () => {
    expect(mayOpen(holder(1), routeOf('map'))).toBe(true);
    expect(mayOpen(holder(1), routeOf('locallog'))).toBe(true);
  });

  it.each([
    ['shcenter', 'SHANGHAI_CENTER_READ', 'standalone'], ['elevator', 'MONITOR_READ', 'standalone'], ['escalator', 'MONITOR_READ', 'standalone'], ['sidewalk', 'MONITOR_READ', 'standalone'],
    ['escalatorforcustom', 'MONITOR_READ', 'standalone'], ['callbackDetail', 'CALLBACK_READ', 'standalone'], ['symptomDetail', 'SYMPTOM_READ', 'standalone'], ['equipmentDetail', 'EQUIPMENT_READ', 'standalone'],
    ['maintenanceDetail', 'MAINTENANCE_READ', 'standalone'], ['healthReport', 'HEALTHREPORT_READ', 'standalone'], ['healthBiweeklyReport', 'CBM_MODEL_A_VIEW_READ', 'standalone'], ['healthReportEquipment', 'HEALTHREPORT_READ', 'standalone'],
    ['home', 'HOMEPAGE_READ', 'portal'], ['equipmentlist', 'EQUIPMENT_READ', 'portal'], ['userList', 'USER_READ', 'portal'], ['roleList', 'ROLE_READ', 'portal'], ['authorityList', 'AUTHORITY_READ', 'portal'],
    ['branchList', 'BRANCH_READ', 'portal'], ['projectList', 'PROJECT_READ', 'portal'], ['callbacklist', 'CALLBACK_READ', 'portal'], ['symptomList', 'SYMPTOM_READ', 'portal'], ['campus', 'CAMPUS_VIEW_READ', 'portal'],
    ['campusforcustom', 'CAMPUS_VIEW_READ', 'portal'], ['maintenanceList', 'MAINTENANCE_READ', 'portal'], ['maintenanceReport', 'E_SIGN_READ', 'portal'], ['statisticalReport', 'REPORT_READ', 'portal'],
    ['healthProjectList', 'HEALTHREPORT_READ', 'portal'], ['healthEquipmentList', 'HEALTHREPORT_READ', 'portal'], ['announcement', 'ANNOUNCEMENT_READ', 'portal'], ['apiaccesslog', 'API_ACCESS_LOG_READ', 'portal'],
  ] as const)('%s opens with %s and stands in the %s part', (key, authority, place) => {
    expect(routeOf(key).place).toBe(place);
    expect(mayOpen(holder(1, authority), routeOf(key))).toBe(true);
    expect(mayOpen(everything(1, authority === 'BRANCH_READ' ? ['BRANCH_READ', 'BRANCH_LIST_READ'] : [authority]), routeOf(key))).toBe(false);
  });

  it('finds a route in any case and with a trailing slash, so that the written one can be redirected to', () => {
    expect(findRoute('/HEALTHbiweeklylist/')?.path).toBe('/healthBiweeklyList');
    expect(findRoute('/nowhere')).toBeUndefined();
  });

  it('[NAV-014] [NAV-044] links carry the key as query', () => {
    expect(hrefOf('equipmentDetail', { equipmentNo: '10512345' })).toBe('/detail/equipment?equipmentNo=10512345');
    expect(hrefOf('elevator', { equipmentNo: 'A&B' })).toBe('/monitor/elevator?equipmentNo=A%26B');
  });
});

describe('the sidebar', () => {
  it('[NAV-048] monitoring holds campus, shcenter and map monitoring', () => {
    expect(keysIn(everything(1), 'monitoring')).toEqual(['shcenter', 'campus', 'mapMonitoring']);
  });

  it('[NAV-050] the equipment group holds its entries', () => {
    expect(keysIn(everything(0), 'equipment').filter((key) => key !== 'smsLogList')).toEqual([
      'equipmentlist', 'gateway4pro', 'gateway', 'errorInspection', 'energySave', 'operationReportReport', 'saptdContract', 'anualInspection', 'cameralist', 'equipoffmaintenance', 'threeSidedLadder', 'smartscreenlist', 'equipgroup',
    ]);
  });

  it('[NAV-051] callbacks, symptoms, statistics, announcements and the audit log stand outside the groups', () => {
    for (const [group, key] of [['callback', 'callbacklist'], ['symptom', 'symptomList'], ['statistics', 'statisticalReport'], ['announcement', 'announcement'], ['audit', 'apiaccesslog']] as const) {
      expect(keysIn(everything(0), group)).toEqual([key]);
    }
  });

  it('[NAV-053] [NAV-054] user management and operation reports hold their entries', () => {
    expect(keysIn(everything(0), 'users').sort()).toEqual(['authorityList', 'branchList', 'campusVipAppList', 'projectList', 'roleList', 'userApprovalList', 'userFeedbackList', 'userList', 'userStrategy']);
    expect(keysIn(everything(0), 'operationReport')).toEqual(['healthProjectList', 'healthEquipmentList', 'healthBiweeklyList']);
  });

  it('[NAV-056] KA_NOT_CAMPUS_VIEW hides the campus entry and its home tile', () => {
    const hidden = { ...everything(2), authorities: new Set([...everything(2).authorities, 'KA_NOT_CAMPUS_VIEW']) };
    expect(seesCampus({ ...hidden, userType: 1 }, 'menu')).toBe(false);
    expect(tile(hidden, 'campus')).toBeUndefined();
  });

  it('[NAV-057] [NAV-058] cameras, lost warranty, third-party gateways and strategy are for userType 0; applications not for userType 1', () => {
    for (const key of ['cameralist', 'equipoffmaintenance', 'threeSidedLadder', 'userStrategy']) {
      expect([0, 1, 2].map((userType) => inMenu(everything(userType), routeOf(key)))).toEqual([true, false, false]);
    }
    for (const key of ['userApprovalList', 'campusVipAppList']) {
      expect([0, 1, 2].map((userType) => inMenu(everything(userType), routeOf(key)))).toEqual([true, false, true]);
    }
  });

  it('[NAV-059] a branch user sees no campus entries and no statistical reports', () => {
    expect(keysIn(everything(2), 'monitoring')).not.toContain('campus');
    expect(keysIn(everything(2), 'statistics')).toEqual([]);
  });

  it('[NAV-052] [NAV-060] [NAV-061] maintenance: only the report with exactly the four, the list and the report otherwise', () => {
    expect(keysIn(holder(1, ...FOUR), 'maintenance')).toEqual(['maintenanceReport']);
    expect(keysIn(holder(1, ...FOUR, 'EQUIPMENT_READ'), 'maintenance')).toEqual(['maintenanceList', 'maintenanceReport']);
    expect(keysIn(holder(1, 'EQUIPMENT_READ'), 'maintenance')).toEqual([]);
  });

  it('shows only built routes', () => {
    for (const { entries } of menuOf(everything(0))) for (const { href } of entries) expect(findRoute(href)?.isBuilt).toBe(true);
  });
});

describe('home and landing', () => {
  it('[NAV-062] [NAV-065] tiles are there for everybody and disabled without their permission', () => {
    expect(homeTiles(holder(1), () => true).map(({ key, isDisabled }) => [key, isDisabled])).toEqual(
      ['campus', 'equipmentlist', 'callbacklist', 'symptomList', 'maintenance', 'statisticalReport', 'mapMonitoring', 'healthProjectList'].map((key) => [key, true]),
    );
    for (const [key, authority] of [['equipmentlist', 'EQUIPMENT_READ'], ['callbacklist', 'CALLBACK_READ'], ['symptomList', 'SYMPTOM_READ'], ['maintenance', 'MAINTENANCE_READ'], ['statisticalReport', 'REPORT_READ'], ['healthProjectList', 'HEALTHREPORT_READ']] as const) {
      expect(tile(holder(1, authority), key)?.isDisabled).toBe(false);
    }
  });

  it('[NAV-063] [NAV-064] the campus tile needs CAMPUS_VIEW_READ and userType 2', () => {
    expect([0, 1, 2].map((userType) => tile(holder(userType, 'CAMPUS_VIEW_READ'), 'campus')?.isDisabled)).toEqual([true, true, false]);
    expect(tile(holder(2), 'campus')?.isDisabled).toBe(true);
  });

  it('[NAV-066] the maintenance tile leads to the report with exactly four authorities of which one is of the kind', () => {
    expect(tile(holder(1, ...FOUR), 'maintenance')?.href).toBe('/maintenanceReport');
    expect(tile(holder(1, 'MAINTENANCE_READ', 'EQUIPMENT_READ', 'HOMEPAGE_READ', 'REPORT_READ'), 'maintenance')?.href).toBe('/maintenanceReport');
    expect(tile(holder(1, 'MAINTENANCE_READ'), 'maintenance')?.href).toBe('/maintenanceList');
  });

  it('[NAV-049] [NAV-067] [NAV-068] map monitoring takes the first dashboard the user holds; /dashboard opens in a new tab', () => {
    const order = [['USER_DASHBOARD', '/dashboard'], ['KA_PROJECT_READ', '/kaProjectDashboard'], ['KA_ADMIN_READ', '/kaDashboard'], ['KA_KEY_USER_READ', '/kaBranchDashboard']] as const;
    for (const [index, [authority, path]] of order.entries()) {
      expect(mapMonitoringRoute(holder(1, authority))?.path).toBe(path);
      expect(mapMonitoringRoute(holder(1, ...order.slice(index).map(([name]) => name)))?.path).toBe(path);
      expect(tile(holder(1, authority), 'mapMonitoring')).toMatchObject({ href: path, isDisabled: false, opensNewTab: path === '/dashboard' });
    }
    expect(mapMonitoringRoute(holder(1))).toBeUndefined();
  });

  it('[AUTH-023] [AUTH-024] exactly the four authorities land on the maintenance report, everybody else at home', () => {
    expect(landingRoute(holder(1, ...FOUR)).path).toBe('/maintenanceReport');
    expect(landingRoute(holder(1, ...FOUR, 'EQUIPMENT_READ')).path).toBe('/');
    expect(landingRoute(holder(1, 'MAINTENANCE_READ', 'E_SIGN_READ', 'E_SIGN_WRITE', 'EQUIPMENT_READ')).path).toBe('/');
  });
});
