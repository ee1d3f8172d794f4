import { z } from 'zod';
import { EquipmentPick } from '@/lib/features/equipment/contract';
import { anyOf, FORM_BYTES, KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import {
  codeOut,
  dateOut,
  dateTimeOut,
  day,
  filterDays,
  filterFlag,
  filterKeys,
  filterText,
  int,
  key,
  none,
  nullableClockTime,
  nullableText,
  optionalKey,
  pageOf,
  paging,
  text,
} from '@/lib/platform/contract/schemas';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import {
  GROUP_ACTIONS,
  GROUP_MODES,
  GROUP_RESULTS,
  MAX_EXCEPTIONS,
  MAX_GROUP_UNITS,
  MAX_RESPONSIBLE,
  UNIT_WARNINGS,
} from './value-sets';

/**
 * Groups of escalators and moving walks with a plan of starts and stops (api.md §2.26, silent-screens A10). The portal
 * plans, reminds and documents; no command leaves for a device.
 */

export const GROUP_SORT_FIELDS = ['createDate', 'groupName'] as const;
export const GROUP_UNIT_SORT_FIELDS = ['createDate', 'equipmentNo'] as const;
export const RESPONSIBLE_SORT_FIELDS = ['createDate', 'username'] as const;

const READ = anyOf('START_STOP_CONFIG_READ');
const WRITE = anyOf('START_STOP_CONFIG_WRITE');

const PlanHours = z.object({
  startTime: nullableClockTime,
  stopTime: nullableClockTime,
  closed: z.boolean({ error: 'badValue' }),
});
/** A closed day has no times; any other has both (readings 233). */
const hoursRule = (
  { startTime, stopTime, closed }: z.output<typeof PlanHours>,
  context: z.RefinementCtx<z.output<typeof PlanHours>>,
): void => {
  if (closed) return;
  if (startTime === null) context.addIssue({ code: 'custom', path: ['startTime'], message: 'required' });
  if (stopTime === null) context.addIssue({ code: 'custom', path: ['stopTime'], message: 'required' });
};
const PlanWeekday = PlanHours.extend({ weekday: int(1, 7) }).superRefine(hoursRule);
const PlanException = PlanHours.extend({ date: day }).superRefine(hoursRule);

const HoursOut = { startTime: z.string().nullable(), stopTime: z.string().nullable(), closed: z.boolean() };
const Schedule = z.object({ weekday: z.number().int(), ...HoursOut });

export const EquipmentGroupRow = z.object({
  groupId: z.string(),
  groupName: z.string(),
  projectId: z.string(),
  projectName: z.string(),
  /** Units in the caller's scope. */
  equipmentTotal: z.number().int(),
  /** The week in words, in the caller's language. */
  summary: z.string(),
  mode: z.enum(GROUP_MODES),
  enabled: z.boolean(),
  lastRun: dateTimeOut.nullable(),
  /** FAILED where one unit failed, SKIPPED where all were left out. */
  lastResult: z.enum(GROUP_RESULTS).nullable(),
  /** Units whose state is not that of the plan now; 0 while the group is disabled. */
  mismatchTotal: z.number().int(),
  /** Units of which nobody knows whether they run; 0 while the group is disabled. */
  unknownTotal: z.number().int(),
  version: z.number().int(),
  remark: z.string().nullable(),
});
export type EquipmentGroupRow = z.output<typeof EquipmentGroupRow>;

export const GroupUnit = EquipmentPick.extend({
  /** 0 offline, 1 online, 3 control cabinet disconnected, 4 not installed. */
  onlineStatus: codeOut([0, 1, 3, 4]),
  /** Something came within 10 minutes (readings 242); absent: nobody says. */
  isLive: z.boolean().optional(),
  lastDataAt: dateTimeOut.optional(),
  /** In service by its operation mode; null: not heard, or not known. */
  running: z.boolean().nullable(),
  /** Its state is not that of the plan. */
  mismatch: z.boolean(),
  warnings: z.array(z.enum(UNIT_WARNINGS)),
});
export type GroupUnit = z.output<typeof GroupUnit>;

export const EquipmentGroupDetail = EquipmentGroupRow.extend({
  equipmentList: z.array(GroupUnit),
  week: z.array(Schedule),
  exceptions: z.array(z.object({ date: dateOut, ...HoursOut })),
  responsible: z.array(z.object({ username: z.string(), nickName: z.string() })),
  /** Responsible accounts outside the caller's scope. */
  hiddenResponsible: z.number().int(),
  /** Should the units run now? null while the group is disabled. */
  shouldRun: z.boolean().nullable(),
  nextTime: dateTimeOut.nullable(),
  nextAction: z.enum(GROUP_ACTIONS).nullable(),
});
export type EquipmentGroupDetail = z.output<typeof EquipmentGroupDetail>;

const GroupFilters = z.object({
  /** A part of the group's name or of the number of one of its units. */
  key: filterText(),
  projectId: filterKeys,
  enabled: filterFlag,
  branchCode: filterKeys,
});
export type GroupFilters = z.output<typeof GroupFilters>;

export const queryGroups = operation({
  name: 'queryGroups',
  method: 'POST',
  path: 'equipGroup/query',
  access: READ,
  scope: 'prj',
  input: paging(GROUP_SORT_FIELDS).extend(GroupFilters.shape),
  output: pageOf(EquipmentGroupRow),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Start and stop groups with their exact total (api.md §2.26)',
  audit: 'view',
});

/** Errors: not_found, no_object_permission. */
export const getGroup = operation({
  name: 'getGroup',
  method: 'GET',
  path: 'equipGroup/{groupId}',
  access: READ,
  scope: 'prj',
  input: z.object({ groupId: key }),
  output: EquipmentGroupDetail,
  summary: 'A group with its units, their state against the plan, and its plan (api.md §2.26)',
});

const username = z.string().trim().min(1, 'required').max(64, 'badKey');

/**
 * Errors: validation_failed, access_denied (REMOTE), not_found, no_object_permission, conflict (name, stale version, a
 * unit of another group or another project).
 */
export const saveGroup = operation({
  name: 'saveGroup',
  method: 'POST',
  path: 'equipGroup/saveOrUpdate',
  access: WRITE,
  scope: 'eq',
  input: z.object({
    groupId: optionalKey,
    groupName: text(200, 'groupNameRequired').min(1, 'groupNameRequired'),
    projectId: key.min(1, 'projectRequired'),
    remark: nullableText(),
    enabled: z.boolean({ error: 'badValue' }),
    mode: z.enum(GROUP_MODES, { error: 'badValue' }),
    /** At least one with those of the group that the caller does not see; so of `responsible`. */
    equipmentNoList: z.array(key, 'required').max(MAX_GROUP_UNITS, 'groupUnitsTooMany'),
    week: z
      .array(PlanWeekday, 'required')
      .length(7, 'badWeek')
      .refine((days) => new Set(days.map(({ weekday }) => weekday)).size === days.length, 'badWeek'),
    exceptions: z
      .array(PlanException)
      .max(MAX_EXCEPTIONS, 'exceptionsTooMany')
      .refine((days) => new Set(days.map(({ date }) => date)).size === days.length, 'exceptionTwice')
      .nullish()
      .transform((value) => value ?? []),
    responsible: z.array(username, 'required').max(MAX_RESPONSIBLE, 'tooMany'),
    /** Of the group as it was read; needed to change one. */
    version: int(1, 2_000_000_000).nullish(),
  }),
  output: z.object({ groupId: z.string(), version: z.number().int() }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Saves a start and stop group (api.md §2.26)',
  audit: 'update',
});

/** Errors: not_found, no_object_permission. */
export const deleteGroup = operation({
  name: 'deleteGroup',
  method: 'DELETE',
  path: 'equipGroup/{groupId}',
  access: WRITE,
  scope: 'prj',
  input: z.object({ groupId: key }),
  output: none,
  summary: 'Deletes a start and stop group (api.md §2.26)',
  audit: 'delete',
});

/** Errors: validation_failed (not confirmed, no reason, not of the group), not_found, no_object_permission. */
export const executeGroup = operation({
  name: 'executeGroup',
  method: 'POST',
  path: 'equipGroup/execute',
  access: WRITE,
  scope: 'prj',
  input: z.object({
    groupId: key,
    action: z.enum(GROUP_ACTIONS, { error: 'badValue' }),
    units: z
      .array(
        z
          .object({
            equipmentNo: key,
            confirmedEmpty: z.literal(true, { error: 'notConfirmedEmpty' }),
            result: z.enum(GROUP_RESULTS, { error: 'badValue' }),
            reason: nullableText(),
          })
          .refine(({ result, reason }) => result === 'SUCCESS' || reason !== null, {
            error: 'reasonRequired',
            path: ['reason'],
          }),
        'required',
      )
      .min(1, 'required')
      .max(MAX_GROUP_UNITS, 'groupUnitsTooMany')
      .refine((units) => new Set(units.map(({ equipmentNo }) => equipmentNo)).size === units.length, 'unitTwice'),
  }),
  output: z.object({ logIds: z.array(z.string()) }),
  maxBytes: FORM_BYTES,
  summary: 'Records what a person did on site; sends nothing to a device (api.md §2.26)',
  audit: 'create',
});

export const GroupLogRow = z.object({
  id: z.string(),
  /** The start or stop of the plan that it belongs to. */
  plannedTime: dateTimeOut.nullable(),
  action: z.enum(GROUP_ACTIONS),
  equipmentNo: z.string(),
  result: z.enum(GROUP_RESULTS),
  reason: z.string().nullable(),
  /** Display name; null: outside the caller's scope. */
  confirmedBy: z.string().nullable(),
  createDate: dateTimeOut,
});
export type GroupLogRow = z.output<typeof GroupLogRow>;

/** Errors: not_found, no_object_permission. */
export const queryGroupLog = operation({
  name: 'queryGroupLog',
  method: 'POST',
  path: 'equipGroup/log/query',
  access: READ,
  scope: 'prj',
  input: paging(['createDate']).extend({ groupId: key, ...filterDays }),
  output: pageOf(GroupLogRow).extend(CutHistory.shape),
  summary: 'What was done on site, the latest first (api.md §2.26)',
  audit: 'view',
});

/** Escalators and moving walks that a group of the project may take. Errors: not_found, no_object_permission. */
export const listGroupUnits = operation({
  name: 'listGroupUnits',
  method: 'POST',
  path: 'equipGroup/freeUnits',
  access: WRITE,
  scope: 'eq',
  input: paging(GROUP_UNIT_SORT_FIELDS, 1000).extend({ projectId: key, groupId: optionalKey, searchKey: filterText() }),
  output: pageOf(EquipmentPick),
  summary: 'Escalators and moving walks of a project in no other group (api.md §2.26)',
  audit: 'view',
});

/**
 * Names of accounts in the caller's own scope that see the project and may read groups; needs no USER_READ (readings 72). Errors:
 * not_found, no_object_permission.
 */
export const listGroupResponsible = operation({
  name: 'listGroupResponsible',
  method: 'POST',
  path: 'equipGroup/responsible',
  access: WRITE,
  scope: 'usr',
  input: paging(RESPONSIBLE_SORT_FIELDS, 1000).extend({ searchKey: filterText(), projectId: key.min(1, 'required') }),
  output: pageOf(z.object({ username: z.string(), nickName: z.string() })),
  summary: 'Accounts that may be responsible for a group (api.md §2.26)',
  audit: 'view',
});

export const equipmentGroupOperations = [
  queryGroups,
  getGroup,
  saveGroup,
  deleteGroup,
  executeGroup,
  queryGroupLog,
  listGroupUnits,
  listGroupResponsible,
];
