import { AUTHORITIES } from '@/lib/platform/contract/authorities';
import type { Authority, Holder } from '@/lib/platform/contract/authorities';
import { decidePage } from '@/lib/platform/auth/pages/page-access';
import { homeTiles, inMenu, landingRoute, mapMonitoringRoute, menuOf, seesCampus } from '@/lib/menu';
import { findRoute, hrefOf, mayOpen, ROUTES, routeOf } from '@/lib/routes';
import type { RoutePlace } from '@/lib/routes';

const holder = (userType: number, ...authorities: Authority[]): Holder => ({
  userType,
  authorities: new Set<string>(authorities),
});
const everything = (userType: number, without: Authority[] = []) =>
  holder(
    userType,
    ...AUTHORITIES.filter((authority) => authority !== 'KA_NOT_CAMPUS_VIEW' && !without.includes(authority)),
  );
const FOUR: Authority[] = ['MAINTENANCE_READ', 'MAINTENANCE_WRITE', 'E_SIGN_READ', 'E_SIGN_WRITE'];
const fullMenu = (who: Holder) => menuOf(who, ROUTES);
const keysIn = (who: Holder, group: string) =>
  fullMenu(who)
    .find((part) => part.group === group)
    ?.entries.map(({ key }) => key) ?? [];
const tile = (who: Holder, key: string) => homeTiles(who, () => true).find((entry) => entry.key === key);

