import { z } from 'zod';
import { KEY_LIST_BYTES, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import {
  dateOut,
  dateTimeOut,
  day,
  filterDay,
  filterEnum,
  filterKeys,
  filterText,
  none,
  pageOf,
  paging,
  text,
} from '@/lib/platform/contract/schemas';
import { IN_CHARGE_TYPES } from '@/lib/platform/auth/accounts/account-types';
import { APPLY_ACTIONS, APPLY_STATUSES, WALL_TABS } from './value-sets';

/** Applications for the monitoring wall (api.md §2.11, silent-screens B4): made on the wall's cover, decided on campusVipAppList. */

export const APPLY_SORT_FIELDS = [
  'createDate',
  'applyUsername',
  'applyPhone',
  'username',
  'status',
  'handledDate',
  'validUntil',
  'waiting',
] as const;

export const CampusApplyRow = z.object({
  applyId: z.string(),
  applyUsername: z.string(),
  description: z.string(),
  applyPhone: z.string(),
  email: z.string().nullable(),
  /** The account that applied. */
  username: z.string(),
  nickName: z.string(),
  branchName: z.string().nullable(),
  /** Projects and units of the account. */
  projectTotal: z.number().int(),
  equipmentTotal: z.number().int(),
  status: z.enum(APPLY_STATUSES),
  /** The last day; null while nothing is enabled and for enabled without an end. */
  validUntil: dateOut.nullable(),
  tabs: z.array(z.enum(WALL_TABS)),
  comment: z.string().nullable(),
  handledBy: z.string().nullable(),
  handledDate: dateTimeOut.nullable(),
  createDate: dateTimeOut,
});
export type CampusApplyRow = z.output<typeof CampusApplyRow>;

/** The form of the wall's cover (doc3 §2.1). */
export const CampusApplyForm = z.object({
  applyUsername: text().min(1, 'applyUsernameRequired'),
  applyPhone: z.string({ error: 'badPhone' }).regex(/^1\d{10}$/, 'badPhone'),
  description: text().min(1, 'descriptionRequired'),
  email: z
    .union([z.literal('').transform(() => null), z.email('badApplyEmail').max(200, 'tooLong'), z.null()], {
      error: 'badApplyEmail',
    })
    .optional(),
  /** An own application that is still open: it is changed. */
  applyId: text(40)
    .nullish()
    .transform((value) => value || undefined),
});
export type CampusApplyForm = z.input<typeof CampusApplyForm>;

/** Applies, or changes an application of one's own that is still open. Errors: conflict `applyPending`, not_found, no_object_permission. */
export const saveCampusApply = operation({
  name: 'saveCampusApply',
  method: 'POST',
  path: 'campusviewapply/saveOrUpdateApply',
  access: SIGNED_IN,
  scope: 'self',
  input: CampusApplyForm,
  output: z.object({ applyId: z.string() }),
  summary: 'Applies for the monitoring wall (api.md §2.11)',
  audit: 'create',
});

/** The caller's own applications; for head office and branches those of the accounts in their scope. Newest first. */
export const queryCampusApply = operation({
  name: 'queryCampusApply',
  method: 'POST',
  path: 'campusviewapply/queryApply',
  access: SIGNED_IN,
  scope: 'usr',
  input: paging(APPLY_SORT_FIELDS).extend({
    /** Part of applicant, phone or account. */
    key: filterText(),
    status: filterEnum(APPLY_STATUSES),
    startDate: filterDay,
    endDate: filterDay,
    branchCode: filterKeys,
  }),
  output: pageOf(CampusApplyRow),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Applications for the monitoring wall (api.md §2.11)',
  audit: 'view',
});

export const HandleCampusApply = z.object({
  applyId: text(40).min(1, 'required'),
  action: z.enum(APPLY_ACTIONS, { error: 'badValue' }),
  comment: text()
    .nullish()
    .transform((value) => value || null),
  /** The last day, after today; none: without an end. */
  validUntil: day.nullish().or(z.literal('').transform(() => null)),
  /** The tabs that open; absent when extending: as before. */
  tabs: z
    .array(z.enum(WALL_TABS, { error: 'badValue' }))
    .max(WALL_TABS.length, 'tooMany')
    .nullish(),
});

/** Decides. Errors: access_denied (head office's actions), not_found, no_object_permission, conflict `stateForbids`, validation_failed (reason, day). */
export const handleCampusApply = operation({
  name: 'handleCampusApply',
  method: 'POST',
  path: 'campusviewapply/handle',
  access: { kind: 'authority', anyOf: ['USER_WRITE'], userTypes: IN_CHARGE_TYPES },
  scope: 'usr',
  input: HandleCampusApply,
  output: none,
  summary: 'Contacted, enable, reject, extend, disable (api.md §2.11)',
  audit: 'update',
});

export const campusApplicationOperations = [saveCampusApply, queryCampusApply, handleCampusApply];
