import { z } from 'zod';
import { StatusHistoryEntry, SlaClock } from '@/lib/features/callbacks/contract';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { dateTimeOut, int, key } from '@/lib/platform/contract/schemas';
import { SMS_STATES } from '@/lib/platform/texting/contract';

/** The time line of a call-out: its states, who acted, who was notified (api.md §2.8, readings 270). */

const at = dateTimeOut;
const smsState = z.enum(SMS_STATES).nullable();

/** Who did it. `name` is null when nobody knows it, or the reader may not. */
const By = z.object({ kind: z.enum(['account', 'technician', 'system']), name: z.string().nullable() });
export type HistoryActor = z.output<typeof By>;

/** Why somebody was notified: a new entrapment, a step of its rescue, or a clock. */
export const TOLD_REASONS = [
  'news',
  'progress',
  'mark',
  'unacknowledged',
  'unanswered',
  'notAccepted',
  'givenBack',
] as const;

const StatusMoment = StatusHistoryEntry.omit({ updateTime: true }).extend({
  kind: z.literal('status'),
  at,
  by: By.nullable(),
  /** Of PAGE: who was dispatched, and the state of the text message; `smsState` is null when the portal sent none. */
  technician: z.object({ name: z.string().nullable(), smsState }).nullable(),
});
const ActMoment = z.object({ kind: z.enum(['acknowledged', 'accepted', 'freed']), at, by: By.nullable() });
const ToldMoment = z.object({
  kind: z.literal('told'),
  at,
  why: z.enum(TOLD_REASONS),
  /** Of a mark: which clock, and at what percentage of its time. */
  clock: SlaClock.shape.clock.nullable(),
  percent: int(0, 1000).nullable(),
  outcome: z.enum(['told', 'nobody', 'late']),
  people: z.array(z.object({ nickName: z.string(), channels: z.array(z.enum(['notice', 'sms'])), smsState })),
});
export type ToldMoment = z.output<typeof ToldMoment>;

export const HistoryMoment = z.discriminatedUnion('kind', [StatusMoment, ActMoment, ToldMoment]);
export type HistoryMoment = z.output<typeof HistoryMoment>;

/** Everything about one call-out, newest first. Errors: not_found, no_object_permission, access_denied (data strategy). */
export const listCallbackHistory = operation({
  name: 'listCallbackHistory',
  method: 'GET',
  path: 'callbackHistory/{callbackId}',
  access: anyOf('CALLBACK_READ'),
  scope: 'eq',
  input: z.object({ callbackId: key }),
  output: z.array(HistoryMoment),
  summary: 'Who dispatched, acknowledged, was told and freed (api.md §2.8)',
});

export const callbackHistoryOperations = [listCallbackHistory];
