import { z } from 'zod';
import { EquipmentPick } from '@/lib/features/equipment/contract';
import { placeFilters, unitFilters } from '@/lib/features/equipment/unit-filters-contract';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import type { Guarded } from '@/lib/platform/contract/access';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, KEY_LIST_BYTES, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import {
  dateTimeOut,
  filterDay,
  filterEnum,
  filterEnums,
  filterText,
  int,
  key,
  optionalKey,
  optionalMoment,
  optionalText,
  pageOf,
  paging,
  sorting,
  text,
} from '@/lib/platform/contract/schemas';
import { RELEASE_SOURCES } from '@/lib/features/entrapments/value-sets';
import { IN_CHARGE_TYPES } from '@/lib/platform/auth/accounts/account-types';
import { CALLBACK_STATUSES } from './state';
import { TechnicianChoice } from './technician-contract';
import { CLOCKS, CLOCK_STATES } from './sla-clocks';
import { MAX_TRAPPED, PERSON_STATUSES, PERSONS, SCSA, SCSA_FILTERS } from './value-sets';

/** Call-outs: list, detail, life cycle (api.md §2.8, silent-screens F3); shapes of api.md §2.28. */

/** Columns by which the list may be sorted; the number always comes last. */
export const CALLBACK_SORT_FIELDS = [
  'createDate',
  'jobUpdateDate',
  'jobStatus',
  'callbackType',
  'equipmentNo',
  'callbackId',
  'waiting',
] as const;

