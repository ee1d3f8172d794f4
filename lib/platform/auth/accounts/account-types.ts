/** The kinds of accounts and of mappings (api.md §1.11). Pure. */

export const USER_TYPE = { headOffice: 0, project: 1, branch: 2 } as const;
export type UserType = (typeof USER_TYPE)[keyof typeof USER_TYPE];
export const USER_TYPES = [USER_TYPE.headOffice, USER_TYPE.project, USER_TYPE.branch] as const;
/** Limits of an operation or a page: only head office, or head office and the branches, which maintain the units. */
export const OFFICE_TYPES = [USER_TYPE.headOffice] as const;
export const IN_CHARGE_TYPES = [USER_TYPE.headOffice, USER_TYPE.branch] as const;
export const CUSTOMER_TYPES = [USER_TYPE.project] as const;

interface Typed {
  readonly userType: number;
}
/** Head office sees everything, so it alone chooses among branches. What it may do besides is asked of the operation. */
export const isHeadOffice = ({ userType }: Typed) => userType === USER_TYPE.headOffice;
/** Sees the units of its own projects, but is not in charge of them. */
export const isCustomer = ({ userType }: Typed) => userType === USER_TYPE.project;
export const isBranchUser = ({ userType }: Typed) => userType === USER_TYPE.branch;
/** Is in charge of the units it sees. */
export const isInCharge = (holder: Typed) => !isCustomer(holder);
/** Of a stored code; an unknown code counts as a customer. */
export const userTypeOf = (code: number): UserType => USER_TYPES.find((type) => type === code) ?? USER_TYPE.project;

/** Of the account: 0 branch account, 1 internal, 2 external customer. */
export const CUSTOMER_TYPE = { branch: 0, internal: 1, external: 2 } as const;
/** 1 ordinary user, 2 branch; sets userType. */
export const PROJECT_BRANCH_TYPE = { ordinary: 1, branch: 2 } as const;
/** Of a mapping: 1 project, 2 branch. */
export const MAPPING_TYPE = { project: 1, branch: 2 } as const;