describe('route access', () => {
  it('[NAV-008] [NAV-015] needs the exact _READ authority of the route', () => {
    expect(mayOpen(holder(1, 'EQUIPMENT_READ'), routeOf('equipmentlist'))).toBe(true);
    expect(mayOpen(holder(1, 'EQUIPMENT_WRITE'), routeOf('equipmentlist'))).toBe(false);
    expect(mayOpen({ userType: 1, authorities: new Set(['MY_EQUIPMENT_READ']) }, routeOf('equipmentlist'))).toBe(false);
  });

  it('[NAV-009] a route without an auth name needs only a signed-in user', () => {
    expect(mayOpen(holder(1), routeOf('map'))).toBe(true);
    expect(mayOpen(holder(1), routeOf('locallog'))).toBe(true);
  });

  /** A page of this place opens with one authority and, whatever else one holds, not without it. */
  function expectPage(
    key: string,
    path: string,
    place: RoutePlace,
    authority: Authority,
    query: Record<string, string> = {},
  ) {
    const target = routeOf(key);
    expect([target.path, target.place]).toEqual([path, place]);
    expect(mayOpen(holder(1, authority), target)).toBe(true);
    expect(mayOpen(everything(1, target.read ? [...target.read] : []), target)).toBe(false);
    const url = new URL(hrefOf(key, query), 'http://portal');
    expect([url.pathname, Object.fromEntries(url.searchParams)]).toEqual([path, query]);
    const at = (...authorities: Authority[]) =>
      decidePage({
        pathname: url.pathname,
        search: url.search,
        visitor: { ...holder(1, ...authorities), customCampus: false },
        isFresh: true,
      });
    expect(at(authority).kind).toBe('open');
    expect(at().kind).not.toBe(target.opensWithoutAuthority ? 'redirect' : 'open');
  }

  it('[NAV-019] [NAV-020] [NAV-021] monitoring pages stand alone, live pages with the number of their unit', () => {
    expectPage('shcenter', '/shcenter', 'standalone', 'SHANGHAI_CENTER_READ');
    for (const key of ['elevator', 'escalator', 'sidewalk', 'escalatorforcustom'])
      expectPage(key, `/monitor/${key}`, 'standalone', 'MONITOR_READ', { equipmentNo: '10512345' });
  });

  it('[MISC-002] the four dashboards stand alone and ask for no permission', () => {
    for (const key of ['dashboard', 'kaDashboard', 'kaProjectDashboard', 'kaBranchDashboard'])
      expect([key, routeOf(key).path, routeOf(key).place, mayOpen(holder(1), routeOf(key))]).toEqual([
        ...[key, `/${key}`, 'standalone', true],
      ]);
  });

  it('[NAV-022] [NAV-023] [NAV-024] [NAV-025] details stand alone and take the key of what they show', () => {
    expectPage('callbackDetail', '/detail/callback', 'standalone', 'CALLBACK_READ', { callbackId: 'C1' });
    expectPage('symptomDetail', '/detail/symptom', 'standalone', 'SYMPTOM_READ', { symptomId: 'S1' });
    expectPage('equipmentDetail', '/detail/equipment', 'standalone', 'EQUIPMENT_READ', { equipmentNo: '10512345' });
    expectPage('maintenanceDetail', '/detail/maintenance', 'standalone', 'MAINTENANCE_READ', { jobNo: 'J1' });
  });

  it('[NAV-028] reports stand alone, that of a unit with its number and month', () => {
    expectPage('healthReport', '/detail/healthReport', 'standalone', 'HEALTHREPORT_READ');
    expectPage('healthBiweeklyReport', '/detail/HealthBiweeklyReport', 'standalone', 'CBM_MODEL_A_VIEW_READ');
    expectPage('healthReportEquipment', '/detail/healthReportEquipment', 'standalone', 'HEALTHREPORT_READ', {
      equipNo: '10512345',
      month: '2026-10',
    });
  });

  it('[NAV-029] [NAV-031] [NAV-032] home, the equipment list and the administration are inside the layout', () => {
    expectPage('home', '/', 'portal', 'HOMEPAGE_READ');
    expectPage('equipmentlist', '/equipmentlist', 'portal', 'EQUIPMENT_READ');
    for (const [key, authority] of [
      ['userList', 'USER_READ'],
      ['roleList', 'ROLE_READ'],
      ['authorityList', 'AUTHORITY_READ'],
      ['branchList', 'BRANCH_READ'],
      ['projectList', 'PROJECT_READ'],
    ] as const)
      expectPage(key, `/${key}`, 'portal', authority);
  });

  it('[NAV-030] the map and what the documents show without a permission are inside the layout; the map asks for none', () => {
    for (const key of ['map', 'threeSidedLadder', 'healthBiweeklyList', 'operationReportReport'])
      expect([key, routeOf(key).path, routeOf(key).place]).toEqual([key, `/${key}`, 'portal']);
    expect([routeOf('map').read, routeOf('threeSidedLadder').read]).toEqual([undefined, undefined]);
    expect(mayOpen(everything(1, []), routeOf('map'))).toBe(true);
  });

  it('[NAV-033] [NAV-034] [NAV-035] callbacks, symptoms and the walls are inside the layout', () => {
    expectPage('callbacklist', '/callbacklist', 'portal', 'CALLBACK_READ', { fromCampus: '1' });
    expectPage('symptomList', '/symptomList', 'portal', 'SYMPTOM_READ', { fromCampus: '1' });
    expectPage('campus', '/campus', 'portal', 'CAMPUS_VIEW_READ');
    expectPage('campusforcustom', '/campusforcustom', 'portal', 'CAMPUS_VIEW_READ');
  });

  it('[NAV-036] [NAV-040] maintenance, reports and announcements are inside the layout', () => {
    for (const [key, authority] of [
      ['maintenanceList', 'MAINTENANCE_READ'],
      ['statisticalReport', 'REPORT_READ'],
      ['healthProjectList', 'HEALTHREPORT_READ'],
      ['healthEquipmentList', 'HEALTHREPORT_READ'],
      ['announcement', 'ANNOUNCEMENT_READ'],
      ['apiaccesslog', 'API_ACCESS_LOG_READ'],
    ] as const)
      expectPage(key, `/${key}`, 'portal', authority);
  });

  it('[NAV-037] the maintenance reports open for users with any one of the four authorities', () => {
    for (const authority of FOUR) expectPage('maintenanceReport', '/maintenanceReport', 'portal', authority);
    expect(routeOf('maintenanceReport').read).toEqual(FOUR);
  });

  it('no entry of the menu and no tile that works leads to a page that its reader may not open', () => {
    // Alone, and as one of four: where there are exactly four the maintenance tile leads elsewhere.
    const others: Authority[] = ['EQUIPMENT_READ', 'CALLBACK_READ', 'SYMPTOM_READ'];
    const holders = AUTHORITIES.flatMap((authority) =>
      [0, 1, 2].flatMap((userType) => [holder(userType, authority), holder(userType, authority, ...others)]),
    );
    for (const who of holders) {
      const hrefs = [
        ...fullMenu(who).flatMap(({ entries }) => entries.map(({ href }) => href)),
        ...homeTiles(who, () => true).flatMap(({ href, isDisabled }) => (isDisabled ? [] : [href])),
      ];
      const closed = hrefs.filter((href) => ROUTES.some((one) => one.path === href && !mayOpen(who, one)));
      expect([[...who.authorities], closed]).toEqual([[...who.authorities], []]);
    }
  });

  const expectForReadersOfUnits = (key: string) => {
    expect(routeOf(key)).toMatchObject({ path: `/${key}`, place: 'portal', read: ['EQUIPMENT_READ'], isBuilt: true });
    const open = (...authorities: Authority[]) =>
      decidePage({
        pathname: `/${key}`,
        search: '',
        visitor: { ...holder(1, ...authorities), customCampus: false },
        isFresh: true,
      }).kind;
    expect([open('EQUIPMENT_READ'), open('MAINTENANCE_READ')]).toEqual(['open', 'redirect']);
  };
  it('[ANN-005] inspections are a page of the layout, for who reads units (readings 6)', () =>
    expectForReadersOfUnits('anualInspection'));
  it('[ANN-006] contracts are a page of the layout, for who reads units (readings 6)', () =>
    expectForReadersOfUnits('saptdContract'));

  it('[MISC-005] [MISC-014] pages of the layout without a permission: applications for those who handle them, the log of this browser for everybody', () => {
    const opens = (path: string, userType: number) =>
      decidePage({ pathname: path, search: '', visitor: { ...holder(userType), customCampus: false }, isFresh: true })
        .kind;
    for (const [key, openTo] of [
      ['userApprovalList', [0, 2]],
      ['locallog', [0, 1, 2]],
    ] as const) {
      expect(routeOf(key)).toMatchObject({ path: `/${key}`, place: 'portal', isBuilt: true });
      expect(routeOf(key).read).toBeUndefined();
      expect([0, 1, 2].filter((userType) => opens(`/${key}`, userType) === 'open')).toEqual(openTo);
    }
  });

  it('finds a route in any case and with a trailing slash, so that the written one can be redirected to', () => {
    expect(findRoute('/HEALTHbiweeklylist/')?.path).toBe('/healthBiweeklyList');
    expect(findRoute('/nowhere')).toBeUndefined();
  });

  it('links carry the key as query', () => {
    expect(hrefOf('equipmentDetail', { equipmentNo: '10512345' })).toBe('/detail/equipment?equipmentNo=10512345');
    expect(hrefOf('elevator', { equipmentNo: 'A&B' })).toBe('/monitor/elevator?equipmentNo=A%26B');
  });
});

