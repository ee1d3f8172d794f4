import { AUTHORITIES, HINDRANCES } from '@/lib/platform/contract/authorities';
import type { Authority } from '@/lib/platform/contract/authorities';
import { db } from '@/lib/platform/db/client';
import { quickHash } from './quick-hash';

/** The people that the tests of access are about, and the small world they live in. */

export const PERSONA_PASSWORD = 'Persona-Test-1';
/** Set `AIRPORT_PROJECT_IDS` to this to make `airportCustomer` one. */
export const AIRPORT_PROJECT = 'P-AIR';

export interface Persona {
  username: string;
  userType: 0 | 1 | 2;
  customerType: number;
  tier?: number;
  branchCode: string | null;
  projects: readonly string[];
  branches: readonly string[];
  authorities: readonly Authority[];
}

const CUSTOMER: readonly Authority[] = ['HOMEPAGE_READ', 'MONITOR_READ', 'EQUIPMENT_READ', 'CALLBACK_READ'];
const DISPATCHER: readonly Authority[] = [
  'HOMEPAGE_READ',
  'MONITOR_READ',
  'EQUIPMENT_READ',
  'CALLBACK_READ',
  'CALLBACK_WRITE',
  'SYMPTOM_READ',
  'SYMPTOM_WRITE',
];
const NOT_FOR_BRANCHES: readonly Authority[] = [
  'SUPER_MASTER',
  'AUTHORITY_WRITE',
  'ROLE_WRITE',
  'API_ACCESS_LOG_READ',
  'DISABLE_MAINTENANCE_HH_MM_SS',
  'KA_NOT_CAMPUS_VIEW',
];

export const PERSONAS = {
  platformAdmin: {
    username: 'platformAdmin',
    userType: 0,
    customerType: 0,
    branchCode: null,
    projects: [],
    branches: [],
    authorities: AUTHORITIES.filter((name) => !HINDRANCES.includes(name)),
  },
  internalStaff: {
    username: 'internalStaff',
    userType: 1,
    customerType: 1,
    branchCode: 'B01',
    projects: ['P-1', 'P-2'],
    branches: [],
    authorities: [...CUSTOMER, 'REPORT_READ', 'HEALTHREPORT_READ', 'E_SIGN_READ'],
  },
  branchManager: {
    username: 'branchManager',
    userType: 2,
    customerType: 0,
    branchCode: 'B01',
    projects: [],
    branches: ['B01'],
    authorities: AUTHORITIES.filter((name) => !NOT_FOR_BRANCHES.includes(name)),
  },
  branchDispatcher: {
    username: 'branchDispatcher',
    userType: 2,
    customerType: 0,
    branchCode: 'B01',
    projects: [],
    branches: ['B01'],
    authorities: DISPATCHER,
  },
  customerLite: {
    username: 'customerLite',
    userType: 1,
    customerType: 2,
    tier: 1,
    branchCode: 'B01',
    projects: ['P-1'],
    branches: [],
    authorities: CUSTOMER,
  },
  customerEssence: {
    username: 'customerEssence',
    userType: 1,
    customerType: 2,
    tier: 2,
    branchCode: 'B01',
    projects: ['P-1', 'P-2'],
    branches: [],
    authorities: [...CUSTOMER, 'SYMPTOM_READ', 'MAINTENANCE_READ'],
  },
  customerElite: {
    username: 'customerElite',
    userType: 1,
    customerType: 2,
    tier: 3,
    branchCode: 'B02',
    projects: ['P-3'],
    branches: [],
    authorities: [
      ...CUSTOMER,
      'SYMPTOM_READ',
      'MAINTENANCE_READ',
      'CAMPUS_VIEW_READ',
      'HEALTHREPORT_READ',
      'CBM_MODEL_A_VIEW_READ',
    ],
  },
  airportCustomer: {
    username: 'airportCustomer',
    userType: 1,
    customerType: 2,
    tier: 3,
    branchCode: 'B01',
    projects: [AIRPORT_PROJECT],
    branches: [],
    authorities: [...CUSTOMER, 'CAMPUS_VIEW_READ'],
  },
  maintenanceSigner: {
    username: 'maintenanceSigner',
    userType: 1,
    customerType: 2,
    branchCode: 'B01',
    projects: ['P-1'],
    branches: [],
    authorities: ['MAINTENANCE_READ', 'MAINTENANCE_WRITE', 'E_SIGN_READ', 'E_SIGN_WRITE'],
  },
  noAuthority: {
    username: 'noAuthority',
    userType: 1,
    customerType: 2,
    branchCode: 'B01',
    projects: ['P-1'],
    branches: [],
    authorities: [],
  },
} as const satisfies Record<string, Persona>;

