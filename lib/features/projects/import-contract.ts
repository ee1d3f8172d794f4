import { z } from 'zod';
import { operation } from '@/lib/platform/contract/operation';
import { WRITE_UNITS } from './unit-contract';

/** Projects out of a file (api.md §2.6). */

/** Columns of a CSV file of SAP projects; the names may be written in any case. `equipmentNos` lists units that belong to the project. */
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

export const CSV_ROW_LIMIT = 20_000;

export const CSV_MAX_BYTES = 4 * 1024 * 1024;
/** Quotes and line ends of the CSV are escaped on the way. */

const CSV_BODY_BYTES = 2 * CSV_MAX_BYTES;

/** All lines or none: with `failed` nothing was imported. */
export const importProjectFile = operation({
  name: 'importProjectFile',
  method: 'POST',
  path: 'project/import',
  access: WRITE_UNITS,
  scope: '-',
  input: z.object({
    csv: z
      .string({ error: 'required' })
      .min(1, 'required')
      .max(CSV_MAX_BYTES, 'tooLong')
      .refine((value) => !value.includes('\0'), 'badValue'),
  }),
  output: z.object({
    created: z.number().int(),
    updated: z.number().int(),
    unchanged: z.number().int(),
    failedTotal: z.number().int(),
    /** The first of them; `line` counts from 1 as an editor does. */
    failed: z.array(z.object({ line: z.number().int(), message: z.string() })),
  }),
  summary: 'SAP projects from a CSV text, all lines or none (api.md §2.6)',
  maxBytes: CSV_BODY_BYTES,
  audit: 'update',
});
