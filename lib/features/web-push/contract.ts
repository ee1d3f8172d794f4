import { z } from 'zod';
import { anyOf, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import {
  dateTimeOut,
  filterDay,
  filterEnums,
  filterText,
  key,
  noInput,
  none,
  pageOf,
  paging,
  text,
} from '@/lib/platform/contract/schemas';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import { PUSH_KINDS, PUSH_STATES } from './value-sets';

/** Notices on devices whose browser is closed, and their log, a tab of the SMS log (api.md §2.12, §2.23). */

export const PushDevice = z.object({
  deviceId: z.string(),
  /** Browser and system. */
  name: z.string(),
  faults: z.boolean(),
  createDate: dateTimeOut,
  /** Of the session that asks. */
  isThis: z.boolean(),
});
export type PushDevice = z.output<typeof PushDevice>;

export const listPushDevices = operation({
  name: 'listPushDevices',
  method: 'GET',
  path: 'push/device/list',
  access: SIGNED_IN,
  scope: 'self',
  input: noInput,
  output: z.object({
    /** VAPID key of this installation (RFC 8292), which a browser subscribes with. */
    publicKey: z.string(),
    devices: z.array(PushDevice),
  }),
  summary: 'Devices that receive the caller’s own notices (api.md §2.12)',
  isLocal: true,
});

/**
 * Sends notices to this browser until its session ends; a browser that is known takes the new values. Errors:
 * validation_failed (no push service that is allowed, no keys), conflict (10 devices).
 */
export const savePushDevice = operation({
  name: 'savePushDevice',
  method: 'POST',
  path: 'push/device/save',
  access: SIGNED_IN,
  scope: 'self',
  untrimmed: ['endpoint'],
  input: z.object({
    endpoint: z.url('badValue').max(1000, 'tooLong'),
    p256dh: text(120),
    auth: text(40),
    faults: z.boolean('badValue').default(false),
  }),
  output: z.object({ deviceId: z.string() }),
  summary: 'Sends the caller’s own notices to this browser (api.md §2.12)',
  isLocal: true,
  audit: 'update',
});

/** Errors: not_found, no_object_permission. */
export const deletePushDevice = operation({
  name: 'deletePushDevice',
  method: 'DELETE',
  path: 'push/device/{deviceId}',
  access: SIGNED_IN,
  scope: 'self',
  input: z.object({ deviceId: key }),
  output: none,
  summary: 'Sends no more notices to a device (api.md §2.12)',
  isLocal: true,
  audit: 'delete',
});

export const PUSH_LOG_SORT_FIELDS = ['createDate', 'kind', 'state', 'sentDate', 'tries'] as const;
export const MAX_PUSH_DAYS = 60;

export const PushLogRow = z.object({
  id: z.string(),
  createDate: dateTimeOut,
  username: z.string(),
  deviceName: z.string(),
  kind: z.enum(PUSH_KINDS),
  equipmentNo: z.string().nullable(),
  state: z.enum(PUSH_STATES),
  sentDate: dateTimeOut.nullable(),
  /** Why it did not leave, in the caller's language, or what the push service said. */
  error: z.string().nullable(),
  tries: z.number().int(),
});
export type PushLogRow = z.output<typeof PushLogRow>;

const PushLogFilters = z.object({
  /** Missing: M15; at most 60 days. */
  startDate: filterDay,
  endDate: filterDay,
  kind: filterEnums(PUSH_KINDS),
  state: filterEnums(PUSH_STATES),
  username: filterText(64),
});
export type PushLogFilters = z.output<typeof PushLogFilters>;

export const queryPushLog = operation({
  name: 'queryPushLog',
  method: 'POST',
  path: 'pushLog/query',
  access: anyOf('SIM_MESSAGE_READ'),
  scope: 'usr',
  input: paging(PUSH_LOG_SORT_FIELDS).extend(PushLogFilters.shape),
  output: pageOf(PushLogRow).extend(CutHistory.shape),
  summary: 'Notices sent to devices, of at most 60 days (api.md §2.23)',
  isLocal: true,
  audit: 'view',
});

export const webPushOperations = [listPushDevices, savePushDevice, deletePushDevice, queryPushLog];
