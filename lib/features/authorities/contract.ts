import { z } from 'zod';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import type { Access } from '@/lib/platform/contract/operation';
import { dateTimeOut, filterText, none, pageOf, paging, text } from '@/lib/platform/contract/schemas';
import { OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** Authorities: the strings that make up roles (api.md §2.4, shapes of §2.28). */

export const AUTHORITY_SORT_FIELDS = ['createDate', 'authority', 'description', 'scope'] as const;

export const AuthorityRow = z.object({
  authority: z.string(),
  description: z.string().nullable(),
  scope: z.string(),
  createDate: dateTimeOut,
});
export type AuthorityRow = z.output<typeof AuthorityRow>;

/** Only the head office may change what others may do (readings 64). */
const WRITE: Access = { kind: 'authority', anyOf: ['AUTHORITY_WRITE'], userTypes: OFFICE_TYPES };

export const AuthoritySave = z.object({
  authority: text()
    .min(1, 'required')
    .regex(/^[A-Z0-9_]+$/, 'authorityRule'),
  description: text().nullish(),
  scope: text(50).nullish(),
});

export const searchAuthorities = operation({
  name: 'searchAuthorities',
  method: 'POST',
  path: 'authority/search',
  access: anyOf('AUTHORITY_READ', 'ROLE_READ'),
  scope: '-',
  input: paging(AUTHORITY_SORT_FIELDS, 1000).extend({ searchKey: filterText().transform((key) => key?.toUpperCase()) }),
  output: pageOf(AuthorityRow),
  summary: 'Authorities by name or description, the key in upper case (api.md §2.4)',
  audit: 'view',
});

/** Adds (readings 16). Errors: conflict. */
export const addAuthority = operation({
  name: 'addAuthority',
  method: 'PUT',
  path: 'authority',
  access: WRITE,
  scope: '-',
  input: AuthoritySave,
  output: none,
  summary: 'Adds an authority (api.md §2.4)',
  audit: 'create',
});

/** Updates; the name is the key and stays. Errors: not_found. */
export const updateAuthority = operation({
  name: 'updateAuthority',
  method: 'POST',
  path: 'authority',
  access: WRITE,
  scope: '-',
  input: AuthoritySave,
  output: none,
  summary: 'Changes an authority (api.md §2.4)',
  audit: 'update',
});

/** Errors: not_found, conflict (in use, or part of the product). */
export const deleteAuthority = operation({
  name: 'deleteAuthority',
  method: 'DELETE',
  path: 'authority/{authority}',
  access: WRITE,
  scope: '-',
  input: z.object({ authority: text().min(1, 'required') }),
  output: none,
  summary: 'Deletes an authority that no role has (api.md §2.4)',
  audit: 'delete',
});

/** Errors: not_found. */
export const listAuthoritiesByRole = operation({
  name: 'listAuthoritiesByRole',
  method: 'POST',
  path: 'authority/listByRole',
  access: anyOf('ROLE_READ', 'AUTHORITY_READ'),
  scope: '-',
  input: z.object({ role: text().min(1, 'required') }),
  output: z.array(AuthorityRow),
  summary: 'Authorities of a role (api.md §2.4)',
  audit: 'view',
});

export const authorityOperations = [
  searchAuthorities,
  addAuthority,
  updateAuthority,
  deleteAuthority,
  listAuthoritiesByRole,
];
