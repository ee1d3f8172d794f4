import { z } from 'zod';
import { anyOf, KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import { key, none } from '@/lib/platform/contract/schemas';
import { isStorable } from '@/lib/platform/contract/storable';
import { EquipmentRow } from './contract';
import { MAX_LABEL, parseMapping } from './shared/floor-mapping';

/** Operations on the floors of an elevator and their labels (doc2 §2.3, §5; api.md §2.7). */

const byNo = z.object({ equipmentNo: key });

export const FloorMappingRead = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  /** null: nobody entered the floors of this unit. */
  totalFloors: z.number().int().nullable(),
  /** JSON text `{"1":"B1","2":"1"}`. */
  floorMapping: z.string().nullable(),
});
export type FloorMappingRead = z.output<typeof FloorMappingRead>;

/** Floors of one elevator and their labels (doc2 §2.3). Errors: not_found, no_object_permission. */
export const getFloorMapping = operation({
  name: 'getFloorMapping',
  method: 'POST',
  path: 'equipmentFloorMapping/getByNo',
  access: anyOf('EQUIPMENT_READ'),
  scope: 'eq',
  input: byNo,
  output: FloorMappingRead,
  summary: 'Floor mapping of one elevator (api.md §2.7)',
  audit: 'view',
});

/** JSON text of floors and their labels; what is all empty clears the mapping. */
const mappingText = z
  .string()
  .max(32_768, 'tooLong')
  .transform((json, context) => {
    const mapping = parseMapping(json);
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (!mapping || !isStorable(mapping)) return refuse('badValue');
    if (Object.values(mapping).some((label) => label.length > MAX_LABEL)) return refuse('tooLong');
    return Object.values(mapping).every((label) => label === '') ? {} : mapping;
  });

/**
 * Saves the labels of all floors, or clears them with `{}` (doc2 §5). Errors: validation_failed, conflict when the floors may
 * not be edited, not_found, no_object_permission.
 */
export const saveFloorMapping = operation({
  name: 'saveFloorMapping',
  method: 'POST',
  path: 'equipmentFloorMapping/save',
  access: anyOf('EQUIPMENT_FLOOR_MAPPING_WRITE'),
  scope: 'eq',
  input: z.object({ equipmentNo: key, floorMappingJson: mappingText }),
  output: none,
  maxBytes: KEY_LIST_BYTES,
  summary: 'Saves the floor mapping of one elevator (api.md §2.7)',
  successKey: 'floorsSaved',
  audit: 'update',
});

/** Elevators with as many floors, in the same project or branch, without itself (doc2 §2.3). Errors: not_found, no_object_permission. */
export const listSameFloor = operation({
  name: 'listSameFloor',
  method: 'POST',
  path: 'equipmentFloorMapping/getSameFloorListByNo',
  access: anyOf('EQUIPMENT_READ'),
  scope: 'eq',
  input: byNo,
  output: z.array(EquipmentRow),
  summary: 'Elevators with the same floor count (api.md §2.7)',
  audit: 'view',
});

/** Copies a filled mapping to elevators with as many floors. Errors: validation_failed, conflict, not_found, no_object_permission. */
export const reuseFloorMapping = operation({
  name: 'reuseFloorMapping',
  method: 'POST',
  path: 'equipmentFloorMapping/reuse',
  access: anyOf('EQUIPMENT_FLOOR_MAPPING_WRITE'),
  scope: 'eq',
  input: z.object({ sourceEquipmentNo: key, targetEquipmentNos: z.array(key).min(1, 'required').max(1000, 'tooMany') }),
  output: none,
  maxBytes: KEY_LIST_BYTES,
  summary: 'Copies a floor mapping to other elevators (api.md §2.7)',
  successKey: 'floorsReused',
  audit: 'update',
});

export const floorOperations = [getFloorMapping, saveFloorMapping, listSameFloor, reuseFloorMapping];
