import { z } from 'zod';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { codeOut, dateTimeOut, filterCodes, filterDay, key, pageOf, paging } from '@/lib/platform/contract/schemas';

/** The log that a unit's box keeps (api.md §2.9, doc2 §2.4). */

/** 1 faults and events, 2 diagnostics, 3 other events, 4 run modes. */
export const LOG_TOPICS = [1, 2, 3, 4] as const;

export const EquipmentLogRow = z.object({
  id: z.string(),
  topic: codeOut(LOG_TOPICS),
  cnType: z.string(),
  desc: z.string(),
  status: z.string(),
  /** The box's own time. */
  cubeDate: dateTimeOut,
  cubeLogResult: z.object({ /** What the box sent, an object or a text. */ payload: z.unknown() }),
});
export type EquipmentLogRow = z.output<typeof EquipmentLogRow>;

/** Newest first; both days included. Errors: validation_failed (start after end), not_found, no_object_permission. */
export const queryEquipmentLog = operation({
  name: 'queryEquipmentLog',
  method: 'POST',
  path: 'equipmentLog/query',
  access: anyOf('EQUIPMENT_EQEVENT_READ'),
  scope: 'eq',
  input: paging(['cubeDate']).extend({
    equipmentNo: key,
    topics: filterCodes(LOG_TOPICS),
    startDate: filterDay,
    endDate: filterDay,
  }),
  output: pageOf(EquipmentLogRow)
    .extend(CutHistory.shape)
    .extend({
      /** Topics that the data strategy keeps back. */
      withheld: z.array(codeOut(LOG_TOPICS)),
    }),
  summary: 'Log of one equipment by type and days (api.md §2.9)',
  audit: 'view',
});

export const equipmentLogOperations = [queryEquipmentLog];
