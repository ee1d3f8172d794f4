import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUTHORITIES } from '@/lib/platform/contract/authorities';
import { ROUTES, routeOf, type Route } from '@/lib/routes';
import { OPERATIONS } from '@/lib/platform/door/registry';

const files = (dir: string): string[] =>
  existsSync(dir) ? readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((file) => join(dir, file)) : [];
const sources = ['app', 'components', 'lib']
  .flatMap(files)
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('/generated/'));
const known: ReadonlySet<string> = new Set(AUTHORITIES);

describe('access', () => {
  it('is declared by every operation, and never by an empty list', () => {
    for (const { name, access } of OPERATIONS) {
      if (access.kind === 'authority') expect([name, access.anyOf.length > 0]).toEqual([name, true]);
      if (access.kind === 'userType') expect([name, access.userTypes.length > 0]).toEqual([name, true]);
    }
    expect(new Set(OPERATIONS.map(({ name }) => name)).size).toBe(OPERATIONS.length);
    expect(new Set(OPERATIONS.map(({ method, path }) => `${method} ${path}`)).size).toBe(OPERATIONS.length);
  });

  it('[NAV-015] asks for authorities of the registry only, whole and to the letter', () => {
    const named = [
      ...ROUTES.flatMap(({ read = [] }) => read),
      ...OPERATIONS.flatMap(({ access }) =>
        access.kind === 'authority' ? [...access.anyOf, ...(access.allOf ?? [])] : [],
      ),
    ];
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const asked = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/hasAuthority\(\w+,\s*'([^']+)'/g)].map((match) => match[1] ?? ''),
    );
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((name) => !known.has(name))).toEqual([]);
    const fuzzy = sources.filter(
      (file) =>
        file !== 'lib/platform/contract/authorities.ts' &&
        /authorit(?:y|ies)\w*\.(?:includes|startsWith|endsWith|match)\(/.test(readFileSync(file, 'utf8')),
    );
    expect(fuzzy).toEqual([]);
  });

  /** What pages write with, by the operations behind their buttons. */
  const WRITES: Readonly<Record<string, readonly string[]>> = {
    equipmentlist: ['saveEquipment', 'importEquipmentFile'],
    // Shows the unit; what is changed there are call-outs, by their own right.
    equipmentDetail: [],
    smsLogList: ['resendSms', 'resendMail'],
    // Shows and keeps documents; they are signed on the page of the job.
    maintenanceReport: [],
    jobList: ['repeatJob'],
    userList: ['createUser', 'updateUser', 'createBranchUser', 'updateBranchUser', 'deleteUser'],
    roleList: ['addRole', 'updateRole', 'deleteRole'],
    authorityList: ['addAuthority', 'updateAuthority', 'deleteAuthority'],
    projectList: ['saveProject', 'deleteProject', 'addProjectEquipment', 'deleteProjectEquipment', 'importProjectFile'],
    userFeedbackList: ['replyFeedback'],
    announcement: ['saveAnnouncement', 'publishAnnouncement', 'withdrawAnnouncement', 'deleteAnnouncement'],
    userStrategy: ['saveStrategy', 'deleteStrategy'],
    userApprovalList: ['approveApproval', 'rejectApproval'],
    campusVipAppList: ['handleCampusApply'],
    // Cameras are changed by a right of their own, CAMERA_WRITE.
    cameralist: [],
    campus: ['saveCampusView', 'uploadCampusImage'],
    campusforcustom: ['saveCampusView', 'uploadCampusImage'],
    callbacklist: ['createCallback', 'moveCallback', 'listTechnicians'],
    callbackDetail: ['createCallback', 'moveCallback', 'listTechnicians'],
    gateway: ['registerCube', 'bindCube', 'unbindCube', 'replaceCube', 'retireCube', 'resetCubeSecret'],
    equipgroup: ['saveGroup', 'deleteGroup', 'executeGroup', 'listGroupUnits', 'listGroupResponsible'],
    smartscreenlist: [
      'saveScreen',
      'deleteScreen',
      'publishNotice',
      'withdrawNotice',
      'createScreenCode',
      'revokeScreenKey',
    ],
    gateway4pro: ['saveProGateway', 'attachProUnits', 'detachProUnits', 'deleteProGateway', 'resetCubeSecret'],
    // Head office's, by who one is: there is no authority for it (readings 6).
    threeSidedLadder: [],
    symptomList: ['handleSymptom'],
    symptomDetail: ['handleSymptom'],
    maintenanceList: [
      'rescheduleMaintenance',
      'assignMaintenance',
      'lockMaintenance',
      'saveMaintenanceItems',
      'completeMaintenance',
      'listJobTechnicians',
    ],
    maintenanceDetail: [
      'rescheduleMaintenance',
      'assignMaintenance',
      'lockMaintenance',
      'saveMaintenanceItems',
      'completeMaintenance',
      'listJobTechnicians',
    ],
    anualInspection: ['saveInspection', 'uploadCertificate'],
    saptdContract: [],
    equipoffmaintenance: [],
    energySave: ['saveEnergyParameter'],
    operationReportReport: [],
    errorInspection: ['inspectError'],
    errorInspectionDetail: ['inspectError'],
  };
  /** A page without a _READ of its own is one of the accounts' pages. */
  const writeOf = ({ read = ['USER_READ'] }: Route) => read[0]?.replace(/_READ$/, '_WRITE') ?? '';

  it('knows what writes on every page that has a _WRITE authority', () => {
    const written = ROUTES.filter(
      (route) => route.isBuilt && (route.read ?? route.userTypes) && known.has(writeOf(route)),
    );
    expect(written.map(({ key }) => key).sort()).toEqual(Object.keys(WRITES).sort());
  });

  it.each(Object.entries(WRITES).filter(([, names]) => names.length > 0))(
    '[NAV-016] %s writes with its page’s _WRITE authority and nothing less',
    (key, names) => {
      const wanted = [writeOf(routeOf(key))];
      for (const name of names) {
        const access = OPERATIONS.find((operation) => operation.name === name)?.access;
        expect([name, access?.kind === 'authority' ? [...access.anyOf] : access?.kind]).toEqual([name, wanted]);
      }
    },
  );

  it('[NAV-017] units are changed with EQUIPMENT_WRITE, on every page that shows them', () => {
    expect(OPERATIONS.find(({ name }) => name === 'saveEquipment')?.access).toEqual({
      kind: 'authority',
      anyOf: ['EQUIPMENT_WRITE'],
    });
  });

  it('[NAV-018] cameras are changed with CAMERA_WRITE', () => {
    const CHANGES: readonly unknown[] = ['create', 'update', 'delete'];
    const changing = OPERATIONS.filter(({ path, audit }) => path.startsWith('camera/') && CHANGES.includes(audit));
    expect(changing.map(({ name }) => name)).toEqual(['saveCamera', 'deleteCamera', 'resetCameraKey']);
    for (const { name, access } of changing)
      expect([name, access]).toMatchObject([name, { kind: 'authority', anyOf: ['CAMERA_WRITE'] }]);
  });

  /** Rights made by hand: what the operation says, said again where it can go wrong. */
  const BY_HAND: readonly RegExp[] = [
    // A right to write is the operation's.
    /_WRITE\b/,
    // So is who of the three kinds may call it; of a row it is a value like any other.
    /(?<!row\.)\buserType\s*[!=]==\s*\d/,
    // An authority without an operation is asked for by hasAny.
    /authorities\.(?:has|includes)\(/,
    // The whole actor would tell the browser of sessions and mappings.
    /holder=\{actor\}/,
  ];
  const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

  it.each([
    ["canWrite={actor.userType === 0 && actor.authorities.has('ROLE_WRITE')}", true],
    ["hasAny(holder, ['CAMPUS_VIEW_WRITE'])", true],
    ['const isOwn = userType !== 0;', true],
    ['<RoleListScreen holder={actor} />', true],
    ['may(holder, updateRole)', false],
    ["hasAny(holder, ['CAMPUS_VIEW_EQUIPMENT_READ'])", false],
    ['row.userType === 1 ? a : b', false],
    ['/** Asks for ROLE_WRITE. */', false],
  ])('knows a right made by hand: %s', (text, isOne) => {
    expect(BY_HAND.some((pattern) => pattern.test(withoutComments(text)))).toBe(isOne);
  });

  it('is asked by pages and screens of the operation: may(holder, updateRole)', () => {
    const drawn = sources.filter((file) => /^(?:app|components)\//.test(file));
    expect(drawn.length).toBeGreaterThan(100);
    const found = drawn.flatMap((file) => {
      const text = withoutComments(readFileSync(file, 'utf8'));
      return BY_HAND.filter((pattern) => pattern.test(text)).map((pattern) => `${file}: ${pattern.source}`);
    });
    expect(found).toEqual([]);
  });

  it('leaves deleted rows to the scope functions: no query says it beside them', () => {
    const scoped = sources
      .filter((file) => /^lib\/(?:features|live)\//.test(file))
      .flatMap((file) =>
        withoutComments(readFileSync(file, 'utf8'))
          .split(/;\n/)
          .filter((statement) => /\b(?:equipment|project|user|liveUser)Scope\(/.test(statement))
          .map((statement) => ({ file, statement })),
      );
    expect(scoped.length).toBeGreaterThan(20);
    expect(scoped.filter(({ statement }) => /deletedAt: null/.test(statement))).toEqual([]);
  });

  it('is not decided by the pages’ framework: only the page guard knows it', () => {
    const offenders = files('lib/platform/auth').filter(
      (file) => file.endsWith('.ts') && /from 'next(?:\/|')/.test(readFileSync(file, 'utf8')),
    );
    expect(offenders).toEqual(['lib/platform/auth/pages/page-guard.ts']);
  });

  it('passwords, tokens and hashes are in no contract’s answer but that of the token operations', () => {
    const withTokens = OPERATIONS.filter(({ output }) =>
      /password|hash|access_token|refresh_token/i.test(
        JSON.stringify(Object.keys((output as { shape?: object }).shape ?? {})),
      ),
    );
    expect(withTokens.map(({ name }) => name).sort()).toEqual([
      'refreshToken',
      'signIn',
      'signInByLink',
      'signInByThirdToken',
      'signInVerify',
    ]);
  });
});
