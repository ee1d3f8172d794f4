import { randomInt } from 'node:crypto';
import type { Random } from '@/lib/programs/simulator/random';
import { USER_TYPE, type UserType } from '@/lib/platform/auth/accounts/account-types';
import { ROLE_NAMES } from './access';
import { branchName, PLACES } from './places';
import { AIRPORT_PROJECT_ID, demoPhone, type Project, type ProjectKind } from './projects';

/** Accounts: one for each persona, with a password the reader gets, and others that only fill the lists. */

export const PERSONAS = [
  'platformAdmin',
  'internalStaff',
  'branchManager',
  'branchDispatcher',
  'customerLite',
  'customerEssence',
  'customerElite',
  'airportCustomer',
  'maintenanceSigner',
  'noAuthority',
] as const;
export type Persona = (typeof PERSONAS)[number];

export interface Account {
  persona?: Persona;
  username: string;
  nickName: string;
  phone: string;
  userType: UserType;
  customerType: 0 | 1 | 2 | null;
  tier: 1 | 2 | 3 | null;
  branchCode: string | null;
  roles: readonly string[];
  projects: readonly string[];
  branches: readonly string[];
  /** How often it signs in. */
  habit: 'daily' | 'weekly' | 'seldom' | 'never';
  isDisabled?: boolean;
}

const HOME = '3101';
const NEIGHBOUR = '3205';

/** Projects of the home branch that the customers share; every one is seen by its branch as well. */
function firstOf(projects: readonly Project[], kind: ProjectKind): string {
  const found = projects.find((project) => project.kind === kind && project.place.branchCode === HOME);
  if (!found) throw new Error(`the demo data need a project of kind ${kind} in branch ${HOME}`);
  return found.projectId;
}

export const eliteProjects = (projects: readonly Project[]): string[] =>
  (['tower', 'office', 'mall', 'metro'] as const).map((kind) => firstOf(projects, kind));

