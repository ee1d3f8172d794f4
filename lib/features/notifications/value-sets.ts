/** Value sets of notices (api.md §1.11, silent-screens F4). */

export const NOTICE_TYPES = [
  'error',
  'event',
  'announcement',
  'callback',
  'contract',
  'entrapment',
  'inspection',
  'maintenance',
] as const;
export type NoticeType = (typeof NOTICE_TYPES)[number];

/**
 * Tabs of the wall, as used by read marks and counts. `diagnose` has call-outs and symptoms, no notices of its own.
 */
export const NOTICE_TABS = ['event', 'service', 'announcement', 'diagnose'] as const;
export type NoticeTab = (typeof NOTICE_TABS)[number];

/** The types that each tab shows (silent-screens F4). */
export const TYPES_OF_TAB = {
  event: ['error', 'event', 'entrapment'],
  service: ['callback', 'maintenance', 'inspection', 'contract'],
  announcement: ['announcement'],
  diagnose: [],
} as const satisfies Record<NoticeTab, readonly NoticeType[]>;

export const EVENT_SUB_TYPES = ['entrapment', 'error', 'alarm', 'event', 'controller_power'] as const;
/**
 * `account`: about the account itself (readings 70); `sla`: an incident notice of a clock (readings 80); `schedule`: a start
 * or stop of a group (silent-screens A10).
 */
export const SERVICE_SUB_TYPES = [
  'callback',
  'maintenance',
  'inspection',
  'contract',
  'account',
  'sla',
  'schedule',
] as const;

/** Minutes that a fault may last before it is reported (doc3 §5). */
export const DELAYS = [0, 2, 5, 10] as const;
export type Delay = (typeof DELAYS)[number];

/** How long notices are stored (readings 91). */
export const KEPT_DAYS = 90;
/** More unread ones than this are not counted. */
export const MOST_COUNTED = 999;

/** An incident notice needs one of these authorities (readings 80). */
export const INCIDENT_READ = ['EQUIPMENT_READ', 'MONITOR_READ', 'CALLBACK_READ'] as const;

/**
 * Kinds that are sent to single accounts: a holder of one of these authorities reads their own without the tab's
 * authority (readings 195). Of maintenance only what the account has to sign.
 */
export const OWN_READ = {
  maintenance: ['E_SIGN_READ', 'E_SIGN_WRITE'],
  inspection: ['EQUIPMENT_READ'],
  contract: ['EQUIPMENT_READ'],
} as const;
export type OwnKind = keyof typeof OWN_READ;
export const OWN_KINDS = Object.keys(OWN_READ) as readonly OwnKind[];
export const isOwnKind = (notificationType: string): notificationType is OwnKind => notificationType in OWN_READ;

/** Number of items in the live message list, and of rows on a page of the lists (readings 42). */
export const LIVE_LIST_ITEMS = 10;
export const NOTICE_PAGE_SIZE = 15;

/** What a box reports when it starts up: it never lasts (doc3 §4.5). */
export const COMMISSIONED = '\u542f\u52a8\u548c\u6295\u5165\u4f7f\u7528';

/** Stored switches of the alarm strip; absent means the default (readings 136). */
export const STRIP_SWITCHES = { faults: 'stripFaults', sound: 'stripSound' } as const;
export const STRIP_DEFAULTS = { faults: false, sound: true } as const;
