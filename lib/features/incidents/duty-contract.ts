import { z } from 'zod';
import { SlaClock } from '@/lib/features/callbacks/contract';
import { DutyStep } from '@/lib/features/escalation/shared/duty-step';
import { NoticeAck } from '@/lib/live/realtime/shared/notices';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { codeOut, dateTimeOut, int, optionalKey, pageOf } from '@/lib/platform/contract/schemas';

/** Who is on duty: open incidents by the time that is left, who was told, who has acknowledged (api.md §2.12, readings 80, 84). */

const { clock } = SlaClock.shape;

export const DutyRow = z.object({
  callbackId: z.string().nullable(),
  /** Where an ERP moves the call-outs. */
  symptomId: z.string().nullable(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  branchName: z.string(),
  /** jobStatus or symptomState. */
  status: z.string(),
  /** As of incidents; null: a symptom. */
  openedBy: z.enum(['system', 'person']).nullable(),
  title: z.string(),
  technicianName: z.string().nullable(),
  technicianPhone: z.string().nullable(),
  personTrapped: z.boolean(),
  personInjured: z.boolean(),
  createDate: dateTimeOut,
  /** The clock that ends first. */
  clock: clock.nullable(),
  due: dateTimeOut.nullable(),
  limitSec: z.number().int().nullable(),
  /** Negative: late. Null for a reader who sees dates only. */
  remainingSec: z.number().int().nullable(),
  marks: z.array(
    z.object({ clock, level: codeOut([0, 80, 100, 150]), due: dateTimeOut.nullable(), stopped: z.boolean() }),
  ),
  told: z.array(DutyStep),
  acks: z.array(NoticeAck),
  canAcknowledge: z.boolean(),
  /** Nobody arrived in time where somebody is trapped (silent-screens F3). */
  callHelp: z.boolean(),
});
export type DutyRow = z.output<typeof DutyRow>;

export const queryDuty = operation({
  name: 'queryDuty',
  method: 'POST',
  path: 'duty/query',
  access: anyOf('CALLBACK_READ'),
  scope: 'eq',
  input: z.object({ pageIndex: int(1, 100_000).default(1), pageSize: int(1, 200).default(15) }),
  output: pageOf(DutyRow),
  summary: 'Open incidents by the time that is left (api.md §2.12)',
  audit: 'view',
});

/** Errors: not_found, no_object_permission, conflict (it is over), validation_failed (neither or both keys). */
export const acknowledgeDuty = operation({
  name: 'acknowledgeDuty',
  method: 'POST',
  path: 'duty/acknowledge',
  access: anyOf('CALLBACK_READ'),
  scope: 'eq',
  input: z
    .object({ callbackId: optionalKey, symptomId: optionalKey })
    .refine(({ callbackId, symptomId }) => (callbackId === undefined) !== (symptomId === undefined), {
      error: 'required',
      path: ['callbackId'],
    }),
  output: z.object({ acks: z.array(NoticeAck) }),
  summary: 'Acknowledges an incident (api.md §2.12, readings 84)',
  audit: 'update',
});

export const dutyOperations = [queryDuty, acknowledgeDuty];
