import { z } from 'zod';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, operation, KEY_LIST_BYTES } from '@/lib/platform/contract/operation';
import {
  dateTimeOut,
  filterCode,
  filterDay,
  filterEnums,
  filterFlag,
  filterKeys,
  filterText,
  key,
  optionalKey,
  pageOf,
  paging,
  sorting,
} from '@/lib/platform/contract/schemas';
import { JUDGEMENTS, MAX_JUDGED, RESULTS } from './value-sets';

/** Fault episodes and their judgements (api.md §2.25, silent-screens A3); shapes of api.md §2.28. */

/** Columns the list may be sorted by; its moment is startDate, and the number ends every order. */
export const ERROR_INSPECTION_SORT_FIELDS = ['startDate', 'gbCode', 'result', 'equipmentNo'] as const;

export const ErrorInspectionRow = z.object({
  errorId: z.string(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  equipmentType: z.string(),
  buildingName: z.string().nullable(),
  gbCode: z.string(),
  text: z.string(),
  startDate: dateTimeOut,
  /** null while the fault lasts. */
  recoverDate: dateTimeOut.nullable(),
  /** null while the fault lasts. */
  durationSec: z.number().int().nullable(),
  /** Episodes of this code on the unit in the 24 h up to its start, including this one. */
  count24h: z.number().int(),
  /** Mode at its start. */
  mode: z.string().nullable(),
  trapped: z.boolean(),
  result: z.enum(RESULTS),
  proposedResult: z.enum(['SERVICE_WORK']).nullable(),
  comment: z.string().nullable(),
  symptomId: z.string().nullable(),
  callbackId: z.string().nullable(),
  inspector: z.string().nullable(),
  inspectDate: dateTimeOut.nullable(),
});
export type ErrorInspectionRow = z.output<typeof ErrorInspectionRow>;

/** What the unit reported around the fault; times in ms from startDate. */
export const FaultStrip = z.object({
  fromMs: z.number().int(),
  untilMs: z.number().int(),
  entries: z.array(z.object({ at: z.number().int(), key: z.string(), value: z.unknown() })),
});
export type FaultStrip = z.output<typeof FaultStrip>;

export const ErrorInspectionDetail = ErrorInspectionRow.extend({
  /** null: no values are stored. */
  strip: FaultStrip.nullable(),
  sameCode30d: z.number().int(),
  history: z.array(
    z.object({
      result: z.enum(RESULTS),
      comment: z.string().nullable(),
      operator: z.string().nullable(),
      createDate: dateTimeOut,
    }),
  ),
  /** The next newer episode in scope. */
  previousId: z.string().nullable(),
  /** The next older one. */
  nextId: z.string().nullable(),
  /** The unit's open call-out, to which it may be attached. */
  openCallbackId: z.string().nullable(),
  /** May the caller judge it now? */
  canInspect: z.boolean(),
});
export type ErrorInspectionDetail = z.output<typeof ErrorInspectionDetail>;

/** What the list and its export are narrowed by (silent-screens A3). */
const ErrorInspectionFilters = z.object({
  /** Missing: M15. At most 60 days. */
  startDate: filterDay,
  endDate: filterDay,
  /** Part of equipment number or name. */
  key: filterText(),
  gbCode: filterText(20),
  /** 1 elevator, 2 escalator and moving walk. */
  equipmentType: filterCode([1, 2]),
  results: filterEnums(RESULTS),
  /** Faults that still last. */
  active: filterFlag,
  trapped: filterFlag,
  branchCode: filterKeys,
});
export type ErrorInspectionFilters = z.output<typeof ErrorInspectionFilters>;

/** Fault episodes, newest first. Errors: validation_failed (M15, more than 60 days). */
export const queryErrorInspection = operation({
  name: 'queryErrorInspection',
  method: 'POST',
  path: 'errorInspection/query',
  access: anyOf('ERROR_INSPECTION_READ'),
  scope: 'eq',
  input: paging(ERROR_INSPECTION_SORT_FIELDS).extend(ErrorInspectionFilters.shape),
  output: pageOf(ErrorInspectionRow).extend(CutHistory.shape),
  summary: 'Fault episodes with filters and exact total (api.md §2.25)',
  maxBytes: KEY_LIST_BYTES,
  audit: 'view',
});
export type ErrorInspectionQuery = z.output<(typeof queryErrorInspection)['input']>;

/** The rows of the list as a workbook. Errors: validation_failed (M15), bad_request beyond the row limit, access_denied by the data strategy. */
export const exportErrorInspection = operation({
  name: 'exportErrorInspection',
  method: 'POST',
  path: 'errorInspection/download',
  access: anyOf('ERROR_INSPECTION_READ'),
  scope: 'eq',
  input: ErrorInspectionFilters.extend(sorting(ERROR_INSPECTION_SORT_FIELDS).shape),
  output: fileOutput,
  summary: 'Fault episodes as xlsx, same filters (api.md §2.25)',
  maxBytes: KEY_LIST_BYTES,
  audit: 'export',
});

/** One episode with its strip and history. Errors: not_found, no_object_permission, access_denied (data strategy). */
export const getErrorInspection = operation({
  name: 'getErrorInspection',
  method: 'GET',
  path: 'errorInspection/{errorId}',
  access: anyOf('ERROR_INSPECTION_READ'),
  scope: 'eq',
  input: z.object({ errorId: key }),
  output: ErrorInspectionDetail,
  summary: 'One fault episode (api.md §2.25)',
});

export const InspectError = z.object({
  errorIds: z.array(key).min(1, 'required').max(MAX_JUDGED, 'tooMany'),
  result: z.enum(JUDGEMENTS, { error: 'resultRequired' }),
  /** Required unless REAL. */
  comment: filterText(),
  /** Only when all episodes are of one unit. */
  createCallback: z.boolean({ error: 'badValue' }).nullish(),
  /** For the call-out; absent: code and text. */
  jobDescription: filterText(),
  /** Attaches to this open call-out of the unit instead of opening one. */
  callbackId: optionalKey,
});
export type InspectError = z.output<typeof InspectError>;

/**
 * Judges 1-50 episodes of one code, with a call-out if wanted. Errors: validation_failed, conflict (judged already; the
 * unit has an open call-out: `data.callbackId`), access_denied, not_found, no_object_permission.
 */
export const inspectError = operation({
  name: 'inspectError',
  method: 'POST',
  path: 'errorInspection/inspect',
  access: anyOf('ERROR_INSPECTION_WRITE'),
  scope: 'eq',
  input: InspectError,
  output: z.object({ updated: z.number().int(), callbackId: z.string().nullable() }),
  summary: 'Judges fault episodes (api.md §2.25)',
  audit: 'update',
});

export const errorInspectionOperations = [
  queryErrorInspection,
  exportErrorInspection,
  getErrorInspection,
  inspectError,
];
