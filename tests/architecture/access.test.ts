import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AUTHORITIES } from '@/lib/platform/contract/authorities';
import { ROUTES } from '@/lib/routes';
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
      ...ROUTES.flatMap(({ read = [], write = [] }) => [...read, ...write]),
      ...OPERATIONS.flatMap(({ access }) =>
        access.kind === 'authority' ? [...access.anyOf, ...(access.allOf ?? [])] : [],
      ),
    ];
    expect(named.filter((name) => !known.has(name))).toEqual([]);
    const asked = sources.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/authorities\.has\(\s*'([^']+)'/g)].map((match) => match[1] ?? ''),
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
    equipmentlist: ['saveEquipment'],
    smsLogList: ['resendSms'],
    userList: ['createUser', 'updateUser', 'createBranchUser', 'updateBranchUser', 'deleteUser'],
    roleList: ['addRole', 'updateRole', 'deleteRole'],
    authorityList: ['addAuthority', 'updateAuthority', 'deleteAuthority'],
    projectList: ['saveProject', 'deleteProject', 'addProjectEquipment', 'deleteProjectEquipment', 'importProjectFile'],
    userFeedbackList: ['replyFeedback'],
    userStrategy: ['saveStrategy', 'deleteStrategy'],
    userApprovalList: ['approveApproval', 'rejectApproval'],
    campusVipAppList: ['handleCampusApply'],
  };

  it.each(ROUTES.filter(({ isBuilt, write }) => isBuilt && write).map((route) => [route.key, route] as const))(
    '[NAV-016] %s writes with its page’s _WRITE authority and nothing less',
    (key, { read, write = [] }) => {
      const names = WRITES[key] ?? [];
      expect(names.length).toBeGreaterThan(0);
      expect(write).toEqual([(read ?? ['USER_READ'])[0]?.replace(/_READ$/, '_WRITE')]);
      for (const name of names) {
        const access = OPERATIONS.find((operation) => operation.name === name)?.access;
        expect([name, access?.kind === 'authority' ? [...access.anyOf] : access?.kind]).toEqual([name, write]);
      }
    },
  );

  /** Further write rights whose buttons stand on a page because their own page does not. */
  const GUESTS: Readonly<Record<string, readonly string[]>> = { equipmentlist: ['EQUIPMENT_FLOOR_MAPPING_WRITE'] };
  /** The page's file and the screens of the noun that it shows. */
  const screensOf = (path: string) => {
    const page = sources.find((file) => new RegExp(`^app/\\([a-z]+\\)${path}/page\\.tsx$`).test(file)) ?? '';
    const nouns = [...readFileSync(page, 'utf8').matchAll(/'@\/components\/(?!kit\/)([\w-]+)\//g)].map(
      ([, noun]) => noun,
    );
    return [page, ...sources.filter((file) => nouns.some((noun) => file.startsWith(`components/${noun}/`)))];
  };

  it.each(ROUTES.filter(({ isBuilt, write }) => isBuilt && write).map((route) => [route.key, route] as const))(
    '[NAV-016] [NAV-017] the buttons of %s that write stand there with its _WRITE authority only',
    (key, { path, write = [] }) => {
      const asked = screensOf(path).flatMap((file) =>
        [...readFileSync(file, 'utf8').matchAll(/authorities\.has\(\s*'(\w+)'/g)].map((match) => match[1] ?? ''),
      );
      expect([...new Set(asked)].filter((name) => name.endsWith('_WRITE')).sort()).toEqual(
        [...write, ...(GUESTS[key] ?? [])].sort(),
      );
    },
  );

  it('[NAV-017] units are changed with EQUIPMENT_WRITE, on every page that shows them', () => {
    const writeOf = (key: string) => ROUTES.find((route) => route.key === key)?.write;
    expect([writeOf('equipmentlist'), writeOf('anualInspection'), writeOf('equipoffmaintenance')]).toEqual([
      ['EQUIPMENT_WRITE'],
      ['EQUIPMENT_WRITE'],
      ['EQUIPMENT_WRITE'],
    ]);
    expect(OPERATIONS.find(({ name }) => name === 'saveEquipment')?.access).toEqual({
      kind: 'authority',
      anyOf: ['EQUIPMENT_WRITE'],
    });
  });

  it('the page of cameras is written with CAMERA_WRITE', () => {
    expect(ROUTES.find(({ key }) => key === 'cameralist')?.write).toEqual(['CAMERA_WRITE']);
  });

  it('is not decided by the pages’ framework: only the page guard knows it', () => {
    const offenders = files('lib/platform/auth').filter((file) =>
      /from 'next(?:\/|')/.test(readFileSync(file, 'utf8')),
    );
    expect(offenders).toEqual(['lib/platform/auth/page-guard.ts']);
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
