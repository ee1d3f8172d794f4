import { z } from 'zod';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { dateTimeOut, key, pageOf, paging } from '@/lib/platform/contract/schemas';

/** What happened to a unit in service (api.md §2.9). */

export const ACTIVITY_KINDS = ['callback', 'maintenance'] as const;

export const ActivityRow = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  /** When it happened. */
  notificationDate: dateTimeOut,
  subType: z.enum(ACTIVITY_KINDS),
  /** callbackId or jobNo */
  objectId: z.string(),
  createDate: dateTimeOut,
});
export type ActivityRow = z.output<typeof ActivityRow>;

/** Newest first. Errors: not_found, no_object_permission. */
export const queryActivity = operation({
  name: 'queryActivity',
  method: 'POST',
  path: 'equipmentActivity/query',
  access: anyOf('EQUIPMENT_ACTIVITY_READ'),
  scope: 'eq',
  input: paging(['notificationDate', 'createDate']).extend({ equipmentNo: key }),
  output: pageOf(ActivityRow).extend(CutHistory.shape),
  summary: 'Call-outs and maintenance of one equipment as they went on (api.md §2.9)',
  audit: 'view',
});

export const activityOperations = [queryActivity];
