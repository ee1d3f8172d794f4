import { z } from 'zod';
import { CSV_BODY_BYTES, CsvOutcome, csvText } from '@/lib/platform/contract/csv-import';
import { operation } from '@/lib/platform/contract/operation';
import { receivedFile, type UploadRule } from '@/lib/platform/contract/received-file';
import { key, none } from '@/lib/platform/contract/schemas';
import { OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** Master data from partner systems (api.md §2.27). */

/** What can be imported, in the order of dependency (api.md §5.1). */
export const IMPORT_ENTITIES = [
  'branch',
  'keyAccount',
  'project',
  'equipment',
  'projectEquipment',
  'invoiceCustomer',
  'callback',
  'callbackStatus',
  'symptom',
  'maintenanceJob',
  'maintenanceReport',
  'inspection',
  'contract',
  'runDaily',
  'gbCode',
  'maintenanceItemTemplate',
  'thirdGateway',
] as const;
export type ImportEntity = (typeof IMPORT_ENTITIES)[number];

export const ROW_LIMIT = 500;
const MAX_BYTES = 4 * 1024 * 1024;
/** 100 fields per row, with their content. */
const MAX_MEMBERS = 100 * ROW_LIMIT;

/** Errors: bad_request, payload_too_large. Rows are judged one by one: good ones are stored when others fail. */
export const importRows = operation({
  name: 'importRows',
  method: 'POST',
  path: 'integration/upsert',
  access: { kind: 'partner', scope: 'import' },
  scope: '-',
  input: z.object({
    entity: z.enum(IMPORT_ENTITIES, { error: 'badValue' }),
    rows: z
      .array(z.record(z.string(), z.unknown()), { error: 'required' })
      .min(1, 'required')
      .max(ROW_LIMIT, 'tooMany'),
  }),
  output: z.object({
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    /** `index` counts from 0 in `rows`. */
    failed: z.array(z.object({ index: z.number().int(), message: z.string() })),
  }),
  summary: 'Adds and changes rows of one entity by their keys (api.md §2.27)',
  maxBytes: MAX_BYTES,
  maxMembers: MAX_MEMBERS,
  judgedByItself: ['rows'],
  audit: 'update',
  isLocal: true,
});

const REPORT_BYTES = 20 * 1024 * 1024;
export const REPORT_UPLOAD: UploadRule = {
  types: ['pdf'],
  below: REPORT_BYTES + 1,
  tooLarge: 'reportTooLarge',
  badType: 'badReportFile',
  failed: 'server_error',
};

/**
 * The report's status becomes '1'; an older file is deleted. Errors: not_found, payload_too_large,
 * unsupported_media_type.
 */
export const importReportFile = operation({
  name: 'importReportFile',
  method: 'POST',
  path: 'integration/maintenanceReportFile',
  access: { kind: 'partner', scope: 'import' },
  scope: '-',
  upload: REPORT_UPLOAD,
  input: z.object({ jobNo: key, file: receivedFile }),
  output: none,
  summary: 'The paper of a maintenance report (api.md §2.27)',
  audit: 'update',
  isLocal: true,
});

/** Columns of a CSV file of units, in any case; only the first is required. */
export const UNIT_CSV_COLUMNS = [
  'equipmentNo',
  'equipmentName',
  'equipmentType',
  'displayType',
  'branchCode',
  'projectId',
  'cubeNo',
  'cubeSecret',
  'totalFloors',
  'floorMapping',
  'buildingName',
  'buildingCode',
  'productLine',
  'constructionDate',
  'governmentNo',
  'postCode',
  'country',
  'province',
  'city',
  'district',
  'street',
  'houseNo',
  'longitude',
  'latitude',
  'coordSystem',
  'sapSystem',
  'companyCode',
  'originContractNo',
  'frameContractNo',
  'contractStartDate',
  'contractEndDate',
  'contractActualEndDate',
  'plannedDate',
  'address',
  'ratedSpeed',
  'customerName',
  'serviceStopped',
  'updatedAt',
  'deletedAt',
] as const;
export const UNIT_CSV_REQUIRED = ['equipmentNo'] as const;

/** Good lines are stored, the others are listed. Errors: validation_failed, access_denied. */
export const importEquipmentFile = operation({
  name: 'importEquipmentFile',
  method: 'POST',
  path: 'equipment/import',
  access: { kind: 'authority', anyOf: ['EQUIPMENT_WRITE'], userTypes: OFFICE_TYPES },
  scope: '-',
  input: z.object({
    csv: csvText,
    /** true: reports what would happen to the lines, nothing is stored. */
    dryRun: z.boolean('badValue').nullish(),
  }),
  output: CsvOutcome,
  summary: 'Units from a CSV text, or what would become of it (api.md §2.7)',
  maxBytes: CSV_BODY_BYTES,
  audit: 'update',
});

export const integrationOperations = [importRows, importReportFile, importEquipmentFile];