export const CallbackRow = z.object({
  callbackId: z.string(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  callbackType: z.string(),
  jobDescription: z.string(),
  personTrapped: z.boolean(),
  personInjured: z.boolean(),
  personStatus: z.enum(PERSON_STATUSES),
  jobTechRemark: z.string().nullable(),
  scsa: z.string().nullable(),
  scsaText: z.string().nullable(),
  scsb: z.string().nullable(),
  scsbText: z.string().nullable(),
  jobStatus: z.enum(CALLBACK_STATUSES),
  technicianName: z.string().nullable(),
  technicianPhone: z.string().nullable(),
  createDate: dateTimeOut,
  jobUpdateDate: dateTimeOut,
  /**
   * When the trapped persons of the last entrapment were released, and by which report (readings 248); null: not yet,
   * or nobody was trapped.
   */
  releaseDate: dateTimeOut.nullable(),
  releaseSource: z.enum(RELEASE_SOURCES).nullable(),
});
export type CallbackRow = z.output<typeof CallbackRow>;

export const StatusHistoryEntry = z.object({
  status: z.enum(CALLBACK_STATUSES),
  updateTime: dateTimeOut,
  reason: z.string().nullable(),
  /** Of INTR: when the technician expects to be back. */
  expectedReturnDate: dateTimeOut.nullable(),
});
export type StatusHistoryEntry = z.output<typeof StatusHistoryEntry>;

/** One of the clocks of silent-screens F3 at the moment of the call. */
export const SlaClock = z.object({
  clock: z.enum(CLOCKS),
  state: z.enum(CLOCK_STATES),
  limitSec: z.number().int(),
  breachSec: z.number().int(),
  due: dateTimeOut.nullable(),
  stoppedAt: dateTimeOut.nullable(),
  /** Without pauses; null when unknown, and for readers who see dates only. */
  elapsedSec: z.number().int().nullable(),
  /** Negative: late. */
  remainingSec: z.number().int().nullable(),
  breached: z.boolean(),
});
export type SlaClock = z.output<typeof SlaClock>;

/** A row of the list, with the clock that ends first (silent-screens F3); all null when none runs, and without CALLBACK_READ. */
export const ListedCallback = CallbackRow.extend({
  clock: z.enum(CLOCKS).nullable(),
  due: dateTimeOut.nullable(),
  limitSec: z.number().int().nullable(),
  /** Negative: late. null for readers who see dates only. */
  remainingSec: z.number().int().nullable(),
});
export type ListedCallback = z.output<typeof ListedCallback>;

const due = dateTimeOut.nullable();
export const CallbackDetail = CallbackRow.extend({
  sapSystem: z.string().nullable(),
  callerName: z.string().nullable(),
  callerPhone: z.string().nullable(),
  arrivalDate: dateTimeOut.nullable(),
  closeDate: dateTimeOut.nullable(),
  trappedCount: z.number().int().nullable(),
  trappedDate: dateTimeOut.nullable(),
  /**
   * From the start of the last entrapment to its release (readings 239); null: it is not over, or the reader sees dates
   * only.
   */
  trappedSec: z.number().int().nullable(),
  equipmentRunning: z.boolean().nullable(),
  /** The previous call-out of the unit, when this one follows soon after it. */
  previousCallbackId: z.string().nullable(),
  expectedReturnDate: dateTimeOut.nullable(),
  slaDue: z.object({ response: due, arrival: due, release: due, restore: due }),
  sla: z.array(SlaClock),
  /** Name of the last known floor while the call-out is open; null as well of a box that was silent already when it began. */
  floor: z.string().nullable(),
  /** The states to which the caller may move it now. */
  moves: z.array(z.enum(CALLBACK_STATUSES)),
  equipment: EquipmentPick.extend({ address: z.string().nullable() }),
  statusHistory: z.array(StatusHistoryEntry),
});
export type CallbackDetail = z.output<typeof CallbackDetail>;

const byId = z.object({ callbackId: key });

/** The filters of the list and of its export (doc2 §2.8). */
const CallbackFilters = z.object({
  /** Missing: M15. */
  startCreateDate: filterDay,
  endCreateDate: filterDay,
  /** Part of number, equipment number or equipment name; without CALLBACK_READ one complete equipment number. */
  key: filterText(),
  equipmentNo: optionalKey,
  person: filterEnum(PERSONS),
  jobStatus: filterEnums(CALLBACK_STATUSES),
  callbackType: filterText(40),
  /** Part of the description; at least two characters. */
  description: filterText(),
  /** Closing reasons; `none`: no reason was recorded. */
  scsa: filterEnums(SCSA_FILTERS),
  /** The equipment's part; `none`: no part was recorded. */
  scsb: filterText(40),
  /** Closed or cancelled on this day or later. */
  closedSince: filterDay,
  ...placeFilters,
  ...unitFilters,
});
export type CallbackFilters = z.output<typeof CallbackFilters>;

/** The list itself, not only the call-outs of one unit. */
export const anyCallback: Guarded = { access: anyOf('CALLBACK_READ') };

/**
 * The list; any signed-in user may see the call-outs of one unit in scope (doc2 §7). Errors: validation_failed (M15),
 * access_denied, no_object_permission.
 */
export const queryCallbacks = operation({
  name: 'queryCallbacks',
  method: 'POST',
  path: 'callback/query',
  access: SIGNED_IN,
  scope: 'eq',
  input: paging(CALLBACK_SORT_FIELDS).extend(CallbackFilters.shape),
  output: pageOf(ListedCallback).extend(CutHistory.shape),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Call-outs of a range of days with filters and exact total (api.md §2.8)',
  audit: 'view',
});

/** The rows of the list as a workbook, in its order. Errors: validation_failed (M15), bad_request beyond the row limit, access_denied. */
export const exportCallbacks = operation({
  name: 'exportCallbacks',
  method: 'POST',
  path: 'callback/download',
  access: anyOf('CALLBACK_READ'),
  scope: 'eq',
  input: CallbackFilters.extend(sorting(CALLBACK_SORT_FIELDS).shape),
  output: fileOutput,
  maxBytes: KEY_LIST_BYTES,
  summary: 'Call-outs as xlsx, same filters (api.md §2.8)',
  audit: 'export',
});

/**
 * One call-out with history, clocks and the caller's actions. Errors: not_found, no_object_permission, access_denied
 * (data strategy).
 */
export const getCallback = operation({
  name: 'getCallback',
  method: 'GET',
  path: 'callback/{callbackId}',
  access: anyOf('CALLBACK_READ'),
  scope: 'eq',
  input: byId,
  output: CallbackDetail,
  summary: 'One call-out (api.md §2.8)',
});

/** Its states, oldest first. Errors as getCallback. */
export const listCallbackStatus = operation({
  name: 'listCallbackStatus',
  method: 'GET',
  path: 'callbackStatus/{callbackId}',
  access: anyOf('CALLBACK_READ'),
  scope: 'eq',
  input: byId,
  output: z.array(StatusHistoryEntry),
  summary: 'Status history of one call-out (api.md §2.8)',
});

export const CreateCallback = z.object({
  equipmentNo: key.min(1, 'required'),
  jobDescription: text(200, 'required').refine((value) => value.trim() !== '', 'required'),
  callerName: optionalText(),
  callerPhone: z
    .union([z.literal(''), z.null(), z.string().regex(/^1\d{10}$/, 'badPhone')], { error: 'badPhone' })
    .optional()
    .transform((value) => value || undefined),
  personTrapped: z.boolean('badValue').optional(),
  trappedCount: int(0, MAX_TRAPPED).nullish(),
  personInjured: z.boolean('badValue').optional(),
  symptomId: optionalKey,
  /** A fault episode of the unit that has no call-out yet. */
  errorId: optionalKey,
});
export type CreateCallback = z.output<typeof CreateCallback>;

/** The right to open a call-out for a fault episode. */
export const callbackOfError: Guarded = {
  access: {
    kind: 'authority',
    anyOf: ['ERROR_INSPECTION_WRITE'],
    allOf: ['CALLBACK_WRITE'],
    userTypes: IN_CHARGE_TYPES,
  },
};

/**
 * Reports a trouble (silent-screens F3, readings 78). Trapped or injured persons join the open call-out of the unit.
 * Errors: not_found, no_object_permission, conflict with `data.callbackId`, access_denied when an ERP is master.
 */
export const createCallback = operation({
  name: 'createCallback',
  method: 'PUT',
  path: 'callback',
  access: anyOf('CALLBACK_WRITE'),
  scope: 'eq',
  input: CreateCallback,
  output: z.object({ callbackId: z.string(), joined: z.boolean() }),
  summary: 'Opens a call-out, or joins the open one of trapped or injured persons (api.md §2.8)',
  audit: 'create',
});

export const MoveCallback = z.object({
  callbackId: key,
  /** The state that the caller saw on the page. */
  from: z.enum(CALLBACK_STATUSES, { error: 'badValue' }),
  status: z.enum(CALLBACK_STATUSES, { error: 'badValue' }),
  /** When it happened; absent: now. */
  time: optionalMoment,
  reason: optionalText(),
  technicianName: optionalText(100),
  technicianPhone: optionalText(20),
  scsa: filterEnum(SCSA),
  /** An entry of the dictionary `scsb`. */
  scsb: optionalText(40),
  jobTechRemark: optionalText(1000),
  releaseDate: optionalMoment,
  equipmentRunning: z.boolean('badValue').nullish(),
  expectedReturnDate: optionalMoment,
});
export type MoveCallback = z.output<typeof MoveCallback>;

/**
 * One move of the life cycle. Errors: validation_failed, conflict (not in the table, or somebody else moved it:
 * `data.jobStatus`), access_denied, not_found, no_object_permission.
 */
export const moveCallback = operation({
  name: 'moveCallback',
  method: 'POST',
  path: 'callback/transition',
  access: { kind: 'authority', anyOf: ['CALLBACK_WRITE'], userTypes: IN_CHARGE_TYPES },
  scope: 'eq',
  input: MoveCallback,
  output: CallbackDetail,
  summary: 'Moves a call-out to its next state (api.md §2.8)',
  audit: 'update',
});

/**
 * Technicians for a call-out: those without an open one first, then the last used. Errors: not_found,
 * no_object_permission.
 */
export const listTechnicians = operation({
  name: 'listTechnicians',
  method: 'POST',
  path: 'callback/technicians',
  access: { kind: 'authority', anyOf: ['CALLBACK_WRITE'], userTypes: IN_CHARGE_TYPES },
  scope: 'eq',
  input: byId.extend({ key: filterText(100) }),
  output: z.array(TechnicianChoice),
  summary: 'Technicians of the branch of a call-out, who is free first (api.md §2.8)',
  audit: 'view',
});

export const callbackOperations = [
  queryCallbacks,
  exportCallbacks,
  getCallback,
  listCallbackStatus,
  createCallback,
  moveCallback,
  listTechnicians,
];
