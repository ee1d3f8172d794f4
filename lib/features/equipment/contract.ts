import { z } from 'zod';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, KEY_LIST_BYTES, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import type { OutputOf } from '@/lib/platform/contract/operation';
import {
  codeOut,
  dateOut,
  dateTimeOut,
  filterCode,
  filterEnum,
  filterKeys,
  filterText,
  flagOut,
  key,
  none,
  pageOf,
  paging,
  sorting,
  text,
} from '@/lib/platform/contract/schemas';
import { placeFilters, unitFilters } from './unit-filters-contract';
import { UNIT_STATES } from '@/lib/live/units/condition';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';

/** Operations of the equipment master data and its status (api.md §2.7); shapes of api.md §2.28. */

/** Columns an equipment list may be sorted by; the equipment number always ends the order (api.md §1.6). */
export const EQUIPMENT_SORT_FIELDS = [
  'createDate',
  'equipmentNo',
  'equipmentName',
  'cubeNo',
  'buildingName',
  'equipmentType',
  'productLine',
  'totalFloors',
  'onlineStatus',
  'errorStatus',
  'floorMappingConfiged',
  'branchCode',
] as const;

/** What a picker or a list needs to name a unit. */
export const EquipmentPick = z.object({
  equipmentNo: z.string(),
  cubeNo: z.string().nullable(),
  /** Code of api.md §1.11, `YAE_ELT` … */
  equipmentType: z.string(),
  productLine: z.string().nullable(),
  equipmentName: z.string(),
  buildingName: z.string().nullable(),
});

export const EquipmentRow = EquipmentPick.extend({
  /** 0 offline, 1 online, 3 control cabinet disconnected, 4 not installed. */
  onlineStatus: codeOut([0, 1, 3, 4]),
  /** 0 normal, 1 faulty, 2 unknown. */
  errorStatus: codeOut([0, 1, 2]),
  floorMappingConfiged: codeOut([0, 1, 2, 3]),
  floorMatchingEditStatus: codeOut([0, 1, 2]),
  totalFloors: z.number().int().nullable(),
  branchCode: z.string(),
  branchName: z.string(),
  displayType: z.enum(DISPLAY_TYPES),
  /** `'1'`: a camera exists. */
  video: flagOut,
  dhVideo: flagOut,
});

export const EquipmentDetail = EquipmentRow.extend({
  buildingCode: z.string().nullable(),
  /** JSON text `{"1":"B1","2":"1"}`: physical floor number → floor shown. */
  floorMapping: z.string().nullable(),
  constructionDate: dateOut.nullable(),
  governmentNo: z.string().nullable(),
  postCode: z.string().nullable(),
  country: z.string().nullable(),
  province: z.string().nullable(),
  city: z.string().nullable(),
  district: z.string().nullable(),
  street: z.string().nullable(),
  house_no: z.string().nullable(),
  address: z.string().nullable(),
  longitude: z.number().nullable(),
  /** Spelled so in the contract. */
  lattitude: z.number().nullable(),
  sapSystem: z.string().nullable(),
  companyCode: z.string().nullable(),
  originContractNo: z.string().nullable(),
  frameContractNo: z.string().nullable(),
  contractStartDate: dateOut.nullable(),
  contractEndDate: dateOut.nullable(),
  contractActualEndDate: dateOut.nullable(),
  plannedDate: dateOut.nullable(),
  /** m/s */
  ratedSpeed: z.number().nullable(),
  customerName: z.string().nullable(),
  lastDataAt: dateTimeOut.nullable(),
  /** Its service was stopped (silent-screens A8). */
  serviceStopped: z.boolean(),
  /** Its projects in the caller's scope. */
  projects: z.array(z.object({ projectId: z.string(), projectName: z.string() })),
});

export const StatusEntry = z.object({
  equipmentNo: z.string(),
  onlineStatus: codeOut([0, 1, 3, 4]),
  /** 1: fault. */
  errorStatus: codeOut([0, 1, 2]),
  /** 1: trapped. */
  entrapmentStatus: codeOut([0, 1]),
  /** Something came within 10 minutes (readings 242); absent: a back end that does not say. */
  isLive: z.boolean().optional(),
  /** When something last came. */
  lastDataAt: dateTimeOut.nullable().optional(),
});

export const GbCode = z.object({
  gbCode: z.string(),
  text: z.string(),
  /** true: belongs to the fault list, false: to the event list. */
  error: z.boolean(),
  at: dateTimeOut,
});

export type EquipmentRow = z.output<typeof EquipmentRow>;
export type EquipmentDetail = z.output<typeof EquipmentDetail>;
export type StatusEntry = z.output<typeof StatusEntry>;
export type GbCode = z.output<typeof GbCode>;

const byNo = z.object({ equipmentNo: key });

/** What the list and its export are narrowed by (doc2 §2.2). */
const EquipmentFilters = z.object({
  /** Part of number or name, two characters are enough. */
  key: filterText(),
  /** Beginning of a cube number, any case. */
  cubeNo: filterText(40),
  /** 1 elevator, 2 escalator and moving walk. */
  equipmentType: filterCode([1, 2]),
  displayType: filterEnum(DISPLAY_TYPES),
  /** 1: a contract is in force today, 0: none is. */
  inContract: filterCode([0, 1]),
  /** 1: more than two call-outs of its own fault in the last 30 days, 0: the others (silent-screens F5). */
  unhealthy: filterCode([0, 1]),
  /** 1 online, 2 offline (0 and 3), 4 not installed. */
  onlineStatus: filterCode([1, 2, 4]),
  errorStatus: filterCode([0, 1, 2]),
  floorMappingConfiged: filterCode([0, 1, 2, 3]),
  equipmentNoList: filterKeys,
  /** The gravest of what holds of a unit, so that each unit is found by one of them (readings 140). */
  state: filterEnum(UNIT_STATES),
  ...placeFilters,
  ...unitFilters,
});
export type EquipmentFilters = z.output<typeof EquipmentFilters>;

