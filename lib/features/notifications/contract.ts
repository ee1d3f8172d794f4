import { z } from 'zod';
import { NoticeAck, NoticeItem } from '@/lib/live/realtime/shared/notices';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import type { Guarded } from '@/lib/platform/contract/access';
import { anyOf, KEY_LIST_BYTES, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import {
  codeOut,
  code,
  dateTimeOut,
  filterCode,
  filterEnum,
  filterFlag,
  int,
  logId,
  none,
  noInput,
  pageOf,
} from '@/lib/platform/contract/schemas';
import { IN_CHARGE_TYPES } from '@/lib/platform/auth/accounts/account-types';
import {
  DELAYS,
  EVENT_SUB_TYPES,
  NOTICE_PAGE_SIZE,
  NOTICE_TABS,
  NOTICE_TYPES,
  SERVICE_SUB_TYPES,
  TYPES_OF_TAB,
} from './value-sets';

/** Messages: the lists of the wall, their read state, and what the account wants to receive (api.md §2.12, §3.6). */

const noticePage = { pageIndex: int(1, 500).default(1), pageSize: int(1, 200).default(NOTICE_PAGE_SIZE) };

/** Callbacks and symptoms of the last 90 days, newest first; each kind needs its own authority (readings 41). */
export const listDiagnoseNotices = operation({
  name: 'listDiagnoseNotices',
  method: 'POST',
  path: 'notification/webDiagnose/list',
  access: anyOf('CAMPUS_VIEW_CALLBACK_READ', 'SYMPTOM_READ'),
  scope: 'eq',
  input: z.object(noticePage),
  // Shortened when the data strategy allows fewer days than are stored.
  output: pageOf(NoticeItem).extend(CutHistory.shape),
  summary: 'Callback and symptom messages, newest first (api.md §2.12)',
  audit: 'view',
});

export const EventNotice = z.object({
  notificationId: z.string(),
  notificationType: z.enum(TYPES_OF_TAB.event),
  subType: z.string(),
  equipmentNo: z.string(),
  equipmentName: z.string(),
  title: z.string(),
  message: z.string(),
  objectId: z.string(),
  /** 'true' while it lasts. */
  objectStatus: z.enum(['true', 'false']),
  notificationDate: dateTimeOut,
  readStatus: codeOut([0, 1]),
  camera: codeOut([0, 1]),
  equipmentType: z.string(),
  guid: z.string(),
  /** For trapped persons: who has acknowledged it. */
  acks: z.array(NoticeAck),
});
export type EventNotice = z.output<typeof EventNotice>;

const readFilter = filterCode([0, 1]);

/** Faults, events and entrapments of the last 90 days, newest first. */
export const listEventNotices = operation({
  name: 'listEventNotices',
  method: 'POST',
  path: 'notification/webEvent/list',
  access: anyOf('CAMPUS_VIEW_EQUIPMENT_READ'),
  scope: 'eq',
  input: z.object({ ...noticePage, subType: filterEnum(EVENT_SUB_TYPES), readStatus: readFilter }),
  output: pageOf(EventNotice).extend(CutHistory.shape),
  summary: 'Messages about units: faults, events, trapped persons (api.md §2.12)',
  audit: 'view',
});

export const ServiceNotice = z.object({
  notificationId: z.string(),
  subType: z.enum(SERVICE_SUB_TYPES),
  /** The id of a call-out, a maintenance job, a project or an application, by kind. */
  objectId: z.string().nullable(),
  /** An incident notice is about this symptom, not about a call-out. */
  symptomId: z.string().nullable(),
  title: z.string(),
  message: z.string(),
  notificationDate: dateTimeOut,
  equipmentNo: z.string().nullable(),
  equipmentName: z.string().nullable(),
  readStatus: codeOut([0, 1]),
  acks: z.array(NoticeAck),
  /** How many messages the entry stands for; 1 where each is one. */
  count: z.number().int(),
  /** It is about a call-out that is neither done nor cancelled. */
  waits: z.boolean(),
});
export type ServiceNotice = z.output<typeof ServiceNotice>;

/** All service messages, not only those about the account itself. */
export const anyServiceNotice: Guarded = { access: anyOf('CAMPUS_VIEW_SERVICE_READ') };

/**
 * Service messages of the last 90 days, newest first; without CAMPUS_VIEW_SERVICE_READ those to the account itself
 * (readings 70, 80). By object, each call-out, job or application is one entry, which is its newest message; call-outs that
 * wait come first.
 */
export const listServiceNotices = operation({
  name: 'listServiceNotices',
  method: 'POST',
  path: 'notification/webService/list',
  access: SIGNED_IN,
  scope: 'eq',
  input: z.object({
    ...noticePage,
    subType: filterEnum(SERVICE_SUB_TYPES),
    readStatus: readFilter,
    byObject: filterFlag,
  }),
  output: pageOf(ServiceNotice).extend(CutHistory.shape),
  summary: 'Service messages, and messages to the account itself (api.md §2.12)',
  audit: 'view',
});

const ids = z.array(logId).min(1, 'required').max(200, 'tooMany');

/**
 * Marks messages as read: some, all of a type, or all of a tab. Errors: validation_failed (not exactly one of the
 * three).
 */
export const markNoticesRead = operation({
  name: 'markNoticesRead',
  method: 'POST',
  path: 'notification/read',
  access: SIGNED_IN,
  scope: 'self',
  input: z
    .object({
      notificationIds: ids.nullish(),
      notificationType: filterEnum(NOTICE_TYPES),
      tab: filterEnum(NOTICE_TABS),
    })
    .refine(
      ({ notificationIds, notificationType, tab }) =>
        [notificationIds, notificationType, tab].filter((given) => given !== undefined && given !== null).length === 1,
      { error: 'required', path: ['notificationIds'] },
    ),
  output: z.object({ updated: z.number().int() }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Marks messages as read (api.md §2.12)',
  audit: 'update',
});

/** The number of unread messages, at most 999 per tab. */
export const countUnread = operation({
  name: 'countUnread',
  method: 'GET',
  path: 'notification/unreadCount',
  access: SIGNED_IN,
  scope: 'self',
  input: noInput,
  output: z.object({
    event: z.number().int(),
    service: z.number().int(),
    announcement: z.number().int(),
    diagnose: z.number().int(),
  }),
  summary: 'Unread messages by tab (api.md §2.12)',
});

/** Records who has acknowledged (readings 84). Errors: not_found, no_object_permission. */
export const acknowledgeNotices = operation({
  name: 'acknowledgeNotices',
  method: 'POST',
  path: 'notification/acknowledge',
  access: SIGNED_IN,
  scope: 'eq',
  input: z.object({ notificationIds: ids }),
  output: z.array(z.object({ notificationId: z.string(), acks: z.array(NoticeAck) })),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Acknowledges messages (api.md §2.12, readings 84)',
  audit: 'update',
});

/** Whoever is in charge of call-outs ends the requests to acknowledge (readings 84). */
export const inChargeOfCallbacks: Guarded = {
  access: { kind: 'authority', anyOf: ['CALLBACK_WRITE'], userTypes: IN_CHARGE_TYPES },
};

export const NoticeSwitch = z.object({
  notificationType: z.enum(NOTICE_TYPES, { error: 'badValue' }),
  enable: z.boolean('badValue'),
});

export const listNoticeSwitches = operation({
  name: 'listNoticeSwitches',
  method: 'GET',
  path: 'userNotificationMapping/listSwitch',
  access: SIGNED_IN,
  scope: 'self',
  input: noInput,
  output: z.array(NoticeSwitch),
  summary: 'Which messages the account wants to hear (api.md §2.12)',
});

export const saveNoticeSwitches = operation({
  name: 'saveNoticeSwitches',
  method: 'POST',
  path: 'userNotificationMapping/saveBatch',
  access: SIGNED_IN,
  scope: 'self',
  arrayAs: 'list',
  input: z.object({ list: z.array(NoticeSwitch).min(1, 'required').max(NOTICE_TYPES.length, 'tooMany') }),
  output: none,
  summary: 'Switches kinds of messages on or off (api.md §2.12)',
  successKey: 'updated',
  audit: 'update',
});

export const getNoticeDelay = operation({
  name: 'getNoticeDelay',
  method: 'GET',
  path: 'userNotificationMapping/getDelay',
  access: SIGNED_IN,
  scope: 'self',
  input: noInput,
  output: z.object({ delay: codeOut(DELAYS) }),
  summary: 'Minutes a fault may last before it is told (api.md §2.12)',
});

export const saveNoticeDelay = operation({
  name: 'saveNoticeDelay',
  method: 'POST',
  path: 'userNotificationMapping/saveDelay',
  access: SIGNED_IN,
  scope: 'self',
  // An empty value is not a delay of 0.
  input: z.object({
    delay: z.preprocess((value) => (value === null || value === '' ? undefined : value), code(DELAYS)),
  }),
  output: none,
  summary: 'Sets the delay of messages (api.md §2.12)',
  successKey: 'updated',
  audit: 'update',
});

/** What the account wants to see in the alarm strip besides trapped persons (readings 136). */
export const StripSettings = z.object({
  /** Faults are shown, too. */
  faults: z.boolean('badValue'),
  /** A new alarm makes a sound. */
  sound: z.boolean('badValue'),
});
export type StripSettings = z.output<typeof StripSettings>;

export const getStripSettings = operation({
  name: 'getStripSettings',
  method: 'GET',
  path: 'userNotificationMapping/getStrip',
  access: SIGNED_IN,
  scope: 'self',
  input: noInput,
  output: StripSettings,
  summary: 'What the account wants of the alarm strip (api.md §2.12)',
});

/** Errors: validation_failed (neither of the two). */
export const saveStripSettings = operation({
  name: 'saveStripSettings',
  method: 'POST',
  path: 'userNotificationMapping/saveStrip',
  access: SIGNED_IN,
  scope: 'self',
  input: StripSettings.partial().refine(({ faults, sound }) => faults !== undefined || sound !== undefined, {
    error: 'required',
    path: ['faults'],
  }),
  output: none,
  summary: 'Sets what the account wants of the alarm strip (api.md §2.12)',
  successKey: 'updated',
  audit: 'update',
});

export const notificationOperations = [
  listDiagnoseNotices,
  listEventNotices,
  listServiceNotices,
  markNoticesRead,
  countUnread,
  acknowledgeNotices,
  listNoticeSwitches,
  saveNoticeSwitches,
  getNoticeDelay,
  saveNoticeDelay,
  getStripSettings,
  saveStripSettings,
];