describe('the sidebar', () => {
  it('[NAV-048] monitoring holds campus, shcenter and map monitoring, in this order', () => {
    expect(keysIn(everything(1), 'monitoring')).toEqual(['campus', 'shcenter', 'mapMonitoring']);
  });

  it('[NAV-050] the equipment group holds its entries', () => {
    expect(keysIn(everything(0), 'equipment').filter((key) => key !== 'smsLogList')).toEqual([
      'equipmentlist',
      'gateway4pro',
      'gateway',
      'errorInspection',
      'energySave',
      'operationReportReport',
      'saptdContract',
      'anualInspection',
      'cameralist',
      'equipoffmaintenance',
      'threeSidedLadder',
      'smartscreenlist',
      'equipgroup',
    ]);
  });

  it('[NAV-051] callbacks, symptoms, statistics, announcements and the audit log stand outside the groups', () => {
    for (const [group, key] of [
      ['callback', 'callbacklist'],
      ['symptom', 'symptomList'],
      ['statistics', 'statisticalReport'],
      ['announcement', 'announcement'],
      ['audit', 'apiaccesslog'],
    ] as const) {
      expect(keysIn(everything(0), group)).toEqual([key]);
    }
  });

  it('[NAV-053] user management and operation reports hold their entries', () => {
    expect(keysIn(everything(0), 'users').sort()).toEqual([
      'authorityList',
      'branchList',
      'campusVipAppList',
      'projectList',
      'roleList',
      'userApprovalList',
      'userFeedbackList',
      'userList',
      'userStrategy',
    ]);
    expect(keysIn(everything(0), 'operationReport')).toEqual([
      'healthProjectList',
      'healthEquipmentList',
      'healthBiweeklyList',
    ]);
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
    expect(keysIn(holder(1, ...FOUR, 'EQUIPMENT_READ'), 'maintenance')).toEqual([
      'maintenanceList',
      'maintenanceReport',
    ]);
    expect(keysIn(holder(1, 'EQUIPMENT_READ'), 'maintenance')).toEqual([]);
  });

  it.each([
    ['[NAV-038] /statisticalReport', 'statisticalReport', 'REPORT_READ'],
    ['[MISC-010] /energySave', 'energySave', 'ENERGY_SAVING_READ'],
    ['/operationReportReport', 'operationReportReport', 'EQUIPMENT_RUN_STATISTICS'],
  ] as const)('%s is a page inside the layout with a permission of its own', (_name, key, authority) => {
    const route = routeOf(key);
    expect(route).toMatchObject({ path: `/${key}`, place: 'portal', read: [authority], isBuilt: true });
    expect([mayOpen(holder(1), route), mayOpen(holder(1, authority), route)]).toEqual([false, true]);
  });

  it('[NAV-055] each menu string changes the menu by itself', () => {
    const shown = (...authorities: Authority[]) =>
      fullMenu(holder(1, ...authorities)).flatMap(({ entries }) => entries.map(({ href }) => href));
    const grants: Partial<Record<Authority, readonly string[]>> = {
      CAMPUS_VIEW_READ: ['/campus'],
      SHANGHAI_CENTER_READ: ['/shcenter'],
      USER_DASHBOARD: ['/dashboard'],
      KA_ADMIN_READ: ['/kaDashboard'],
      KA_PROJECT_READ: ['/kaProjectDashboard'],
      KA_KEY_USER_READ: ['/kaBranchDashboard'],
      EQUIPMENT_READ: ['/equipmentlist', '/saptdContract', '/anualInspection'],
      SIM_MESSAGE_READ: ['/smsLogList'],
      EDGE_CUBE_READ: ['/gateway4pro', '/gateway'],
      ERROR_INSPECTION_READ: ['/errorInspection'],
      ENERGY_SAVING_READ: ['/energySave'],
      EQUIPMENT_RUN_STATISTICS: ['/operationReportReport'],
      INFOTAINMENT_SCREEN_READ: ['/smartscreenlist'],
      START_STOP_CONFIG_READ: ['/equipgroup'],
      CALLBACK_READ: ['/callbacklist'],
      SYMPTOM_READ: ['/symptomList'],
      MAINTENANCE_READ: ['/maintenanceList', '/maintenanceReport'],
      MAINTENANCE_WRITE: ['/maintenanceReport'],
      E_SIGN_READ: ['/maintenanceReport'],
      E_SIGN_WRITE: ['/maintenanceReport'],
      REPORT_READ: ['/statisticalReport'],
      USER_READ: ['/userList'],
      ROLE_READ: ['/roleList'],
      AUTHORITY_READ: ['/authorityList'],
      PROJECT_READ: ['/projectList'],
      BRANCH_READ: ['/branchList'],
      BRANCH_LIST_READ: ['/branchList'],
      USER_FEEDBACK_READ: ['/userFeedbackList'],
      HEALTHREPORT_READ: ['/healthProjectList', '/healthEquipmentList'],
      CBM_MODEL_A_VIEW_READ: ['/healthBiweeklyList'],
      ANNOUNCEMENT_READ: ['/announcement'],
      API_ACCESS_LOG_READ: ['/apiaccesslog'],
    };
    expect(shown()).toEqual([]);
    for (const [authority, paths] of Object.entries(grants))
      expect([authority, shown(authority as Authority)]).toEqual([authority, paths]);
    expect(shown('CAMPUS_VIEW_READ', 'KA_NOT_CAMPUS_VIEW')).toEqual([]);
  });

  it('shows only built routes', () => {
    for (const { entries } of menuOf(everything(0)))
      for (const { href } of entries) expect(findRoute(href)?.isBuilt).toBe(true);
  });
});

