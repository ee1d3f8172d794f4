import { z } from 'zod';
import { CallbackRow, SlaClock } from '@/lib/features/callbacks/contract';
import { ContractRow } from '@/lib/features/contracts/contract';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { dateOut, dateTimeOut, int, noInput, pageOf } from '@/lib/platform/contract/schemas';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';
import { CUSTOMER_TYPES } from '@/lib/platform/auth/accounts/account-types';
import { OVER_STATUSES } from '@/lib/features/callbacks/state';
import { STEPS, TROUBLES } from './value-sets';

/** The data of home beside the incidents (api.md §2.12, readings 140-142). */

const figure = z.number().int();
/** Units by their most serious state, each once: the states add up to the total (readings 140). */
export const countUnitStates = operation({
  name: 'countUnitStates',
  method: 'GET',
  path: 'home/states',
  access: anyOf('EQUIPMENT_READ'),
  scope: 'eq',
  /** Seconds: how old the answered figures may be. */
  input: z.object({ maxAge: int(0, 10).default(0) }),
  output: z.object({
    total: figure,
    trapped: figure,
    fault: figure,
    online: figure,
    unknown: figure,
    disconnected: figure,
    offline: figure,
    notInstalled: figure,
  }),
  summary: 'Units by their gravest state, each once (api.md §2.12)',
});
export type UnitStates = OutputOf<typeof countUnitStates>;

export const DueToday = z.object({
  callbackId: z.string(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  status: CallbackRow.shape.jobStatus.exclude(OVER_STATUSES),
  title: z.string(),
  technicianName: z.string().nullable(),
  technicianPhone: z.string().nullable(),
  clock: SlaClock.shape.clock,
  due: dateTimeOut,
  limitSec: figure,
  /** Negative: late. null for readers who see dates only. */
  remainingSec: figure.nullable(),
});
export type DueToday = z.output<typeof DueToday>;

/** What is due before midnight beside the incidents, and what was done since midnight (readings 141). */
export const getHomeDay = operation({
  name: 'getHomeDay',
  method: 'GET',
  path: 'home/day',
  access: anyOf('CALLBACK_READ'),
  scope: 'eq',
  input: noInput,
  output: z.object({ due: z.array(DueToday), dueTotal: figure, doneTotal: figure }),
  summary: 'Call-outs due and completed today (api.md §2.12)',
});
export type HomeDay = OutputOf<typeof getHomeDay>;

/** A unit with a date: the start of each row of the day's work. */
const DueUnit = z.object({ equipmentNo: z.string(), equipmentName: z.string() });
const DueJob = DueUnit.extend({
  jobNo: z.string(),
  maintenanceType: z.string(),
  jobStatus: z.enum(['PLAN', 'LOCK']),
  planDate: dateOut,
  /** Names of the planned technicians; null: nobody yet. */
  technicians: z.string().nullable(),
});
const DueInspection = DueUnit.extend({
  nextInspectionDate: dateOut.nullable(),
  /** Somebody attends it on this day. */
  plannedDate: dateOut.nullable(),
  technicianName: z.string().nullable(),
});
const DueContract = DueUnit.extend({
  rowKey: z.string(),
  contractNo: z.string(),
  /** Negative: overdue by so many days. */
  daysLeft: figure.nullable(),
  followUp: ContractRow.shape.followUp,
});
const ToSign = DueUnit.extend({
  jobNo: z.string(),
  mntType: z.string(),
  mntDate: dateOut,
  mntOwners: z.string().nullable(),
});

/** The paperwork of the day; null: the caller may not see this part, and nothing is said of it (readings 197). */
export const getHomeWork = operation({
  name: 'getHomeWork',
  method: 'GET',
  path: 'home/work',
  access: anyOf('MAINTENANCE_READ', 'EQUIPMENT_READ', 'E_SIGN_WRITE'),
  scope: 'eq',
  input: noInput,
  output: z.object({
    /** Open jobs of today and before; `overdue` of them are of earlier days. */
    jobs: z.object({ rows: z.array(DueJob), total: figure, overdue: figure }).nullable(),
    /** Attended or due today, with the number of overdue ones. */
    inspections: z.object({ rows: z.array(DueInspection), total: figure, overdue: figure }).nullable(),
    /** Ending today, or to be followed up by today. */
    contracts: z.object({ rows: z.array(DueContract), total: figure }).nullable(),
    /** What the caller has to sign. */
    toSign: z.object({ rows: z.array(ToSign), total: figure }).nullable(),
  }),
  summary: 'Maintenance, inspections and contracts due today, and what is to be signed (api.md §2.12)',
});
export type HomeWork = OutputOf<typeof getHomeWork>;

export const HomeTrouble = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  displayType: z.enum(DISPLAY_TYPES),
  /** `repair`: no trouble is known now, but a call-out is open. */
  condition: z.enum(TROUBLES),
  /** null: none is open, or the caller may not see call-outs. */
  callback: z
    .object({
      callbackId: z.string(),
      step: z.enum(STEPS),
      since: dateTimeOut,
      /** Until somebody is on site. */
      arrivalDue: dateTimeOut.nullable(),
      /** Nobody is on site, and the time is over. */
      late: z.boolean(),
      /** The phone of the dispatched technician. */
      technicianPhone: z.string().nullable(),
      /** While the work is interrupted. */
      expectedReturn: dateTimeOut.nullable(),
    })
    .nullable(),
});
export type HomeTrouble = z.output<typeof HomeTrouble>;

export const HomeTotals = z.object({
  units: figure,
  /** Online, linked, neither faulty nor trapped. */
  fine: figure,
  /** Units with a trouble. */
  troubled: figure,
  /** Units whose state is unknown. */
  unknown: figure,
});
export type HomeTotals = z.output<typeof HomeTotals>;

export const HomeBuilding = HomeTotals.extend({
  projectId: z.string().nullable(),
  projectName: z.string().nullable(),
  buildingName: z.string().nullable(),
  /** Worst first, at most 10. */
  troubles: z.array(HomeTrouble),
});
export type HomeBuilding = z.output<typeof HomeBuilding>;

/** A customer's buildings with their troubles and the help under way; those in trouble first (readings 142). */
export const queryHomeBuildings = operation({
  name: 'queryHomeBuildings',
  method: 'POST',
  path: 'home/buildings',
  access: { kind: 'authority', anyOf: ['EQUIPMENT_READ', 'MONITOR_READ', 'CALLBACK_READ'], userTypes: CUSTOMER_TYPES },
  scope: 'eq',
  input: z.object({ pageIndex: int(1, 100_000).default(1), pageSize: int(1, 50).default(20) }),
  output: z.object({
    totals: HomeTotals,
    /** False: the data strategy withholds faults, so nothing can be called well. */
    showsFaults: z.boolean(),
    showsCallbacks: z.boolean(),
    buildings: pageOf(HomeBuilding),
  }),
  summary: "A customer's buildings, what is wrong and what is being done (api.md §2.12)",
  audit: 'view',
});
export type HomeBuildings = OutputOf<typeof queryHomeBuildings>;

export const homeOperations = [countUnitStates, getHomeDay, getHomeWork, queryHomeBuildings];
