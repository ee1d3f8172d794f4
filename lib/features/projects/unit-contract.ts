import { z } from 'zod';
import { EquipmentPick } from '@/lib/features/equipment/contract';
import { KEY_LIST_BYTES, anyOf, operation } from '@/lib/platform/contract/operation';
import type { Access } from '@/lib/platform/contract/operation';
import { filterText, key, pageOf, paging } from '@/lib/platform/contract/schemas';
import { OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** The units of a project (api.md §2.6). */

export const READ = anyOf('PROJECT_READ');
/** Only the head office manages the units of projects (doc1 §2). */
export const WRITE_UNITS: Access = { kind: 'authority', anyOf: ['PROJECT_WRITE'], userTypes: OFFICE_TYPES };

export const PICK_SORT_FIELDS = [
  'createDate',
  'equipmentNo',
  'equipmentName',
  'cubeNo',
  'equipmentType',
  'productLine',
  'buildingName',
] as const;

/** Errors: not_found, no_object_permission. */
export const queryProjectEquipment = operation({
  name: 'queryProjectEquipment',
  method: 'POST',
  path: 'projectEquipmentMapping/query',
  access: READ,
  scope: 'prj',
  input: paging(PICK_SORT_FIELDS).extend({ projectId: key }),
  output: pageOf(EquipmentPick),
  summary: 'Units of a project (api.md §2.6)',
  audit: 'view',
});

/** At most this many numbers in one call (api.md §1.2). */
export const BATCH_LIMIT = 1000;

const numbers = z
  .array(key, { error: 'batchRequired' })
  .min(1, 'batchRequired')
  .max(BATCH_LIMIT, 'tooMany')
  .transform((list) => [...new Set(list)]);

/** Errors: validation_failed (M24), access_denied (a project of SAP), not_found with the unknown numbers, no_object_permission. */
export const addProjectEquipment = operation({
  name: 'addProjectEquipment',
  method: 'POST',
  path: 'projectEquipmentMapping/saveOrUpdate',
  access: WRITE_UNITS,
  scope: 'prj',
  input: z.object({ projectId: key, equipmentNoList: numbers }),
  output: z.object({ added: z.number().int(), existing: z.number().int() }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Adds units to a project (api.md §2.6)',
  audit: 'update',
});

/** Errors: as addProjectEquipment. */
export const deleteProjectEquipment = operation({
  name: 'deleteProjectEquipment',
  method: 'POST',
  path: 'projectEquipmentMapping/delete',
  access: WRITE_UNITS,
  scope: 'prj',
  input: z.object({ projectId: key, equipmentNoList: numbers }),
  output: z.object({ removed: z.number().int() }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Takes units out of a project (api.md §2.6)',
  audit: 'delete',
});

/**
 * Finds units by pasted numbers. Unknown ones and those outside the scope or the branch are `missing`, in the requested
 * order. Errors: validation_failed (M24).
 */
export const findEquipmentByNos = operation({
  name: 'findEquipmentByNos',
  method: 'POST',
  path: 'equipment/queryByNos',
  access: anyOf('PROJECT_READ', 'USER_READ'),
  scope: 'eq',
  input: z
    .object({ equipNoList: numbers.optional(), cubeNoList: numbers.optional(), branchCode: filterText(40) })
    .refine(({ equipNoList, cubeNoList }) => (equipNoList === undefined) !== (cubeNoList === undefined), {
      error: 'batchRequired',
      path: ['equipNoList'],
    }),
  output: z.object({ total: z.number().int(), records: z.array(EquipmentPick), missing: z.array(z.string()) }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Units by equipment or by cube numbers (api.md §2.6)',
  audit: 'view',
});
