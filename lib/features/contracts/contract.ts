import { z } from 'zod';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import {
  dateOut,
  dateTimeOut,
  filterDay,
  filterInt,
  filterText,
  key,
  none,
  optionalKey,
  pageOf,
  paging,
  sorting,
  text,
} from '@/lib/platform/contract/schemas';
import { IN_CHARGE_TYPES } from '@/lib/platform/auth/accounts/account-types';
import { CONTRACT_TABS } from './value-sets';

/** Maintenance contracts of units (api.md §2.22, silent-screens A5). The ERP's import is the master. */

export const CONTRACT_SORT_FIELDS = ['effectiveEnd', 'contractStartDate', 'equipmentNo', 'contractNo'] as const;

export const ContractRow = z.object({
  /** Contract and unit in one, the key of a row. */
  rowKey: z.string(),
  contractNo: z.string(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  buildingName: z.string().nullable(),
  projectName: z.string().nullable(),
  branchCode: z.string(),
  branchName: z.string(),
  originContractNo: z.string().nullable(),
  frameContractNo: z.string().nullable(),
  contractStartDate: dateOut.nullable(),
  contractEndDate: dateOut.nullable(),
  contractActualEndDate: dateOut.nullable(),
  plannedDate: dateOut.nullable(),
  /** Negative: over for so many days. */
  daysLeft: z.number().int().nullable(),
  /** The caller's own days before the end have begun. */
  endsSoon: z.boolean(),
  /** Not for customers. */
  followUp: z.object({ note: z.string(), nextDate: dateOut.nullable() }).nullable(),
});
export type ContractRow = z.output<typeof ContractRow>;

const Filters = z.object({
  /** Part of equipment number, name or building. */
  key: filterText(),
  /** Part of the contract's own, origin or frame number. */
  contractNo: filterText(40),
  projectId: optionalKey,
  branchCode: optionalKey,
  /** Ending within so many days; of those not expired. */
  days: filterInt,
});
export type ContractFilters = z.output<typeof Filters>;

const list = (name: string, path: string, summary: string) =>
  operation({
    name,
    method: 'POST',
    path,
    access: anyOf('EQUIPMENT_READ'),
    scope: 'eq',
    input: paging(CONTRACT_SORT_FIELDS).extend(Filters.shape),
    /** When data last came in. */
    output: pageOf(ContractRow).extend({ updatedAt: dateTimeOut.nullable() }),
    summary,
    audit: 'view',
  });

/** Start <= today <= end. */
export const queryNotExpiredContracts = list(
  'queryNotExpiredContracts',
  'sapTdContract/queryNotExpired',
  'Contracts that run (api.md §2.22)',
);
/** End < today. */
export const queryExpiredContracts = list(
  'queryExpiredContracts',
  'sapTdContract/queryExpired',
  'Contracts that are over (api.md §2.22)',
);
/** No dates, start in the future, end before start. */
export const queryOtherContracts = list(
  'queryOtherContracts',
  'sapTdContract/queryOther',
  'Contracts that have not begun, or without dates (api.md §2.22)',
);

/** Errors: validation_failed, not_found, no_object_permission. */
export const followUpContract = operation({
  name: 'followUpContract',
  method: 'POST',
  path: 'sapTdContract/followUp',
  access: { kind: 'authority', anyOf: ['EQUIPMENT_READ'], userTypes: IN_CHARGE_TYPES },
  scope: 'eq',
  input: z.object({
    contractNo: key,
    equipmentNo: key,
    note: text(200, 'required').min(1, 'required'),
    nextDate: filterDay,
  }),
  output: none,
  summary: 'What was done to renew a contract (api.md §2.22)',
  audit: 'update',
});

/** Errors: bad_request beyond the row limit, access_denied. */
export const exportContracts = operation({
  name: 'exportContracts',
  method: 'POST',
  path: 'sapTdContract/download',
  access: anyOf('EQUIPMENT_READ'),
  scope: 'eq',
  input: Filters.extend({ tab: z.enum(CONTRACT_TABS, { error: 'badValue' }) }).extend(
    sorting(CONTRACT_SORT_FIELDS).shape,
  ),
  output: fileOutput,
  summary: 'Contracts of a tab as xlsx, same filters (api.md §2.22)',
  audit: 'export',
});

export const contractOperations = [
  queryNotExpiredContracts,
  queryExpiredContracts,
  queryOtherContracts,
  followUpContract,
  exportContracts,
];
