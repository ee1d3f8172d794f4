import { z } from 'zod';
import { anyOf, FORM_BYTES, operation } from '@/lib/platform/contract/operation';
import type { Access } from '@/lib/platform/contract/operation';
import { dateTimeOut, filterText, none, pageOf, paging, text } from '@/lib/platform/contract/schemas';
import { OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** Roles (api.md §2.4, shapes of §2.28). */

export const ROLE_SORT_FIELDS = ['createDate', 'role', 'description', 'scope', 'branchAssignable'] as const;

export const RoleRow = z.object({
  role: z.string(),
  description: z.string(),
  scope: z.string().nullable(),
  createDate: dateTimeOut,
  /** May be granted by others than the head office. */
  branchAssignable: z.boolean(),
});
export type RoleRow = z.output<typeof RoleRow>;

/** Only the head office may change what others may do (readings 64). */
const WRITE: Access = { kind: 'authority', anyOf: ['ROLE_WRITE'], userTypes: OFFICE_TYPES };

/** Path segments that the API uses beside a role's key (api.md §1.2 Keys). */
const RESERVED: ReadonlySet<string> = new Set(['search', 'listByUsername']);

/** The name of a role, which is its key. Names that a path cannot contain are refused (api.md §1.2 Keys). */
export const roleName = text()
  .min(1, 'required')
  .regex(/^[^/\\?#%\p{Cc}]+$/u, 'badName')
  .refine((name) => name !== '.' && name !== '..', 'badName');

export const RoleSave = z.object({
  role: roleName,
  description: text().min(1, 'required'),
  scope: text(50).nullish(),
  /** At least one. `role` in the entries is accepted and ignored: the entries belong to the saved role. */
  authorityNameList: z
    .array(z.object({ role: text().nullish(), authorityName: text().min(1, 'required') }))
    .min(1, 'authorityRequired')
    .max(1000, 'tooMany'),
  /** Only a holder of SUPER_MASTER may set it (readings 65); absent: unchanged. */
  branchAssignable: z.boolean().nullish(),
});
export type RoleSave = z.output<typeof RoleSave>;

export const searchRoles = operation({
  name: 'searchRoles',
  method: 'POST',
  path: 'role/search',
  access: anyOf('ROLE_READ', 'USER_READ'),
  scope: '-',
  input: paging(ROLE_SORT_FIELDS, 1000).extend({ searchKey: filterText() }),
  output: pageOf(RoleRow),
  summary:
    'Roles by name or description; without ROLE_READ or outside the head office only assignable ones (api.md §2.4)',
  audit: 'view',
});

/** Errors: not_found, no_object_permission. */
export const listRolesByUser = operation({
  name: 'listRolesByUser',
  method: 'POST',
  path: 'role/listByUsername',
  access: anyOf('ROLE_READ', 'USER_READ'),
  scope: 'usr',
  input: z.object({ username: text(64).min(1, 'required') }),
  output: z.array(RoleRow),
  summary: 'Roles of an account (api.md §2.4)',
  audit: 'view',
});

/** Adds (readings 16). Errors: not_found (authority), conflict, access_denied (an authority that the caller lacks). */
export const addRole = operation({
  name: 'addRole',
  method: 'PUT',
  path: 'role',
  access: WRITE,
  scope: '-',
  input: RoleSave.extend({ role: roleName.refine((name) => !RESERVED.has(name), 'reservedName') }),
  output: none,
  maxBytes: FORM_BYTES,
  summary: 'Adds a role (api.md §2.4)',
  audit: 'create',
});

/** Updates; the name is the key and stays. Errors: not_found, access_denied. */
export const updateRole = operation({
  name: 'updateRole',
  method: 'POST',
  path: 'role',
  access: WRITE,
  scope: '-',
  input: RoleSave,
  output: none,
  maxBytes: FORM_BYTES,
  summary: 'Changes a role (api.md §2.4)',
  audit: 'update',
});

/** Errors: not_found, conflict (in use, or part of the product). */
export const deleteRole = operation({
  name: 'deleteRole',
  method: 'DELETE',
  path: 'role/{role}',
  access: WRITE,
  scope: '-',
  input: z.object({ role: text().min(1, 'required') }),
  output: none,
  summary: 'Deletes a role that nobody has (api.md §2.4)',
  audit: 'delete',
});

export const roleOperations = [searchRoles, listRolesByUser, addRole, updateRole, deleteRole];
