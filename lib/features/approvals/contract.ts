import { z } from 'zod';
import { KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import {
  dateTimeOut,
  filterDays,
  filterEnum,
  filterKeys,
  filterText,
  none,
  nullableText,
  pageOf,
  paging,
  text,
} from '@/lib/platform/contract/schemas';
import { BRANCH_USER_TYPES } from '@/lib/features/users/value-sets';
import { OFFICE_TYPES, IN_CHARGE_TYPES } from '@/lib/platform/auth/accounts/account-types';
import { APPROVAL_KINDS, APPROVAL_STATES } from './value-sets';

/** Applications of branches to the head office (api.md §2.24, silent-screens B3). The user dialogs create the rows. */

export const APPROVAL_SORT_FIELDS = [
  'createDate',
  'kind',
  'applicant',
  'username',
  'state',
  'approveDate',
  'waiting',
] as const;

export const ApprovalRow = z.object({
  approvalId: z.string(),
  kind: z.enum(APPROVAL_KINDS),
  applicant: z.string(),
  branchName: z.string().nullable(),
  username: z.string(),
  nickName: z.string(),
  /** Masked. */
  phone: z.string().nullable(),
  /** 1 Lite, 2 Essence, 3 Elite, 4 internal. */
  branchUserType: z
    .number()
    .int()
    .meta({ enum: [...BRANCH_USER_TYPES] })
    .nullable(),
  roleNames: z.array(z.string()),
  projectTotal: z.number().int(),
  attachmentPath: z.string().nullable(),
  createDate: dateTimeOut,
  state: z.enum(APPROVAL_STATES),
  approver: z.string().nullable(),
  approveDate: dateTimeOut.nullable(),
  comment: z.string().nullable(),
  /** It has waited for more than 30 days. */
  overdue: z.boolean(),
});
export type ApprovalRow = z.output<typeof ApprovalRow>;

export const ApprovalDetail = ApprovalRow.extend({
  /** What the applicant asked for; never a password. */
  payload: z.object({
    roleNameList: z.array(z.object({ roleName: z.string() })),
    projects: z.array(z.object({ projectId: z.string(), projectName: z.string() })),
    invoiceCustomers: z.array(z.object({ taxId: z.string(), customerName: z.string() })),
  }),
  /** Accounts in scope that use the same phone. */
  existing: z.array(z.object({ username: z.string(), nickName: z.string(), createDate: dateTimeOut })),
  attachmentName: z.string().nullable(),
});
export type ApprovalDetail = z.output<typeof ApprovalDetail>;

const NOT_CUSTOMERS = { kind: 'userType', userTypes: IN_CHARGE_TYPES } as const;
const HEAD_OFFICE = { kind: 'authority', anyOf: ['USER_WRITE'], userTypes: OFFICE_TYPES } as const;
const approvalId = text(40).min(1, 'required');

export const queryApprovals = operation({
  name: 'queryApprovals',
  method: 'POST',
  path: 'user/approval/query',
  access: NOT_CUSTOMERS,
  scope: 'usr',
  input: paging(APPROVAL_SORT_FIELDS).extend({
    /** Part of account or display name; the last four digits of a phone, or the whole number (readings 117). */
    key: filterText(),
    kind: filterEnum(APPROVAL_KINDS),
    state: filterEnum(APPROVAL_STATES),
    ...filterDays,
    branchCode: filterKeys,
  }),
  output: pageOf(ApprovalRow),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Applications of branches (api.md §2.24)',
  audit: 'view',
});

export const getApproval = operation({
  name: 'getApproval',
  method: 'GET',
  path: 'user/approval/{approvalId}',
  access: NOT_CUSTOMERS,
  scope: 'usr',
  input: z.object({ approvalId }),
  output: ApprovalDetail,
  summary: 'One application with what it asks for (api.md §2.24)',
  audit: 'view',
});

/** Grants the application. Errors: access_denied (own application), not_found, conflict (decided, phone in use). */
export const approveApproval = operation({
  name: 'approveApproval',
  method: 'POST',
  path: 'user/approval/approve',
  access: HEAD_OFFICE,
  scope: 'usr',
  input: z.object({
    approvalId,
    comment: nullableText(),
  }),
  output: none,
  summary: 'Approves an application (api.md §2.24)',
  audit: 'update',
});

/** Errors: validation_failed (reason), access_denied (own application), not_found, conflict. */
export const rejectApproval = operation({
  name: 'rejectApproval',
  method: 'POST',
  path: 'user/approval/reject',
  access: HEAD_OFFICE,
  scope: 'usr',
  input: z.object({ approvalId, comment: text().min(1, 'commentRequired') }),
  output: none,
  summary: 'Rejects an application (api.md §2.24)',
  audit: 'update',
});

/** The applicant withdraws an application that still waits. Errors: not_found, no_object_permission, conflict. */
export const withdrawApproval = operation({
  name: 'withdrawApproval',
  method: 'POST',
  path: 'user/approval/withdraw',
  access: NOT_CUSTOMERS,
  scope: 'self',
  input: z.object({ approvalId }),
  output: none,
  summary: 'Withdraws an own application (api.md §2.24)',
  audit: 'update',
});

export const approvalOperations = [queryApprovals, getApproval, approveApproval, rejectApproval, withdrawApproval];