export function makeAccounts(projects: readonly Project[], random: Random): Account[] {
  const person = (
    account: Omit<Account, 'phone' | 'tier' | 'habit'> & { tier?: Account['tier']; habit?: Account['habit'] },
  ): Account => ({ tier: null, habit: 'daily', ...account, phone: demoPhone(random) });
  const customer = (
    persona: Persona | undefined,
    username: string,
    nickName: string,
    tier: 1 | 2 | 3,
    branchCode: string,
    projectIds: readonly string[],
  ) =>
    person({
      habit: persona ? 'daily' : random.pick(['daily', 'weekly', 'weekly', 'seldom', 'never'] as const),
      ...(persona ? { persona } : {}),
      username,
      nickName,
      userType: USER_TYPE.project,
      customerType: 2,
      tier,
      branchCode,
      projects: projectIds,
      branches: [],
      roles:
        [[ROLE_NAMES.lite], [ROLE_NAMES.essence], [ROLE_NAMES.elite, ROLE_NAMES.campus, ROLE_NAMES.reportDownload]][
          tier - 1
        ] ?? [],
    });
  const residential = firstOf(projects, 'residential');
  const named: Account[] = [
    // Head office: no branch, sees everything.
    person({
      persona: 'platformAdmin',
      username: 'hq_admin',
      nickName: '总部管理员',
      userType: USER_TYPE.headOffice,
      customerType: 1,
      branchCode: null,
      roles: [ROLE_NAMES.platform],
      projects: [],
      branches: [],
    }),
    // An internal account as a branch creates it (doc1 §4: `nb` + 5 digits, customerType 1, report and health roles): an ordinary user
    // of the maker's own people, bound to the projects of the branch. That is userType 1; head office staff are platformAdmin.
    person({
      persona: 'internalStaff',
      username: 'nb20317',
      nickName: '内部员工_周敏',
      userType: USER_TYPE.project,
      customerType: 1,
      branchCode: HOME,
      branches: [],
      roles: [ROLE_NAMES.internal, ROLE_NAMES.reportDownload, ROLE_NAMES.health],
      projects: projects.filter(({ place }) => place.branchCode === HOME).map(({ projectId }) => projectId),
    }),
    person({
      persona: 'branchManager',
      username: 'sh_manager',
      nickName: '上海分公司经理',
      userType: USER_TYPE.branch,
      customerType: 0,
      branchCode: HOME,
      roles: [ROLE_NAMES.manager],
      projects: [],
      branches: [HOME, NEIGHBOUR],
    }),
    person({
      persona: 'branchDispatcher',
      username: 'sh_dispatch',
      nickName: '上海分公司调度',
      userType: USER_TYPE.branch,
      customerType: 0,
      branchCode: HOME,
      roles: [ROLE_NAMES.dispatcher],
      projects: [],
      branches: [HOME],
    }),
    customer('customerLite', 'cn10246', '花园物业_李强', 1, HOME, [residential]),
    customer('customerEssence', 'cn10358', '酒店工程部_王芳', 2, HOME, [firstOf(projects, 'hotel'), residential]),
    customer('customerElite', 'cn10471', '楼宇运营_陈晓东', 3, HOME, eliteProjects(projects)),
    customer('airportCustomer', 'cn10589', '机场航站区_刘洋', 3, HOME, [AIRPORT_PROJECT_ID]),
    person({
      persona: 'maintenanceSigner',
      username: 'cn10693',
      nickName: '医院后勤_赵丽',
      userType: USER_TYPE.project,
      customerType: 2,
      branchCode: HOME,
      roles: [ROLE_NAMES.signer],
      projects: [firstOf(projects, 'hospital')],
      branches: [],
    }),
    person({
      persona: 'noAuthority',
      username: 'cn10702',
      nickName: '新用户_待授权',
      userType: USER_TYPE.project,
      customerType: 2,
      branchCode: HOME,
      roles: [],
      projects: [residential],
      branches: [],
      habit: 'never',
    }),
    person({
      username: 'hq_operator',
      nickName: '总部监控中心',
      userType: USER_TYPE.headOffice,
      customerType: 1,
      branchCode: null,
      roles: [ROLE_NAMES.platform],
      projects: [],
      branches: [],
    }),
    {
      ...person({
        username: 'sh_former',
        nickName: '离职调度员',
        userType: USER_TYPE.branch,
        customerType: 0,
        branchCode: HOME,
        roles: [ROLE_NAMES.dispatcher],
        projects: [],
        branches: [HOME],
        habit: 'never',
      }),
      isDisabled: true,
    },
  ];
  const others = PLACES.filter(({ branchCode }) => branchCode !== HOME).flatMap((place, index) => {
    const own = projects
      .filter((project) => project.place === place)
      .slice(0, 6)
      .map(({ projectId }) => projectId);
    const name = branchName(place);
    return [
      person({
        username: `${place.short.toLowerCase()}_dispatch`,
        nickName: `${name}调度`,
        userType: USER_TYPE.branch,
        customerType: 0,
        branchCode: place.branchCode,
        roles: [ROLE_NAMES.dispatcher],
        projects: [],
        branches: [place.branchCode],
      }),
      person({
        username: `${place.short.toLowerCase()}_manager`,
        nickName: `${name}经理`,
        userType: USER_TYPE.branch,
        customerType: 0,
        branchCode: place.branchCode,
        roles: [ROLE_NAMES.manager],
        projects: [],
        branches: [place.branchCode],
        habit: 'weekly',
      }),
      // Three customers a branch, who share a project where there are fewer.
      ...[0, 1, 2]
        .flatMap((order) => own[order % own.length] ?? [])
        .map((projectId, order) =>
          customer(
            undefined,
            `cn${20_100 + index * 10 + order}`,
            `客户_${place.short}${order + 1}`,
            (((index + order) % 3) + 1) as 1 | 2 | 3,
            place.branchCode,
            [projectId],
          ),
        ),
    ];
  });
  return [...named, ...others];
}

// Without letters and digits that look alike; groups are easy to read out and to type.
const UPPER = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const LOWER = 'abcdefghjkmnpqrstuvwxyz';
const DIGIT = '23456789';

/** A random password such as `Xk7-vbnm-42Qp`: all four classes, about 55 bits. */
export function randomPassword(): string {
  return ['uld', 'llll', 'ddul']
    .map((group) => [...group].map((kind) => pick(kind === 'u' ? UPPER : kind === 'd' ? DIGIT : LOWER)).join(''))
    .join('-');
}

const pick = (letters: string) => letters.charAt(randomInt(letters.length));
