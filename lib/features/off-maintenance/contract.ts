import { z } from 'zod';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import type { Access } from '@/lib/platform/contract/operation';
import {
  codeOut,
  dateOut,
  dateTimeOut,
  filterDays,
  filterEnum,
  filterFlag,
  filterKeys,
  filterText,
  key,
  none,
  nullableText,
  pageOf,
  paging,
  sorting,
  text,
} from '@/lib/platform/contract/schemas';
import { OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';
import { OFF_REASONS, OFF_STATES } from './value-sets';

/** Lost-warranty records (api.md §2.25, silent-screens A8). */

export const OFF_SORT_FIELDS = ['offDate', 'state', 'reason', 'lastFollow', 'recoverDate', 'equipmentNo'] as const;

export const OffMaintenanceRow = z.object({
  id: z.string(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  buildingName: z.string().nullable(),
  projectName: z.string().nullable(),
  branchName: z.string(),
  contractNo: z.string().nullable(),
  offDate: dateOut,
  /** Until today, or until the unit came back. */
  offDays: z.number().int(),
  reason: z.enum(OFF_REASONS),
  onlineStatus: codeOut([0, 1, 3, 4]),
  state: z.enum(OFF_STATES),
  follower: z.string().nullable(),
  lastFollow: dateTimeOut.nullable(),
  recoverDate: dateOut.nullable(),
  note: z.string().nullable(),
});
export type OffMaintenanceRow = z.output<typeof OffMaintenanceRow>;

const Filters = z.object({
  ...filterDays,
  /** Part of equipment number or name. */
  key: filterText(),
  branchCodes: filterKeys,
  reason: filterEnum(OFF_REASONS),
  state: filterEnum(OFF_STATES),
  /** The box still sends. */
  sending: filterFlag,
});
export type OffFilters = z.output<typeof Filters>;

const READ: Access = { kind: 'userType', userTypes: OFFICE_TYPES };
const WRITE: Access = { kind: 'authority', anyOf: ['EQUIPMENT_WRITE'], userTypes: OFFICE_TYPES };

/** Errors: validation_failed. */
export const queryOffMaintenance = operation({
  name: 'queryOffMaintenance',
  method: 'POST',
  path: 'equipOffMaintenance/query',
  access: READ,
  scope: 'eq',
  input: paging(OFF_SORT_FIELDS).extend(Filters.shape),
  output: pageOf(OffMaintenanceRow).extend({
    /** In this month. */
    lost: z.number().int(),
    regained: z.number().int(),
    topBranches: z.array(z.object({ branchName: z.string(), lost: z.number().int() })),
  }),
  summary: 'Units out of contract, with the losses of the month (api.md §2.25)',
  maxBytes: KEY_LIST_BYTES,
  audit: 'view',
});

const byId = z.object({ id: key });
const note = text(200, 'required').min(1, 'required');

/** OPEN -> FOLLOWING. Errors: not_found, no_object_permission, conflict. */
export const followUpOff = operation({
  name: 'followUpOff',
  method: 'POST',
  path: 'equipOffMaintenance/followUp',
  access: WRITE,
  scope: 'eq',
  input: byId.extend({ note, reason: filterEnum(OFF_REASONS) }),
  output: none,
  summary: 'What was done about a lost unit (api.md §2.25)',
  audit: 'update',
});

/** -> STOPPED: the unit reports nothing except trapped persons. Errors: not_found, no_object_permission, conflict. */
export const stopService = operation({
  name: 'stopService',
  method: 'POST',
  path: 'equipOffMaintenance/stop',
  access: WRITE,
  scope: 'eq',
  input: byId.extend({ note }),
  output: none,
  summary: 'Stops the service of a lost unit (api.md §2.25)',
  audit: 'update',
});

/** STOPPED -> FOLLOWING. Errors: not_found, no_object_permission, conflict. */
export const resumeService = operation({
  name: 'resumeService',
  method: 'POST',
  path: 'equipOffMaintenance/resume',
  access: WRITE,
  scope: 'eq',
  input: byId.extend({ note: nullableText() }),
  output: none,
  summary: 'Resumes the service of a stopped unit (api.md §2.25)',
  audit: 'update',
});

/** Errors: bad_request beyond the row limit, access_denied. */
export const exportOffMaintenance = operation({
  name: 'exportOffMaintenance',
  method: 'POST',
  path: 'equipOffMaintenance/download',
  access: READ,
  scope: 'eq',
  input: Filters.extend(sorting(OFF_SORT_FIELDS).shape),
  output: fileOutput,
  summary: 'Units out of contract as xlsx, same filters (api.md §2.25)',
  maxBytes: KEY_LIST_BYTES,
  audit: 'export',
});

export const offMaintenanceOperations = [
  queryOffMaintenance,
  followUpOff,
  stopService,
  resumeService,
  exportOffMaintenance,
];
