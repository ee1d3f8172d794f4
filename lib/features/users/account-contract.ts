import { z } from 'zod';
import { codeOut, dateTimeOut, filterCode, filterKeys, filterText, text } from '@/lib/platform/contract/schemas';
import { USER_TYPES } from '@/lib/platform/auth/accounts/account-types';
import { ACTIVITIES, BRANCH_USER_TYPES, CUSTOMER_FILTERS } from './value-sets';

/** What is told and asked of accounts (api.md §2.28). */

/** Columns the list may be sorted by; the username always ends the order. What is computed for a month is not among them. */
export const USER_SORT_FIELDS = ['createDate', 'username', 'nickName', 'phone', 'branchName', 'customerText'] as const;

export const byUsername = z.object({ username: text(64).min(1, 'required') });

export const UserRow = z.object({
  username: z.string(),
  nickName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  branchCode: z.string().nullable(),
  branchName: z.string().nullable(),
  customerType: codeOut([0, 1, 2]).nullable(),
  /** In the caller's language. */
  customerText: z.string(),
  projectbranchType: codeOut([1, 2]).nullable(),
  userType: codeOut(USER_TYPES),
  createDate: dateTimeOut,
  /** Joined with `,`; the first 200, then an ellipsis. Empty for the head office, which needs no mapping. */
  projectNames: z.string(),
  /** Units of the mapped projects or branches; 0 for the head office. */
  equipmentTotal: z.number().int(),
  /** Of the chosen month; null for an account that is younger than it (silent-screens B8). */
  status: z.enum(ACTIVITIES).nullable(),
  /** Last real sign-in, and days with a call in the month (silent-screens G3). */
  lastSignInDate: dateTimeOut.nullable(),
  activeDays: z.number().int(),
});

export type UserRow = z.output<typeof UserRow>;

export const MappingRow = z.object({
  mappingId: z.string(),
  type: codeOut([1, 2]),
  customerType: codeOut([0, 1, 2]).nullable(),
  name: z.string(),
});

export type MappingRow = z.output<typeof MappingRow>;

const RoleEntry = z.object({ username: z.string(), roleName: z.string() });

export const InvoiceCustomer = z.object({
  taxId: z.string(),
  customerName: z.string(),
  /** Joined with `,`. */
  projectNames: z.string(),
  /** Set when granted to the account that was asked about. */
  username: z.string().nullable(),
});

export type InvoiceCustomer = z.output<typeof InvoiceCustomer>;

export const UserDetail = UserRow.extend({
  /** 1 Lite, 2 Essence, 3 Elite, 4 internal; null for accounts of another kind. */
  branchUserType: codeOut(BRANCH_USER_TYPES).nullable(),
  roleNameList: z.array(RoleEntry),
  /** Roles that were asked for and wait for the head office. */
  pendingRoles: z.array(z.string()),
  /** What the caller may see of them. */
  userMappingList: z.array(MappingRow),
  invoiceUserList: z.array(InvoiceCustomer),
  invoiceAttachmentPath: z.string().nullable(),
  /** False: the account has projects or branches outside the caller's scope, so every write is refused (readings 116). */
  editable: z.boolean(),
});

export type UserDetail = z.output<typeof UserDetail>;

export const UserFilters = z.object({
  /** `yyyy-MM`; the previous month when absent, never later than the current one. */
  startDate: filterText(7).refine((month) => month === undefined || /^\d{4}-(0[1-9]|1[0-2])$/.test(month), 'badValue'),
  /** Part of username, nickName, phone or the name of a project. */
  keyword: filterText(),
  /** Head office only; others have their own branches. */
  branchCodes: filterKeys,
  status: z.preprocess(
    (value) => (value === '' || value === -1 ? undefined : value),
    z.enum(ACTIVITIES, { error: 'badValue' }).nullish(),
  ),
  /** 0 branch, 1 internal, 2 Lite, 3 Essence, 4 Elite. */
  customerType: filterCode(CUSTOMER_FILTERS),
  /** 0 none, 1 has. */
  haveEquipment: filterCode([0, 1]),
});

export type UserFilters = z.output<typeof UserFilters>;

const Granted = z.object({ type: codeOut([1, 2]), id: z.string(), name: z.string() });

export const UserAccess = z.object({
  username: z.string(),
  nickName: z.string(),
  userType: codeOut(USER_TYPES),
  isEnabled: z.boolean(),
  /** What the account may do, and the roles that say so. */
  authorities: z.array(
    z.object({ authority: z.string(), description: z.string().nullable(), roles: z.array(z.string()) }),
  ),
  /** The mappings that open rows to it, as far as the caller sees them; the head office needs none. */
  mappings: z.array(Granted.extend({ equipmentTotal: z.number().int() })),
  /** For the unit that was asked about. */
  equipment: z
    .object({ equipmentNo: z.string(), equipmentName: z.string(), isVisible: z.boolean(), by: z.array(Granted) })
    .nullable(),
});

export type UserAccess = z.output<typeof UserAccess>;
