import { z } from 'zod';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { key } from '@/lib/platform/contract/schemas';
import { parseWallTime } from '@/lib/platform/i18n/format';

/** The past of a unit as its live page shows it (api.md §2.7, readings 75). */

/** How far before and after the moment it reaches. */
export const REPLAY_MARGIN_MS = 10 * 60_000;
export const MAX_REPLAY_CHANGES = 20_000;

const instant = z.number().int();

/** One key from then on; value null: it was forgotten. */
export const ReplayedChange = z.object({
  at: instant,
  key: z.string(),
  value: z.unknown(),
  secondary: z.array(z.string()).optional(),
  physicalvalue: z.number().optional(),
  code: z.number().optional(),
  tracking: z.object({ code: z.number().optional(), entrap_enable: z.boolean().optional() }).optional(),
});

export const ReplayedEvent = z.object({
  subType: z.string(),
  gbCode: z.string(),
  text: z.string(),
  /** true: belongs to the fault list. */
  error: z.boolean(),
  /** null: the box did not say. */
  startAt: instant.nullable(),
  /** null: it lasts. */
  endAt: instant.nullable(),
});
export type ReplayedEvent = z.output<typeof ReplayedEvent>;

/** Times in epoch ms. */
export const EquipmentReplay = z.object({
  equipmentNo: z.string(),
  /** The moment that was asked for. */
  at: instant,
  from: instant,
  until: instant,
  /** By time, those before `from` as they were known then; none: nothing was kept. */
  changes: z.array(ReplayedChange),
  /** There were more; `until` is where they end. */
  isCut: z.boolean(),
  /** Of the boxes, those that reach into the window. */
  events: z.array(ReplayedEvent),
  /** What was done about call-outs. */
  steps: z.array(z.object({ callbackId: z.string(), status: z.string(), at: instant })),
});
export type EquipmentReplay = z.output<typeof EquipmentReplay>;

const LAST_MOMENT = Date.parse('9999-12-31T00:00:00Z');

/** A moment since 1970: `yyyy-MM-dd HH:mm:ss` of Asia/Shanghai, or epoch ms. */
const moment = z
  .union([z.string().max(30), z.number()], { error: 'required' })
  .meta({ examples: ['2026-01-31 08:05:00'] })
  .transform((value, context) => {
    const at = /^\d{1,15}$/.test(String(value)) ? Number(value) : parseWallTime(String(value));
    if (at !== undefined && at >= REPLAY_MARGIN_MS && at <= LAST_MOMENT) return at;
    context.addIssue({ code: 'custom', message: 'badValue' });
    return z.NEVER;
  });

/** Errors: validation_failed, not_found, no_object_permission, access_denied (dates only; months of the data strategy). */
export const getEquipmentReplay = operation({
  name: 'getEquipmentReplay',
  method: 'GET',
  path: 'equipmentReplay/{equipmentNo}',
  access: anyOf('MONITOR_READ'),
  scope: 'eq',
  input: z.object({ equipmentNo: key, at: moment }),
  output: EquipmentReplay,
  summary: 'What a unit reported around a moment, for its live page (api.md §2.7)',
  audit: 'view',
});

export const equipmentReplayOperations = [getEquipmentReplay];
