import { z } from 'zod';
import { CallbackRow, SlaClock, StatusHistoryEntry } from '@/lib/features/callbacks/contract';
import { SCSA } from '@/lib/features/callbacks/value-sets';
import { operation, PUBLIC } from '@/lib/platform/contract/operation';
import { dateTimeOut, filterEnum, optionalText } from '@/lib/platform/contract/schemas';
import { ASSIGNMENT_ACTIONS } from './value-sets';

/** What a technician sees and does with the link of a dispatch, without an account (api.md §2.8, readings 245, 258). */

const token = z.string().min(1, 'required').max(64, 'tooLong');
const moment = dateTimeOut.nullable();

export const Assignment = z.object({
  callbackId: z.string(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  address: z.string().nullable(),
  buildingName: z.string().nullable(),
  /** Name of the last known floor; null as well of a box that was silent already when the call-out began. */
  floor: z.string().nullable(),
  jobStatus: CallbackRow.shape.jobStatus,
  jobDescription: z.string(),
  isTrapped: z.boolean(),
  personTrapped: z.boolean(),
  personInjured: z.boolean(),
  trappedCount: z.number().int().nullable(),
  /** Since when somebody is trapped, else when the call-out was created. */
  since: dateTimeOut,
  releaseDate: moment,
  technicianName: z.string(),
  /** Who dispatched, and the branch: whom the technician can call. */
  contact: z.object({ branchName: z.string(), name: z.string().nullable(), phone: z.string().nullable() }),
  toldDate: dateTimeOut,
  acceptedDate: moment,
  onWayDate: moment,
  arrivedDate: moment,
  /** Its states, oldest first, without names and reasons. */
  statusHistory: z.array(StatusHistoryEntry.pick({ status: true, updateTime: true })),
  sla: z.array(SlaClock),
  /** The actions that are possible now; the first one is the next step. */
  actions: z.array(z.enum(ASSIGNMENT_ACTIONS)),
  /** Parts of the equipment, for the closing reason. */
  parts: z.array(z.object({ value: z.string(), label: z.string(), labelEn: z.string() })),
});
export type Assignment = z.output<typeof Assignment>;

/** One call-out by its link. Errors: invalid_grant for every link that is not valid (any more), rate_limited. */
export const getAssignment = operation({
  name: 'getAssignment',
  method: 'POST',
  path: 'assignment/query',
  access: PUBLIC,
  scope: '-',
  untrimmed: ['token'],
  input: z.object({ token }),
  output: Assignment,
  summary: 'The call-out of a technician’s link (api.md §2.8)',
  audit: 'view',
  isLocal: true,
});

/** One step by its link; null: the step ended the link. Errors: as getAssignment; validation_failed, conflict. */
export const actOnAssignment = operation({
  name: 'actOnAssignment',
  method: 'POST',
  path: 'assignment/act',
  access: PUBLIC,
  scope: '-',
  untrimmed: ['token'],
  input: z.object({
    token,
    action: z.enum(ASSIGNMENT_ACTIONS, { error: 'badValue' }),
    /** The state that the technician saw. */
    from: z.enum(CallbackRow.shape.jobStatus.options, { error: 'badValue' }),
    reason: optionalText(),
    scsa: filterEnum(SCSA),
    scsb: optionalText(40),
    jobTechRemark: optionalText(1000),
    equipmentRunning: z.boolean('badValue').nullish(),
  }),
  output: Assignment.nullable(),
  summary: 'A step of the technician by the link (api.md §2.8)',
  audit: 'update',
  isLocal: true,
});

export const assignmentOperations = [getAssignment, actOnAssignment];