/** The numbers of units, and the words of every other filter. */
const LIST_BYTES = KEY_LIST_BYTES + 8 * 1024;

/** The equipment list: filters, sorting, exact total (doc2 §2.2, api.md §2.7). */
export const queryEquipment = operation({
  name: 'queryEquipment',
  method: 'POST',
  path: 'equipment/query',
  access: anyOf('EQUIPMENT_READ'),
  scope: 'eq',
  input: paging(EQUIPMENT_SORT_FIELDS).extend(EquipmentFilters.shape),
  output: pageOf(EquipmentRow),
  maxBytes: LIST_BYTES,
  summary: 'Equipment list with filters and exact total (api.md §2.7)',
  audit: 'view',
});

/** The rows of the list as a workbook, in its order. Errors: bad_request beyond the row limit, access_denied by the data strategy (silent-screens R6). */
export const exportEquipment = operation({
  name: 'exportEquipment',
  method: 'POST',
  path: 'equipment/download',
  access: anyOf('EQUIPMENT_READ'),
  scope: 'eq',
  input: EquipmentFilters.extend(sorting(EQUIPMENT_SORT_FIELDS).shape),
  output: fileOutput,
  maxBytes: LIST_BYTES,
  summary: 'Equipment list as xlsx, same filters (api.md §2.7)',
  audit: 'export',
});

/** Absent: unchanged; null or empty: cleared. */
const optional = <T extends z.ZodType<string>>(value: T) =>
  z
    .union([z.literal('').transform(() => null), value, z.null()], {
      error: (issue) => (issue.code === 'invalid_union' ? issue.errors.at(1)?.at(0)?.message : undefined),
    })
    .optional();

/** What may be edited of a unit (doc2 §2.2). */
export const EquipmentEdit = z.object({
  equipmentNo: key,
  /** Absent: unchanged. A unit that has a name keeps one. */
  equipmentName: text(200, 'required')
    .min(1, 'required')
    .refine((name) => name.trim() !== '', 'required')
    .optional(),
  /** Upper-cased, as box numbers are (silent-screens R2). */
  cubeNo: optional(key.transform((value) => value.toUpperCase()).pipe(z.string())),
  buildingName: optional(text()),
});
export type EquipmentEdit = z.input<typeof EquipmentEdit>;

/**
 * Saves name, building and box of a unit (doc2 §2.2). Another box replaces the first one, none takes it away. Errors:
 * not_found, no_object_permission, conflict as bindCube and replaceCube of api.md §2.19.
 */
export const saveEquipment = operation({
  name: 'saveEquipment',
  method: 'POST',
  path: 'equipment/saveOrUpdate',
  access: anyOf('EQUIPMENT_WRITE'),
  scope: 'eq',
  input: EquipmentEdit,
  output: none,
  summary: 'Saves name, building and box of one equipment (api.md §2.7)',
  audit: 'update',
});

/** One unit by the number in the path. Errors: not_found, no_object_permission (api.md §2.7). */
export const getEquipment = operation({
  name: 'getEquipment',
  method: 'GET',
  path: 'equipment/{equipmentNo}',
  access: SIGNED_IN,
  scope: 'eq',
  input: byNo,
  output: EquipmentDetail,
  summary: 'One equipment by number (api.md §2.7)',
});

/** One unit by the number in the body; decides which live page opens. Errors as getEquipment. */
export const getEquipmentByNo = operation({
  name: 'getEquipmentByNo',
  method: 'POST',
  path: 'equipment/getByNo',
  access: SIGNED_IN,
  scope: 'eq',
  input: byNo,
  output: EquipmentDetail,
  summary: 'One equipment by number in the body (api.md §2.7)',
  audit: 'view',
});

/** Status of up to 200 units in request order; numbers out of scope are left out (api.md §2.7). */
export const batchEquipmentStatus = operation({
  name: 'batchEquipmentStatus',
  method: 'POST',
  path: 'equipmentExtension/statusList',
  access: SIGNED_IN,
  scope: 'eq',
  input: z.object({ equipmentNoList: z.array(key).min(1, 'required').max(200, 'tooMany') }),
  output: z.array(StatusEntry),
  summary: 'Online, error and entrapment status of up to 200 equipment (api.md §2.7)',
  audit: 'view',
});

/** Codes that hold for a unit now; `error` splits them into the fault and the event list (doc2 §7). Errors: not_found, no_object_permission. */
export const listEquipmentFaults = operation({
  name: 'listEquipmentFaults',
  method: 'POST',
  path: 'equipmentExtension/gbCodeShow',
  access: SIGNED_IN,
  scope: 'eq',
  input: byNo,
  output: z.object({ gbCodeShowList: z.array(GbCode) }),
  summary: 'Faults and events of one equipment (api.md §2.7)',
  audit: 'view',
});

export type EquipmentPage = OutputOf<typeof queryEquipment>;

export const equipmentOperations = [
  queryEquipment,
  exportEquipment,
  saveEquipment,
  getEquipment,
  getEquipmentByNo,
  batchEquipmentStatus,
  listEquipmentFaults,
];
