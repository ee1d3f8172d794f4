import { z } from 'zod';
import { unitFilters } from '@/lib/features/equipment/unit-filters-contract';
import { CutHistory, SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import type { Guarded } from '@/lib/platform/contract/access';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, operation, KEY_LIST_BYTES } from '@/lib/platform/contract/operation';
import {
  dateTimeOut,
  filterDays,
  filterEnum,
  filterEnums,
  filterText,
  key,
  optionalKey,
  pageOf,
  paging,
  sorting,
  text,
} from '@/lib/platform/contract/schemas';
import { IN_CHARGE_TYPES } from '@/lib/platform/auth/accounts/account-types';
import { SYMPTOM_STATES } from '@/lib/live/detector/symptom-state';
import { CLOSE_REASONS, SYMPTOM_ACTIONS } from './value-sets';

/** Symptoms: list, detail, handling (api.md §2.8, silent-screens F2); shapes of api.md §2.28. */

/** Columns by which the list may be sorted (doc2 §2.10); time and number end every order. */
export const SYMPTOM_SORT_FIELDS = ['createDate', 'category', 'symptomState', 'waiting'] as const;

export const SymptomRow = z.object({
  symptomId: z.string(),
  /** null without SUPER_MASTER. */
  symptomDefinitionId: z.string().nullable(),
  /** Complete, `{rule}-{title}`; the client shortens it with `shownSymptomTitle`. */
  symptomTitle: z.string(),
  callbackId: z.string().nullable(),
  equipmentNo: z.string(),
  /** The unit's name at that time. */
  equipmentText: z.string(),
  category: z.enum(SYMPTOM_CATEGORIES),
  symptomState: z.enum(SYMPTOM_STATES),
  createDate: dateTimeOut,
  closedDate: dateTimeOut.nullable(),
  eventDate: dateTimeOut.nullable(),
  expiredDate: dateTimeOut.nullable(),
  city: z.string().nullable(),
  /** Status of its call-out. */
  cbstate: z.string().nullable(),
  maintenanceCompany: z.string().nullable(),
  productLine: z.string().nullable(),
});
export type SymptomRow = z.output<typeof SymptomRow>;

export const SymptomDetail = SymptomRow.extend({
  equipmentName: z.string(),
  /** Code of api.md §1.11. */
  equipmentType: z.string(),
  occurrences: z.number().int(),
  /** In words. */
  closeReason: z.string().nullable(),
  jobNo: z.string().nullable(),
  /** What the caller may do with it now. */
  actions: z.array(z.enum(SYMPTOM_ACTIONS)),
});
export type SymptomDetail = z.output<typeof SymptomDetail>;

/** The right to see titles with the rule that found them (doc2 §2.10). */
export const wholeTitles: Guarded = { access: anyOf('SUPER_MASTER') };

/** What the list and its export are narrowed by (doc2 §2.10). */
const SymptomFilters = z.object({
  /** Part of number, equipment number or equipment name; two characters are enough. */
  key: filterText(),
  /** Only this unit, whatever the focus. */
  equipmentNo: optionalKey,
  symptomTitle: filterText(),
  categoryList: filterEnums(SYMPTOM_CATEGORIES),
  symptomStateList: filterEnums(SYMPTOM_STATES),
  /** Those of one call-out. */
  callbackId: optionalKey,
  /** Days on which they were noticed. */
  ...filterDays,
  ...unitFilters,
});
export type SymptomFilters = z.output<typeof SymptomFilters>;

/** The symptom list with exact total, newest first (doc2 §2.10). */
export const querySymptoms = operation({
  name: 'querySymptoms',
  method: 'POST',
  path: 'symptom/query',
  access: anyOf('SYMPTOM_READ'),
  scope: 'eq',
  input: paging(SYMPTOM_SORT_FIELDS).extend(SymptomFilters.shape),
  output: pageOf(SymptomRow).extend(CutHistory.shape),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Symptoms with filters and exact total (api.md §2.8)',
  audit: 'view',
});
export type SymptomQuery = z.output<(typeof querySymptoms)['input']>;

/** The rows of the list as a workbook, in its order. Errors: bad_request beyond the row limit, access_denied by the data strategy. */
export const exportSymptoms = operation({
  name: 'exportSymptoms',
  method: 'POST',
  path: 'symptom/download',
  access: anyOf('SYMPTOM_READ'),
  scope: 'eq',
  input: SymptomFilters.extend(sorting(SYMPTOM_SORT_FIELDS).shape),
  output: fileOutput,
  maxBytes: KEY_LIST_BYTES,
  summary: 'Symptoms as xlsx, same filters (api.md §2.8)',
  audit: 'export',
});

/** One symptom. Errors: not_found, no_object_permission, access_denied (data strategy). */
export const getSymptom = operation({
  name: 'getSymptom',
  method: 'GET',
  path: 'symptom/{symptomId}',
  access: anyOf('SYMPTOM_READ'),
  scope: 'eq',
  input: z.object({ symptomId: key }),
  output: SymptomDetail,
  summary: 'One symptom (api.md §2.8)',
});

export const HandleSymptom = z.object({
  symptomId: key,
  /** The state that the caller saw on the page. */
  from: z.enum(SYMPTOM_STATES, { error: 'badValue' }),
  action: z.enum(SYMPTOM_ACTIONS, { error: 'badValue' }),
  /** Required to close. */
  reason: filterEnum(CLOSE_REASONS),
  /** For the call-out; absent: the title. */
  jobDescription: filterText(),
  /** Attaches to this open call-out of the unit instead of opening one. */
  callbackId: optionalKey,
  /** Absent: the unit's next job. */
  jobNo: text(40)
    .nullish()
    .transform((value) => value || undefined),
});
export type HandleSymptom = z.output<typeof HandleSymptom>;

/** The right to open a call-out from something, besides the right to write it. */
export const makeCallback: Guarded = {
  access: { kind: 'authority', anyOf: ['SYMPTOM_WRITE'], allOf: ['CALLBACK_WRITE'], userTypes: IN_CHARGE_TYPES },
};

/**
 * Accepts it, opens a call-out, adds it to a job, or closes it. Errors: validation_failed, conflict (not in the table;
 * somebody else moved it: `data.symptomState`; the unit has an open call-out: `data.callbackId`), access_denied,
 * not_found, no_object_permission.
 */
export const handleSymptom = operation({
  name: 'handleSymptom',
  method: 'POST',
  path: 'symptom/handle',
  access: { kind: 'authority', anyOf: ['SYMPTOM_WRITE'], userTypes: IN_CHARGE_TYPES },
  scope: 'eq',
  input: HandleSymptom,
  output: SymptomDetail,
  summary: 'Handles one symptom (api.md §2.8)',
  audit: 'update',
});

export const symptomOperations = [querySymptoms, exportSymptoms, getSymptom, handleSymptom];
