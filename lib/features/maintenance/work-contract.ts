import { z } from 'zod';
import { TechnicianChoice } from '@/lib/features/callbacks/technician-contract';
import { anyOf, FORM_BYTES, FORM_MEMBERS, KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import type { Access } from '@/lib/platform/contract/operation';
import {
  dateOut,
  dateTimeOut,
  day,
  filterText,
  int,
  key,
  moment,
  optionalMoment,
  optionalText,
  text,
} from '@/lib/platform/contract/schemas';
import { receivedFile } from '@/lib/platform/contract/received-file';
import { IN_CHARGE_TYPES } from '@/lib/platform/auth/accounts/account-types';
import { MaintenanceRow } from './row-contract';
import {
  ITEM_RESULTS,
  JOB_STEPS,
  MAX_SIGN_POINTS,
  MAX_SIGN_STROKES,
  PHOTO_UPLOAD,
  REPORT_STATUSES,
  SIGN_HEIGHT,
  SIGN_WIDTH,
} from './value-sets';
import { JOB_MOVES } from './moves';

/** One maintenance job and its life (api.md §2.13, silent-screens E1). */

/** Those in charge; customers may only read. */
const WORK: Access = { kind: 'authority', anyOf: ['MAINTENANCE_WRITE'], userTypes: IN_CHARGE_TYPES };

const MAX_ITEMS = 500;
const byJob = z.object({ jobNo: key });

export const MaintenanceItem = z.object({
  no: z.number().int(),
  item: z.string(),
  requirement: z.string().nullable(),
  /** One of `ITEM_RESULTS`; imported jobs may contain other texts. */
  result: z.string().nullable(),
  remark: z.string().nullable(),
  photos: z.array(z.string()),
});
export type MaintenanceItem = z.output<typeof MaintenanceItem>;

export const MaintenanceDetail = MaintenanceRow.extend({
  buildingName: z.string().nullable(),
  address: z.string().nullable(),
  branchName: z.string(),
  governmentNo: z.string().nullable(),
  items: z.array(MaintenanceItem),
  parts: z.array(z.object({ name: z.string(), quantity: z.number() })),
  reportStatus: z.enum(REPORT_STATUSES).nullable(),
  /** Who signed. */
  customerName: z.string().nullable(),
  signDate: dateTimeOut.nullable(),
  /** Strokes of [x, y, ms] on a field of 1000 by 600; null: not signed here. */
  strokes: z.array(z.array(z.array(z.number()))).nullable(),
  previousJobNo: z.string().nullable(),
  nextJobNo: z.string().nullable(),
  /**
   * The day of the unit's last maintenance before this job. `daysSinceLast` counts from it to the day of this job's
   * work, else to its planned day.
   */
  lastDay: dateOut.nullable(),
  daysSinceLast: z.number().int().nullable(),
  /** Days beyond the 15 of a half-month job; null when it is on time or of another kind. */
  overdueDays: z.number().int().nullable(),
  /** The job's history, oldest first. */
  steps: z.array(
    z.object({
      step: z.enum(JOB_STEPS),
      at: dateTimeOut,
      operator: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
  /** What the caller may do now. */
  moves: z.array(z.enum(JOB_MOVES)),
});
export type MaintenanceDetail = z.output<typeof MaintenanceDetail>;

/** One job, in scope or sent to the caller’s phone. Errors: not_found, no_object_permission. */
export const getMaintenance = operation({
  name: 'getMaintenance',
  method: 'GET',
  path: 'maintenance/{jobNo}',
  access: anyOf('MAINTENANCE_READ', 'E_SIGN_READ'),
  scope: 'eq',
  input: byJob,
  output: MaintenanceDetail,
  summary: 'One maintenance job with items, parts and report (api.md §2.13)',
});

export const RescheduleMaintenance = byJob.extend({
  planDate: day,
  planEndDate: optionalMoment,
  reason: text(200, 'required').min(1, 'required'),
  /** Required when a half-month job would be more than 15 days after the last one. */
  confirm: z.boolean('badValue').optional(),
});
export type RescheduleMaintenance = z.output<typeof RescheduleMaintenance>;

/**
 * Moves the job to another day. Errors: conflict when it is not PLAN, or `data.confirm` is needed; not_found,
 * no_object_permission.
 */
export const rescheduleMaintenance = operation({
  name: 'rescheduleMaintenance',
  method: 'POST',
  path: 'maintenance/reschedule',
  access: WORK,
  scope: 'eq',
  input: RescheduleMaintenance,
  output: MaintenanceDetail,
  summary: 'Moves a planned job to another day (api.md §2.13)',
  audit: 'update',
});

export const AssignMaintenance = byJob.extend({
  planTechnician1Name: text(100, 'required').min(1, 'required'),
  planTechnician1Phone: text(20, 'required').min(1, 'required'),
  planTechnician2Name: optionalText(100),
  planTechnician2Phone: optionalText(20),
});
export type AssignMaintenance = z.output<typeof AssignMaintenance>;

/** One or two technicians. Errors: conflict for a job that is done; not_found, no_object_permission. */
export const assignMaintenance = operation({
  name: 'assignMaintenance',
  method: 'POST',
  path: 'maintenance/assign',
  access: WORK,
  scope: 'eq',
  input: AssignMaintenance,
  output: MaintenanceDetail,
  summary: 'Assigns one or two technicians to a job (api.md §2.13)',
  audit: 'update',
});

export const LockMaintenance = byJob.extend({
  lock: z.boolean('required'),
  departureDate: optionalMoment,
  /** Required to unlock. */
  reason: optionalText(),
});
export type LockMaintenance = z.output<typeof LockMaintenance>;

/**
 * PLAN <-> LOCK; the first lock adds the check items. Errors: validation_failed, conflict, not_found,
 * no_object_permission.
 */
export const lockMaintenance = operation({
  name: 'lockMaintenance',
  method: 'POST',
  path: 'maintenance/lock',
  access: WORK,
  scope: 'eq',
  input: LockMaintenance,
  output: MaintenanceDetail,
  summary: 'Begins a job, or gives it back to the plan (api.md §2.13)',
  audit: 'update',
});

const ItemResultInput = z.object({
  no: int(1, 10_000),
  result: z.enum(ITEM_RESULTS, { error: 'badValue' }).nullish(),
  remark: optionalText(),
});
const items = z.array(ItemResultInput).max(MAX_ITEMS, 'tooMany');
const parts = z
  .array(
    z.object({
      name: text(200, 'required').min(1, 'required'),
      quantity: z.number('badValue').min(0.001, 'badValue').max(99_999_999, 'badValue'),
    }),
  )
  .max(MAX_ITEMS, 'tooMany');

/**
 * The results, item by item, while the work goes on; `parts` replaces all parts. Errors: conflict when it is not LOCK.
 */
export const saveMaintenanceItems = operation({
  name: 'saveMaintenanceItems',
  method: 'POST',
  path: 'maintenance/items',
  access: WORK,
  scope: 'eq',
  input: byJob.extend({ items, parts: parts.optional() }),
  output: MaintenanceDetail,
  summary: 'Results of check items while a job is worked on (api.md §2.13)',
  maxBytes: FORM_BYTES,
  audit: 'update',
});

const byItem = byJob.extend({ no: z.coerce.number('badValue').int('badValue') });

/** Adds a photo to a check item while the job is worked on. Errors: validation_failed (six are there), conflict. */
export const addItemPhoto = operation({
  name: 'addItemPhoto',
  method: 'POST',
  path: 'file/upload/sms/maintenance',
  access: WORK,
  scope: 'eq',
  upload: PHOTO_UPLOAD,
  input: byItem.extend({ file: receivedFile }),
  output: MaintenanceDetail,
  summary: 'A photo of a check item (api.md §2.13)',
  audit: 'update',
});

/** Errors: validation_failed (no such photo), conflict when the job is not LOCK. */
export const removeItemPhoto = operation({
  name: 'removeItemPhoto',
  method: 'POST',
  path: 'maintenance/photo/remove',
  access: WORK,
  scope: 'eq',
  input: byItem.extend({ path: text(300, 'required').min(1, 'required') }),
  output: MaintenanceDetail,
  summary: 'Takes a photo of a check item away (api.md §2.13)',
  audit: 'update',
});

export const CompleteMaintenance = byJob.extend({
  doneDate: moment,
  actualTechnician1Name: text(100, 'required').min(1, 'required'),
  actualTechnician1Phone: optionalText(20),
  actualTechnician2Name: optionalText(100),
  actualTechnician2Phone: optionalText(20),
  items: items.optional(),
});
export type CompleteMaintenance = z.output<typeof CompleteMaintenance>;

/**
 * LOCK -> DONE. Errors: validation_failed for an item without result, or an abnormal one without remark; conflict when
 * it is not LOCK.
 */
export const completeMaintenance = operation({
  name: 'completeMaintenance',
  method: 'POST',
  path: 'maintenance/complete',
  access: WORK,
  scope: 'eq',
  input: CompleteMaintenance,
  output: MaintenanceDetail,
  summary: 'Ends the work of a job (api.md §2.13)',
  maxBytes: FORM_BYTES,
  audit: 'update',
});

const point = z.tuple([int(0, SIGN_WIDTH), int(0, SIGN_HEIGHT), int(0, 3_600_000)]);
const pointsOf = (strokes: readonly (readonly unknown[])[]) => strokes.reduce((sum, { length }) => sum + length, 0);
export const SignMaintenance = byJob.extend({
  name: text(100, 'required').min(1, 'signerRequired'),
  /** Strokes of points [x, y, ms since the first], `MAX_SIGN_POINTS` in all. */
  strokes: z
    .array(z.array(point).min(1, 'required').max(MAX_SIGN_POINTS, 'tooMany'))
    .min(1, 'signatureRequired')
    .max(MAX_SIGN_STROKES, 'tooMany')
    .refine((strokes) => pointsOf(strokes) <= MAX_SIGN_POINTS, 'tooMany'),
});
export type SignMaintenance = z.output<typeof SignMaintenance>;

/**
 * The customer signs (readings 92): DONE -> CONFIRM, in scope or sent to the caller’s phone; the report goes from 3 to 2. Errors:
 * validation_failed, conflict when it is not DONE, not_found, no_object_permission.
 */
export const signMaintenance = operation({
  name: 'signMaintenance',
  method: 'POST',
  path: 'maintenance/sign',
  access: anyOf('E_SIGN_WRITE'),
  scope: 'eq',
  input: SignMaintenance,
  output: MaintenanceDetail,
  summary: 'The customer signs a finished job (readings 92)',
  maxBytes: KEY_LIST_BYTES,
  maxMembers: FORM_MEMBERS,
  audit: 'update',
});

/** Technicians for a job, the last used first. Errors: not_found, no_object_permission. */
export const listJobTechnicians = operation({
  name: 'listJobTechnicians',
  method: 'POST',
  path: 'maintenance/technicians',
  access: WORK,
  scope: 'eq',
  input: byJob.extend({ key: filterText(100) }),
  output: z.array(TechnicianChoice),
  summary: 'Technicians of the branch of a job, last used first (api.md §2.13)',
  audit: 'view',
});

export const workOperations = [
  getMaintenance,
  rescheduleMaintenance,
  assignMaintenance,
  lockMaintenance,
  saveMaintenanceItems,
  addItemPhoto,
  removeItemPhoto,
  completeMaintenance,
  signMaintenance,
  listJobTechnicians,
];