describe('home and landing', () => {
  it('[NAV-062] [NAV-065] tiles are there for everybody and disabled without their permission', () => {
    expect(homeTiles(holder(1), () => true).map(({ key, isDisabled }) => [key, isDisabled])).toEqual(
      [
        'campus',
        'equipmentlist',
        'callbacklist',
        'symptomList',
        'maintenance',
        'statisticalReport',
        'mapMonitoring',
        'healthProjectList',
      ].map((key) => [key, true]),
    );
    for (const [key, authority] of [
      ['equipmentlist', 'EQUIPMENT_READ'],
      ['callbacklist', 'CALLBACK_READ'],
      ['symptomList', 'SYMPTOM_READ'],
      ['maintenance', 'MAINTENANCE_READ'],
      ['statisticalReport', 'REPORT_READ'],
      ['healthProjectList', 'HEALTHREPORT_READ'],
    ] as const) {
      expect(tile(holder(1, authority), key)?.isDisabled).toBe(false);
    }
  });

  it('[NAV-063] [NAV-064] the campus tile needs CAMPUS_VIEW_READ and userType 2', () => {
    expect([0, 1, 2].map((userType) => tile(holder(userType, 'CAMPUS_VIEW_READ'), 'campus')?.isDisabled)).toEqual([
      true,
      true,
      false,
    ]);
    expect(tile(holder(2), 'campus')?.isDisabled).toBe(true);
  });

  it('[NAV-066] the maintenance tile leads to the report with exactly four authorities of which one is of the kind', () => {
    expect(tile(holder(1, ...FOUR), 'maintenance')?.href).toBe('/maintenanceReport');
    expect(
      tile(holder(1, 'MAINTENANCE_READ', 'EQUIPMENT_READ', 'HOMEPAGE_READ', 'REPORT_READ'), 'maintenance')?.href,
    ).toBe('/maintenanceReport');
    expect(tile(holder(1, 'MAINTENANCE_READ'), 'maintenance')?.href).toBe('/maintenanceList');
  });

  it('[NAV-067] map monitoring takes the first dashboard the user holds; /dashboard opens in a new tab', () => {
    const order = [
      ['USER_DASHBOARD', '/dashboard'],
      ['KA_PROJECT_READ', '/kaProjectDashboard'],
      ['KA_ADMIN_READ', '/kaDashboard'],
      ['KA_KEY_USER_READ', '/kaBranchDashboard'],
    ] as const;
    expect(tile(holder(1), 'mapMonitoring')?.isDisabled).toBe(true);
    for (const [index, [authority, path]] of order.entries()) {
      expect(mapMonitoringRoute(holder(1, authority))?.path).toBe(path);
      expect(mapMonitoringRoute(holder(1, ...order.slice(index).map(([name]) => name)))?.path).toBe(path);
      expect(tile(holder(1, authority), 'mapMonitoring')).toMatchObject({
        href: path,
        isDisabled: false,
        opensNewTab: path === '/dashboard',
      });
    }
    expect(mapMonitoringRoute(holder(1))).toBeUndefined();
  });

  it('[AUTH-023] [AUTH-024] exactly the four authorities land on the maintenance report, everybody else at home', () => {
    expect(landingRoute(holder(1, ...FOUR)).path).toBe('/maintenanceReport');
    expect(landingRoute(holder(1, ...FOUR, 'EQUIPMENT_READ')).path).toBe('/');
    expect(landingRoute(holder(1, 'MAINTENANCE_READ', 'E_SIGN_READ', 'E_SIGN_WRITE', 'EQUIPMENT_READ')).path).toBe('/');
  });

  it('who lands on the report is led there from home too, but told at home what was refused', () => {
    const at = (search: string, isFresh: boolean, ...authorities: Authority[]) =>
      decidePage({ pathname: '/', search, visitor: { ...holder(1, ...authorities), customCampus: false }, isFresh });
    expect(at('', true, ...FOUR)).toEqual({ kind: 'redirect', to: '/maintenanceReport', isPermanent: false });
    expect(at('', false, ...FOUR)).toEqual({ kind: 'refresh' });
    expect(at('?denied=%2FuserList', true, ...FOUR)).toEqual({ kind: 'forbidden' });
    expect(at('', true, 'MAINTENANCE_READ')).toEqual({ kind: 'forbidden' });
  });
});
