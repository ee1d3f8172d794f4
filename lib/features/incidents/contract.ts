import { z } from 'zod';
import { CallbackRow } from '@/lib/features/callbacks/contract';
import { DutyStep } from '@/lib/features/escalation/shared/duty-step';
import { DutyRow } from './duty-contract';
import { TECHNICIAN_STATES } from '@/lib/features/technician-links/value-sets';
import { INCIDENT_READ } from '@/lib/features/notifications/value-sets';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';
import { NoticeAck } from '@/lib/live/realtime/shared/notices';
import { anyOf, KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import { codeOut, dateTimeOut, filterEnums, int, key, noInput, pageOf } from '@/lib/platform/contract/schemas';

/** Units in trouble now: what is wrong, who was notified, who comes (api.md §2.12, readings 80, 84, 135-137). */

/**
 * Worst first; a unit counts only in its worst condition. `freed`: a call-out of released persons without a dispatch
 * (readings 250).
 */
export const INCIDENT_CONDITIONS = ['trapped', 'fault', 'freed', 'disconnected'] as const;
export type IncidentCondition = (typeof INCIDENT_CONDITIONS)[number];

const IncidentCallback = z.object({
  callbackId: z.string(),
  status: CallbackRow.shape.jobStatus,
  title: z.string(),
  /** `system`: a rule of the portal found the trouble and opened the call-out. */
  openedBy: z.enum(['system', 'person']),
  technicianName: z.string().nullable(),
  technicianPhone: z.string().nullable(),
  /**
   * What the technician got and answered (readings 245); `none`: the portal sent nothing, for example because an ERP
   * does.
   */
  technicianState: z.enum(TECHNICIAN_STATES),
  createDate: dateTimeOut,
  /** The caller may assign a technician now. */
  canMove: z.boolean(),
});
const { clock, due, limitSec, remainingSec } = DutyRow.shape;

export const IncidentRow = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  equipmentType: z.string(),
  displayType: z.enum(DISPLAY_TYPES),
  projectName: z.string().nullable(),
  buildingName: z.string().nullable(),
  address: z.string().nullable(),
  branchName: z.string(),
  condition: z.enum(INCIDENT_CONDITIONS),
  /** The controller's open code. */
  code: z.string().nullable(),
  /** In the reader's language; of a symptom as its list shows it. */
  title: z.string().nullable(),
  /** Name of the last known floor; null as well of a box that was silent already when it began. */
  floor: z.string().nullable(),
  /** Since when it lasts; for a disconnected unit, when its newest value was measured. */
  since: dateTimeOut.nullable(),
  /** For released persons: when, and after how long (null for readers who see dates only). */
  release: z.object({ at: dateTimeOut, trappedSec: z.number().int().nullable() }).nullable(),
  /** The open call-out of the unit; null without one and without CALLBACK_READ. */
  callback: IncidentCallback.nullable(),
  /** The caller may open a call-out for the unit now. */
  canCreate: z.boolean(),
  clock,
  due,
  limitSec,
  remainingSec,
  /** Newest first, at most 3; empty without CALLBACK_READ. */
  told: z.array(DutyStep),
  acks: z.array(NoticeAck),
  /** The open message that `acknowledgeNotices` accepts from this caller. */
  notificationId: z.string().nullable(),
  canAcknowledge: z.boolean(),
  callHelp: z.boolean(),
  /** 1: a camera exists, and the data strategy does not hide it. */
  camera: codeOut([0, 1]).default(0),
});
export type IncidentRow = z.output<typeof IncidentRow>;

/** Persons who have just been released; shown for two minutes (readings 250). */
export const ReleasedIncident = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  at: dateTimeOut,
  /** null for readers who see dates only. */
  trappedSec: z.number().int().nullable(),
});
export type ReleasedIncident = z.output<typeof ReleasedIncident>;

/** A page of the incidents in scope, whatever the focus; worst first, then least time left, then oldest. */
export const queryIncidents = operation({
  name: 'queryIncidents',
  method: 'POST',
  path: 'incident/query',
  access: anyOf(...INCIDENT_READ),
  scope: 'eq',
  input: z.object({
    conditions: filterEnums(INCIDENT_CONDITIONS),
    equipmentNos: z.array(key).min(1, 'required').max(200, 'tooMany').optional(),
    pageIndex: int(1, 100_000).default(1),
    pageSize: int(1, 200).default(50),
  }),
  /** `released`: among the requested units, the last release first, at most 5; absent when a back end does not say. */
  output: pageOf(IncidentRow).extend({ released: z.array(ReleasedIncident).optional() }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Units in trouble with call-out, clock and who was told (api.md §2.12)',
  audit: 'view',
});

/** The number of units in scope in each condition, whatever the focus; each unit once, in its worst condition. */
export const countIncidents = operation({
  name: 'countIncidents',
  method: 'GET',
  path: 'incident/count',
  access: anyOf(...INCIDENT_READ),
  scope: 'eq',
  input: noInput,
  output: z.object({
    trapped: z.number().int(),
    fault: z.number().int(),
    freed: z.number().int(),
    disconnected: z.number().int(),
    offline: z.number().int(),
  }),
  summary: 'Units in trouble by state (api.md §2.12)',
  audit: 'view',
});

export const incidentOperations = [queryIncidents, countIncidents];
