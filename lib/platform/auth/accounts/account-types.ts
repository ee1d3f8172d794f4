/** What kinds of accounts and of mappings there are (api.md §1.11). Pure. */

export const USER_TYPE = { headOffice: 0, project: 1, branch: 2 } as const;
/** Head office sees everything, so it alone chooses among branches. What it may do besides is asked of the operation. */
export const isHeadOffice = ({ userType }: { readonly userType: number }) => userType === USER_TYPE.headOffice;
/** Of the account: 0 branch account, 1 internal, 2 external customer. */
export const CUSTOMER_TYPE = { branch: 0, internal: 1, external: 2 } as const;
/** 1 ordinary user, 2 branch; sets userType. */
export const PROJECT_BRANCH_TYPE = { ordinary: 1, branch: 2 } as const;
/** Of a mapping: 1 project, 2 branch. */
export const MAPPING_TYPE = { project: 1, branch: 2 } as const;
