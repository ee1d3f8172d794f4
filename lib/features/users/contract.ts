import { PICK_SORT_FIELDS } from '@/lib/features/projects/unit-contract';
import { z } from 'zod';
import { EquipmentPick } from '@/lib/features/equipment/contract';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { FORM_BYTES, FORM_MEMBERS, KEY_LIST_BYTES, anyOf, operation } from '@/lib/platform/contract/operation';
import type { Access, OutputOf } from '@/lib/platform/contract/operation';
import { dateTimeOut, filterText, key, none, pageOf, paging, sorting, text } from '@/lib/platform/contract/schemas';
import { OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';
import { downloadInvoice, getInvoiceAttachment, listInvoiceCustomers, uploadInvoice } from './invoice-contract';
import { CreateBranchUser, CreateUser, UpdateBranchUser, UpdateUser } from './save-input';
import {
  MappingRow,
  USER_SORT_FIELDS,
  UserAccess,
  UserDetail,
  UserFilters,
  UserRow,
  byUsername,
} from './account-contract';

/** Accounts (api.md §2.3, shapes of §2.28). */

const HEAD_OFFICE: Access = { kind: 'authority', anyOf: ['USER_WRITE'], userTypes: OFFICE_TYPES };

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
  summary: 'Is a username or a phone taken? Names accounts of the caller’s own scope only (api.md §2.3, readings 27)',
  audit: 'view',
});

/** Accounts of the caller’s scope with the same phone, display name or username. */
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

export const queryUserEquipment = operation({
  name: 'queryUserEquipment',
  method: 'POST',
  path: 'user/queryEquipment',
  access: anyOf('USER_READ'),
  scope: 'usr',
  input: paging(PICK_SORT_FIELDS).extend(byUsername.shape),
  output: pageOf(EquipmentPick),
  summary: 'Units of an account (api.md §2.3)',
  audit: 'view',
});

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
