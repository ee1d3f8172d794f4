import { z } from 'zod';
import { receivedFile } from '@/lib/platform/contract/received-file';
import { EquipmentPick } from '@/lib/features/equipment/contract';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, FORM_BYTES, FORM_MEMBERS, KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import type { Access, OutputOf } from '@/lib/platform/contract/operation';
import {
  codeOut,
  dateTimeOut,
  filterCode,
  filterText,
  key,
  none,
  pageOf,
  paging,
  sorting,
  text,
} from '@/lib/platform/contract/schemas';
import { CreateBranchUser, CreateUser, UpdateBranchUser, UpdateUser, userName } from './save-input';
import { ACTIVITIES, BRANCH_USER_TYPES, CUSTOMER_FILTERS, INVOICE_UPLOAD } from './value-sets';

/** Accounts (api.md §2.3, shapes of §2.28). */

/** Columns the list may be sorted by; the username always ends the order. What is computed for a month is not among them. */
export const USER_SORT_FIELDS = ['createDate', 'username', 'nickName', 'phone', 'branchName', 'customerText'] as const;

const HEAD_OFFICE: Access = { kind: 'authority', anyOf: ['USER_WRITE'], userTypes: [0] };
const byUsername = z.object({ username: text(64).min(1, 'required') });

/** Keys as an array or comma-joined; nothing in it means no filter (api.md §1.6 Multi filters). */
const filterKeys = z
  .preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((item) => item.trim())
            .filter(Boolean)
        : value,
    z.array(key).max(1000, 'tooMany').nullish(),
  )
  .transform((value) => (value?.length ? value : undefined));

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
  userType: codeOut([0, 1, 2]),
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

