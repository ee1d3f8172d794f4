import { z } from 'zod';
import { operation } from '@/lib/platform/contract/operation';

/** Master data from partner systems (api.md §2.27). */

/** What can be sent so far. Import order is branch, keyAccount, project, projectEquipment, invoiceCustomer (api.md §5.1). */
export const IMPORT_ENTITIES = ['branch', 'keyAccount', 'project', 'projectEquipment', 'invoiceCustomer'] as const;
export type ImportEntity = (typeof IMPORT_ENTITIES)[number];

export const ROW_LIMIT = 500;
const MAX_BYTES = 4 * 1024 * 1024;
/** 100 fields a row, with what is in them. */
const MAX_MEMBERS = 100 * ROW_LIMIT;

/** Errors: bad_request, payload_too_large. Rows are judged one by one: good ones are kept when others fail. */
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

export const integrationOperations = [importRows];
