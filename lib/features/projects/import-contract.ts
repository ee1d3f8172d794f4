import { z } from 'zod';
import { CSV_BODY_BYTES, CsvOutcome, csvText } from '@/lib/platform/contract/csv-import';
import { operation } from '@/lib/platform/contract/operation';
import { WRITE_UNITS } from './unit-contract';

/** Import of projects from a file (api.md §2.6). */

/** Columns of a CSV file of SAP projects, in any case. `equipmentNos` lists units that belong to the project. */
export const CSV_COLUMNS = [
  'projectId',
  'branchCode',
  'projectName',
  'tplnr',
  'parentId',
  'mobile',
  'email',
  'address',
  'isMessage',
  'kaId',
  'headerconttracts',
  'updatedAt',
  'equipmentNos',
] as const;

export const CSV_REQUIRED = ['projectId', 'branchCode', 'projectName'] as const;

/** All lines or none: with `failed` nothing was imported. */
export const importProjectFile = operation({
  name: 'importProjectFile',
  method: 'POST',
  path: 'project/import',
  access: WRITE_UNITS,
  scope: '-',
  input: z.object({
    csv: csvText,
  }),
  output: CsvOutcome,
  summary: 'SAP projects from a CSV text, all lines or none (api.md §2.6)',
  maxBytes: CSV_BODY_BYTES,
  audit: 'update',
});