const UserFilters = z.object({
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

export const queryUsers = operation({
  name: 'queryUsers',
  method: 'POST',
  path: 'user/query',
  access: anyOf('USER_READ'),
  scope: 'usr',
  input: paging(USER_SORT_FIELDS).extend(UserFilters.shape),
  output: pageOf(UserRow),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Accounts with their activity in a month (api.md §2.3)',
  audit: 'view',
});

/** Errors: not_found, no_object_permission. */
export const getUser = operation({
  name: 'getUser',
  method: 'GET',
  path: 'user/detail/{username}',
  access: anyOf('USER_READ'),
  scope: 'usr',
  input: byUsername,
  output: UserDetail,
  summary: 'One account with roles, mappings and invoice customers (api.md §2.3)',
});

/** Errors: validation_failed, conflict (username), access_denied (head office and SUPER_MASTER are given by its holders only). */
export const createUser = operation({
  name: 'createUser',
  method: 'PUT',
  path: 'user',
  access: HEAD_OFFICE,
  scope: 'usr',
  input: CreateUser,
  output: z.object({ username: z.string() }),
  untrimmed: ['password'],
  maxBytes: FORM_BYTES,
  maxMembers: FORM_MEMBERS,
  summary: 'Creates an account of any kind (api.md §2.3)',
  audit: 'create',
});

/** Errors: as createUser, not_found, no_object_permission, access_denied by the target rule. */
export const updateUser = operation({
  name: 'updateUser',
  method: 'POST',
  path: 'user',
  access: HEAD_OFFICE,
  scope: 'usr',
  input: UpdateUser,
  output: none,
  untrimmed: ['password'],
  maxBytes: FORM_BYTES,
  maxMembers: FORM_MEMBERS,
  summary: 'Changes an account, its roles and mappings (api.md §2.3)',
  audit: 'update',
});

/** Errors: as createUser; conflict naming the accounts of the same phone. `approvalId` is set when a role waits for approval. */
export const createBranchUser = operation({
  name: 'createBranchUser',
  method: 'PUT',
  path: 'user/branchUser',
  access: anyOf('USER_WRITE'),
  scope: 'usr',
  input: CreateBranchUser,
  output: z.object({ username: z.string(), approvalId: z.string().nullable() }),
  untrimmed: ['password'],
  maxBytes: FORM_BYTES,
  maxMembers: FORM_MEMBERS,
  summary: 'Creates a project user of a branch (api.md §2.3)',
  audit: 'create',
});

/** Errors: as updateUser; access_denied for accounts that are no project users. As at the creation, a role that waits for approval is said; else null. */
export const updateBranchUser = operation({
  name: 'updateBranchUser',
  method: 'POST',
  path: 'user/branchUser',
  access: anyOf('USER_WRITE'),
  scope: 'usr',
  input: UpdateBranchUser,
  output: z.object({ approvalId: z.string() }).nullable(),
  untrimmed: ['password'],
  maxBytes: FORM_BYTES,
  maxMembers: FORM_MEMBERS,
  summary: 'Changes a project user of a branch (api.md §2.3)',
  audit: 'update',
});

/** Errors: not_found, no_object_permission, access_denied by the target rule, conflict (own account, last head-office account). */
export const deleteUser = operation({
  name: 'deleteUser',
  method: 'DELETE',
  path: 'user/{username}',
  access: anyOf('USER_WRITE'),
  scope: 'usr',
  input: byUsername,
  output: none,
  summary: 'Deletes an account; its sessions end, its name stays taken (api.md §2.3)',
  audit: 'delete',
});

/** The password of somebody who lost it: every session ends and the next sign-in asks for a new one. Errors: as deleteUser, validation_failed. */
export const resetPassword = operation({
  name: 'resetPassword',
  method: 'POST',
  path: 'user/resetPw',
  access: anyOf('ADMIN_RESET_PASSWORD'),
  scope: 'usr',
  input: z.object({
    user: z.object({
      username: text(64).min(1, 'required'),
      password: z.string({ error: 'required' }).min(1, 'required').max(200, 'tooLong'),
    }),
  }),
  output: none,
  untrimmed: ['password'],
  summary: 'New password for another account, to be changed at its next sign-in (api.md §2.2)',
  audit: 'update',
});

export const checkUserRepeat = operation({
  name: 'checkUserRepeat',
  method: 'POST',
  path: 'user/checkRepeat',
  access: anyOf('USER_WRITE'),
  scope: 'usr',
  input: z
    .object({ username: filterText(64), phone: filterText(11) })
    .refine(({ username, phone }) => username !== undefined || phone !== undefined, {
      error: 'required',
      path: ['username'],
    }),
  output: z.object({ exist: z.boolean(), users: z.array(z.object({ username: z.string(), nickName: z.string() })) }),
  summary: 'Is a username or a phone taken? Names accounts of the own scope only (api.md §2.3, readings 27)',
  audit: 'view',
});

/** Accounts of the own scope with the same phone, display name or username. */
export const checkExistingCustomer = operation({
  name: 'checkExistingCustomer',
  method: 'POST',
  path: 'user/checkExistingCustomer',
  access: anyOf('USER_WRITE'),
  scope: 'usr',
  input: z.object({ user: z.object({ phone: filterText(11), nickName: filterText(), username: filterText(64) }) }),
  output: z.array(z.object({ createDate: dateTimeOut, username: z.string(), nickName: z.string() })),
  summary: 'Does this customer have an account already? (api.md §2.3)',
  audit: 'view',
});

export const listUserMappings = operation({
  name: 'listUserMappings',
  method: 'POST',
  path: 'userMapping/listByUsername',
  access: anyOf('USER_READ'),
  scope: 'usr',
  input: byUsername,
  output: z.array(MappingRow),
  summary: 'Projects and branches of an account (api.md §2.3)',
  audit: 'view',
});

/** Errors: payload_too_large, unsupported_media_type, no_object_permission (the account exists outside the scope). */
export const uploadInvoice = operation({
  name: 'uploadInvoice',
  method: 'POST',
  path: 'file/upload/sms/invoice',
  access: anyOf('USER_WRITE'),
  scope: 'usr',
  upload: INVOICE_UPLOAD,
  input: z.object({ file: receivedFile, username: userName }),
  output: z.object({ path: z.string(), invoiceAttachmentPath: z.string() }),
  summary: 'Approval attachment of the invoice role (api.md §2.3)',
  audit: 'create',
});

export const getInvoiceAttachment = operation({
  name: 'getInvoiceAttachment',
  method: 'POST',
  path: 'user/getInvoiceAttachment',
  access: anyOf('USER_READ'),
  scope: 'usr',
  input: byUsername,
  output: z.object({ invoiceAttachmentPath: z.string().nullable() }),
  summary: "Path of an account's approval attachment (api.md §2.3)",
  audit: 'view',
});

/** Errors: not_found, no_object_permission. */
export const downloadInvoice = operation({
  name: 'downloadInvoice',
  method: 'GET',
  path: 'file/download/{path}',
  access: anyOf('USER_READ'),
  scope: 'usr',
  input: z.object({ path: text(300) }),
  output: fileOutput,
  summary: 'The approval attachment itself (api.md §2.3)',
});

/** Errors: not_found, no_object_permission for a project outside the scope. */
export const listInvoiceCustomers = operation({
  name: 'listInvoiceCustomers',
  method: 'POST',
  path: 'user/getInvoiceCustomers',
  access: anyOf('USER_READ'),
  scope: 'prj',
  input: z.object({
    projectIds: filterKeys.refine((keys) => keys !== undefined, 'required'),
    username: filterText(64),
  }),
  output: z.array(InvoiceCustomer),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Customers who get invoices for these projects (api.md §2.3)',
  audit: 'view',
});

export const EQUIPMENT_OF_USER_SORT_FIELDS = [
  'createDate',
  'equipmentNo',
  'equipmentName',
  'cubeNo',
  'equipmentType',
  'productLine',
  'buildingName',
] as const;

export const queryUserEquipment = operation({
  name: 'queryUserEquipment',
  method: 'POST',
  path: 'user/queryEquipment',
  access: anyOf('USER_READ'),
  scope: 'usr',
  input: paging(EQUIPMENT_OF_USER_SORT_FIELDS).extend(byUsername.shape),
  output: pageOf(EquipmentPick),
  summary: 'Units of an account (api.md §2.3)',
  audit: 'view',
});

const Granted = z.object({ type: codeOut([1, 2]), id: z.string(), name: z.string() });

export const UserAccess = z.object({
  username: z.string(),
  nickName: z.string(),
  userType: codeOut([0, 1, 2]),
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

/** Why may this user see this? Errors: not_found, no_object_permission for account and unit alike. */
export const explainUserAccess = operation({
  name: 'explainUserAccess',
  method: 'GET',
  path: 'user/access/{username}',
  access: anyOf('USER_WRITE'),
  scope: 'usr',
  input: byUsername.extend({
    equipmentNo: key
      .or(z.literal(''))
      .optional()
      .transform((value) => (value ? value : undefined)),
  }),
  output: UserAccess,
  summary: 'Which roles and mappings open what to an account (api.md §2.3)',
});

export const exportUsers = operation({
  name: 'exportUsers',
  method: 'POST',
  path: 'user/download',
  access: anyOf('SUPER_MASTER'),
  scope: 'usr',
  input: UserFilters.extend(sorting(USER_SORT_FIELDS).shape),
  output: fileOutput,
  maxBytes: KEY_LIST_BYTES,
  summary: 'The user list as xlsx (api.md §2.3)',
  audit: 'export',
});

/** Errors: customer_type_required when there are too many rows without a customer type; bad_request beyond the row limit. */
export const exportUserEquipment = operation({
  name: 'exportUserEquipment',
  method: 'POST',
  path: 'user/equipment/download',
  access: anyOf('SUPER_MASTER'),
  scope: 'usr',
  input: UserFilters.extend(sorting(USER_SORT_FIELDS).shape),
  output: fileOutput,
  maxBytes: KEY_LIST_BYTES,
  summary: 'The units of every account as xlsx (api.md §2.3)',
  audit: 'export',
});

export type UserPage = OutputOf<typeof queryUsers>;

export const userOperations = [
  queryUsers,
  getUser,
  createUser,
  updateUser,
  createBranchUser,
  updateBranchUser,
  deleteUser,
  checkUserRepeat,
  checkExistingCustomer,
  listUserMappings,
  uploadInvoice,
  getInvoiceAttachment,
  downloadInvoice,
  listInvoiceCustomers,
  queryUserEquipment,
  resetPassword,
  explainUserAccess,
  exportUsers,
  exportUserEquipment,
];
