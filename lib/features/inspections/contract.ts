import { z } from 'zod';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import { receivedFile, type UploadRule } from '@/lib/platform/contract/received-file';
import {
  dateOut,
  dateTimeOut,
  filterDay,
  filterDays,
  filterEnum,
  filterFlag,
  filterInt,
  filterText,
  key,
  none,
  optionalKey,
  optionalText,
  pageOf,
  paging,
  sorting,
} from '@/lib/platform/contract/schemas';
import { INSPECTION_KINDS, INSPECTION_RESULTS, INSPECTION_STATES, INSPECTION_TABS } from './state';

/** Statutory inspection of units (api.md §2.9, §2.22). */

export const InspectionRow = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  buildingName: z.string().nullable(),
  governmentNo: z.string().nullable(),
  lastInspectionDate: dateOut.nullable(),
  nextInspectionDate: dateOut.nullable(),
  branchCode: z.string(),
  branchName: z.string(),
  technicianName: z.string().nullable(),
  comments: z.string().nullable(),
  kind: z.enum(INSPECTION_KINDS).nullable(),
  result: z.enum(INSPECTION_RESULTS).nullable(),
  plannedDate: dateOut.nullable(),
  state: z.enum(INSPECTION_STATES),
  /** Negative: overdue by so many days. */
  daysLeft: z.number().int().nullable(),
});
export type InspectionRow = z.output<typeof InspectionRow>;

/** The inspection of one unit; state UNKNOWN when none is registered. Errors: not_found, no_object_permission. */
export const getInspection = operation({
  name: 'getInspection',
  method: 'GET',
  path: 'equipmentInspection/{equipmentNo}',
  access: SIGNED_IN,
  scope: 'eq',
  input: z.object({ equipmentNo: key }),
  output: InspectionRow,
  summary: 'Last and next inspection of one equipment (api.md §2.9)',
});

export const INSPECTION_SORT_FIELDS = [
  'nextInspectionDate',
  'lastInspectionDate',
  'plannedDate',
  'equipmentNo',
] as const;

const Filters = z.object({
  /** Part of equipment number, name or technician. */
  key: filterText(),
  projectId: optionalKey,
  branchCode: optionalKey,
  kind: filterEnum(INSPECTION_KINDS),
  /** A technician is named. */
  assigned: filterFlag,
});
const AllFilters = Filters.extend({ ...filterDays, days: filterInt });
export type InspectionFilters = z.output<typeof AllFilters>;

/** 0 <= next - today <= days; absent: the caller's own number. */
export const queryApproachingInspection = operation({
  name: 'queryApproachingInspection',
  method: 'POST',
  path: 'equipmentInspection/queryApproachingInspection',
  access: anyOf('EQUIPMENT_READ'),
  scope: 'eq',
  input: paging(INSPECTION_SORT_FIELDS).extend(Filters.extend({ days: filterInt }).shape),
  output: pageOf(InspectionRow),
  summary: 'Units whose inspection is due soon (api.md §2.22)',
  audit: 'view',
});

/** Next < today, or failed without a later passing record. */
export const queryExpiredInspection = operation({
  name: 'queryExpiredInspection',
  method: 'POST',
  path: 'equipmentInspection/queryExpiredInspection',
  access: anyOf('EQUIPMENT_READ'),
  scope: 'eq',
  input: paging(INSPECTION_SORT_FIELDS).extend(Filters.shape),
  output: pageOf(InspectionRow),
  summary: 'Units whose inspection is overdue (api.md §2.22)',
  audit: 'view',
});

export const queryAllInspection = operation({
  name: 'queryAllInspection',
  method: 'POST',
  path: 'equipmentInspection/query',
  access: anyOf('EQUIPMENT_READ'),
  scope: 'eq',
  input: paging(INSPECTION_SORT_FIELDS).extend(Filters.extend(filterDays).shape),
  output: pageOf(InspectionRow),
  summary: 'Inspections of all units (api.md §2.22)',
  audit: 'view',
});

export const SaveInspection = z.object({
  equipmentNo: key,
  action: z.enum(['assign', 'record'], { error: 'badValue' }),
  technicianName: optionalText(100),
  plannedDate: filterDay,
  comments: optionalText(),
  inspectionDate: filterDay,
  kind: filterEnum(INSPECTION_KINDS),
  result: filterEnum(INSPECTION_RESULTS),
  nextInspectionDate: filterDay,
  certificatePath: optionalText(300),
});
export type SaveInspection = z.output<typeof SaveInspection>;

/** Sets who attends, or records the result. Errors: validation_failed, not_found, no_object_permission. */
export const saveInspection = operation({
  name: 'saveInspection',
  method: 'POST',
  path: 'equipmentInspection/saveOrUpdate',
  access: anyOf('EQUIPMENT_WRITE'),
  scope: 'eq',
  input: SaveInspection,
  output: none,
  summary: 'Assigns or records the inspection of a unit (api.md §2.22)',
  audit: 'update',
});

export const CERTIFICATE_UPLOAD = {
  types: ['jpg', 'png', 'pdf'],
  below: 10 * 1024 * 1024,
  tooLarge: 'fileTooLarge',
  badType: 'fileType',
  failed: 'fileFailed',
} as const satisfies UploadRule;

/** Errors: payload_too_large, unsupported_media_type, not_found, no_object_permission. */
export const uploadCertificate = operation({
  name: 'uploadCertificate',
  method: 'POST',
  path: 'file/upload/sms/inspection',
  access: anyOf('EQUIPMENT_WRITE'),
  scope: 'eq',
  upload: CERTIFICATE_UPLOAD,
  input: z.object({ file: receivedFile, equipmentNo: key }),
  output: z.object({ path: z.string() }),
  summary: 'The certificate of an inspection (api.md §2.22)',
  audit: 'create',
});

export const InspectionRecord = z.object({
  inspectionDate: dateOut,
  kind: z.enum(INSPECTION_KINDS),
  result: z.enum(INSPECTION_RESULTS),
  nextInspectionDate: dateOut,
  technicianName: z.string().nullable(),
  comments: z.string().nullable(),
  certificatePath: z.string().nullable(),
  operator: z.string(),
  createDate: dateTimeOut,
});
export type InspectionRecord = z.output<typeof InspectionRecord>;

/** Newest first. Errors: not_found, no_object_permission. */
export const listInspectionHistory = operation({
  name: 'listInspectionHistory',
  method: 'GET',
  path: 'equipmentInspection/history/{equipmentNo}',
  access: anyOf('EQUIPMENT_READ'),
  scope: 'eq',
  input: z.object({ equipmentNo: key }),
  output: z.array(InspectionRecord),
  summary: 'Recorded inspections of one equipment (api.md §2.22)',
});

/** Errors: bad_request beyond the row limit, access_denied. */
export const exportInspection = operation({
  name: 'exportInspection',
  method: 'POST',
  path: 'equipmentInspection/download',
  access: anyOf('EQUIPMENT_READ'),
  scope: 'eq',
  input: AllFilters.extend({ tab: z.enum(INSPECTION_TABS, { error: 'badValue' }) }).extend(
    sorting(INSPECTION_SORT_FIELDS).shape,
  ),
  output: fileOutput,
  summary: 'Inspections of a tab as xlsx, same filters (api.md §2.22)',
  audit: 'export',
});

export const inspectionOperations = [
  getInspection,
  queryApproachingInspection,
  queryExpiredInspection,
  queryAllInspection,
  saveInspection,
  uploadCertificate,
  listInspectionHistory,
  exportInspection,
];
