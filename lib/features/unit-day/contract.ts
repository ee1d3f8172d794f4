import { z } from 'zod';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { dateOut, key } from '@/lib/platform/contract/schemas';

/** The last 24 hours and 7 days of a unit as its live page tells them (api.md §2.7, readings 143). */

export const DAY_HOURS = 24;
export const FAULT_DAYS = 7;
export const MAX_FAULTS = 50;

/** Epoch ms. */
const instant = z.number().int();
const count = z.number().int().nullable();

/** What was counted in an hour; null: nobody knows, never zero (readings 122). */
export const UnitHour = z.object({
  /** Its first moment. */
  at: instant,
  trips: count,
  openings: count,
  /** Doors that were closing and opened again. */
  reversals: count,
  runSec: count,
  /** Something of it was not heard: at least so much. */
  partial: z.boolean(),
});
export type UnitHour = z.output<typeof UnitHour>;

export const UnitStop = z.object({
  from: instant,
  /** null: it lasts. */
  until: instant.nullable(),
  kind: z.enum(['fault', 'service', 'outside']),
});
export type UnitStop = z.output<typeof UnitStop>;

const CALL_OUT_STATES = ['open', 'closed', 'cancelled'] as const;

export const UnitFault = z.object({
  id: z.string(),
  day: dateOut,
  /** null for a reader who sees dates only, as `until`. */
  at: instant.nullable(),
  /** null too while it lasts, and where nobody said when it ended. */
  until: instant.nullable(),
  lasts: z.boolean(),
  code: z.string(),
  /** In the reader's language; empty: the code has no words. */
  text: z.string(),
  /** Whoever may not see call-outs is not told of them. */
  callback: z.object({ callbackId: z.string(), state: z.enum(CALL_OUT_STATES) }).nullable(),
});
export type UnitFault = z.output<typeof UnitFault>;

export const UnitDay = z.object({
  equipmentNo: z.string(),
  /** The axis of the hours; null for a reader who sees dates only. */
  from: instant.nullable(),
  until: instant.nullable(),
  /** What is kept back: the counters, faults and stops, times of day. */
  withheld: z.array(z.enum(['live', 'faults', 'times'])),
  /** The last 24, oldest first, the running one included; empty where they are kept back. */
  hours: z.array(UnitHour),
  /** That reach into the 24 hours. */
  stops: z.array(UnitStop),
  /** Nobody knows what the unit did; as far as now where it lasts. */
  silent: z.array(z.object({ from: instant, until: instant })),
  /** Seven days, today last; faults null: nobody saw half of the day. Empty where faults are kept back. */
  days: z.array(z.object({ day: dateOut, faults: count })),
  /** Faults that began on these days; null where they are kept back. */
  faultTotal: count,
  /** How long they made it stand, and what else did. */
  stopSec: count,
  /** Newest first, at most 50. */
  faults: z.array(UnitFault),
});
export type UnitDay = z.output<typeof UnitDay>;

/** Errors: not_found, no_object_permission. */
export const getUnitDay = operation({
  name: 'getUnitDay',
  method: 'GET',
  path: 'unitDay/{equipmentNo}',
  access: anyOf('MONITOR_READ'),
  scope: 'eq',
  input: z.object({ equipmentNo: key }),
  output: UnitDay,
  summary: 'The last 24 hours of one unit and its faults of 7 days, for its live page (api.md §2.7)',
});

export const unitDayOperations = [getUnitDay];