export type PersonaName = keyof typeof PERSONAS;
export const PERSONA_NAMES = Object.keys(PERSONAS) as PersonaName[];
export const persona = (name: PersonaName): Persona => PERSONAS[name];

const PROJECTS = [
  { projectId: 'P-1', branchCode: 'B01', projectName: '静安中心', equipmentNo: 'E-1' },
  { projectId: 'P-2', branchCode: 'B01', projectName: '徐汇广场', equipmentNo: 'E-2' },
  { projectId: 'P-3', branchCode: 'B02', projectName: '朝阳大厦', equipmentNo: 'E-3' },
  { projectId: AIRPORT_PROJECT, branchCode: 'B01', projectName: '国际机场', equipmentNo: 'E-4' },
];

const oneAfterAnother = <T extends object>(rows: readonly T[]) => {
  const from = Date.now() - rows.length;
  // Each a millisecond after the one before it, as lists by time of creation show them.
  return rows.map((row, index) => ({ ...row, createDate: new Date(from + index) }));
};

/** Two branches and four projects with one unit each: P-1, P-2, P-AIR in B01, P-3 in B02. */
export async function createWorld(): Promise<void> {
  await db().branch.createMany({
    data: [
      { branchCode: 'B01', branchId: 'B01', branchName: '上海分公司', branchFullName: '上海分公司' },
      { branchCode: 'B02', branchId: 'B02', branchName: '北京分公司', branchFullName: '北京分公司' },
    ],
  });
  await db().project.createMany({
    data: oneAfterAnother(
      PROJECTS.map(({ projectId, branchCode, projectName }) => ({
        projectId,
        branchCode,
        projectName,
        equipmentTotal: 1,
      })),
    ),
  });
  await db().equipment.createMany({
    data: oneAfterAnother(
      PROJECTS.map(({ branchCode, projectName, equipmentNo }) => ({
        equipmentNo,
        equipmentName: `${projectName}1号梯`,
        equipmentType: 'YAE_ELT',
        displayType: 'EV' as const,
        branchCode,
      })),
    ),
  });
  await db().projectEquipment.createMany({
    data: PROJECTS.map(({ projectId, equipmentNo }) => ({ projectId, equipmentNo })),
  });
}

/** Creates accounts as their personas describe them, each with a role of its own. */
async function createAll(people: readonly Persona[], passwordHash: string): Promise<void> {
  const authorities = [...new Set(people.flatMap((each) => each.authorities))];
  await db().authority.createMany({ data: authorities.map((authority) => ({ authority })), skipDuplicates: true });
  await db().role.createMany({
    data: oneAfterAnother(people.map(({ username }) => ({ role: `role-${username}`, description: username }))),
  });
  await db().roleAuthority.createMany({
    data: people.flatMap((each) => each.authorities.map((authority) => ({ role: `role-${each.username}`, authority }))),
  });
  await db().user.createMany({
    data: oneAfterAnother(
      people.map(({ username, userType, customerType, tier, branchCode }) => ({
        username,
        usernameLower: username.toLowerCase(),
        nickName: username,
        email: `${username}@example.com`,
        phone: null,
        passwordHash,
        passwordAt: new Date(),
        userType,
        customerType,
        tier: tier ?? null,
        projectbranchType: userType === 2 ? 2 : 1,
        branchCode,
      })),
    ),
  });
  await db().userRole.createMany({ data: people.map(({ username }) => ({ username, role: `role-${username}` })) });
  await db().userMapping.createMany({
    data: people.flatMap(({ username, projects, branches }) => [
      ...projects.map((mappingId) => ({ username, type: 1, mappingId })),
      ...branches.map((mappingId) => ({ username, type: 2, mappingId })),
    ]),
  });
}

export const createPersona = (description: Persona, passwordHash: string): Promise<void> =>
  createAll([description], passwordHash);

/** The world and everybody in it. */
export async function createPersonas(): Promise<void> {
  await createWorld();
  await createAll(PERSONA_NAMES.map(persona), await quickHash(PERSONA_PASSWORD));
}
