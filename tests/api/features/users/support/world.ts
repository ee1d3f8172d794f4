import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { createPersonas } from '../../../../support/personas';

/** The world of the account tests: the personas, and the roles of every installation that accounts are given. */

export const GOOD_PASSWORD = 'Lift-Portal-9';

const ROLES = [
  { role: 'LITE角色', authorities: ['HOMEPAGE_READ', 'EQUIPMENT_READ'], branchAssignable: true },
  { role: 'ELITE角色', authorities: ['HOMEPAGE_READ', 'EQUIPMENT_READ', 'HEALTHREPORT_READ'], branchAssignable: true },
  { role: '保养报告下载', authorities: ['E_SIGN_READ'], branchAssignable: true },
  { role: '健康报告角色', authorities: ['HEALTHREPORT_READ'], branchAssignable: true },
  { role: '保养电子发票', authorities: ['E_SIGN_READ'], branchAssignable: true },
  { role: '分公司经理', authorities: ['USER_READ', 'USER_WRITE'], branchAssignable: false },
  { role: '超级管理员', authorities: ['SUPER_MASTER', 'API_ACCESS_LOG_READ'], branchAssignable: false },
];

/** Call it in `beforeAll`, after `useFreshDatabase`. */
export async function createAccountsWorld(): Promise<void> {
  await createPersonas();
  for (const { role, authorities, branchAssignable } of ROLES) {
    await db().authority.createMany({ data: authorities.map((authority) => ({ authority })), skipDuplicates: true });
    await db().role.create({
      data: {
        role,
        description: role,
        branchAssignable,
        authorities: { create: authorities.map((authority) => ({ authority })) },
      },
    });
  }
}

/** Call it in `afterAll`. */
export const closeWorld = closePortal;

/** A complete save of the branch dialog: a Lite customer of B01 with project P-1. */
export const branchSave = (username: string, change: { user?: object } & Record<string, unknown> = {}) => {
  const { user, ...rest } = change;
  return {
    user: {
      username,
      nickName: '花园物业',
      password: GOOD_PASSWORD,
      email: '',
      phone: phoneOf(username),
      customerType: 2,
      projectbranchType: 1,
      ...user,
    },
    modelType: 0,
    roleNameList: [{ username, roleName: 'LITE角色' }],
    userMappingList: [],
    belongBranch: 'B01',
    selectProjectList: ['P-1'],
    invoiceUserList: [],
    branchUserType: 1,
    ...rest,
  };
};

/** A complete save of the admin dialog: an external customer. */
export const adminSave = (username: string, change: { user?: object } & Record<string, unknown> = {}) => {
  const { branchUserType: _type, ...save } = branchSave(username, change);
  return save;
};

/** A phone number of the account's own. */
export function phoneOf(username: string): string {
  const sum = [...username].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1e9, 7);
  return `13${String(sum).padStart(9, '0')}`;
}
