/** Value sets of messages (api.md §1.11, silent-screens F4). */

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

/** Tabs of the wall, as read marks and counts name them. `diagnose` has call-outs and symptoms, no messages of its own. */
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
/** `account`: about the account itself (readings 70); `sla`: an incident notice of a clock (readings 80). */
export const SERVICE_SUB_TYPES = ['callback', 'maintenance', 'inspection', 'contract', 'account', 'sla'] as const;

/** Minutes that a fault may last before it is told (doc3 §5). */
export const DELAYS = [0, 2, 5, 10] as const;
export type Delay = (typeof DELAYS)[number];

/** Messages are kept so long (readings 91). */
export const KEPT_DAYS = 90;
/** More unread ones than this are not counted. */
export const MOST_COUNTED = 999;

/** Which of the authorities an incident notice needs, one of them (readings 80). */
export const INCIDENT_READ = ['EQUIPMENT_READ', 'MONITOR_READ', 'CALLBACK_READ'] as const;

/** Kinds that are told to single accounts: who holds one of these reads the own ones without the tab's authority (readings 195). */
export const OWN_READ = {
  maintenance: ['E_SIGN_READ', 'E_SIGN_WRITE'],
  inspection: ['EQUIPMENT_READ'],
  contract: ['EQUIPMENT_READ'],
} as const;
export type OwnKind = keyof typeof OWN_READ;
export const isOwnKind = (notificationType: string): notificationType is OwnKind => notificationType in OWN_READ;

/** Items of the live message list, and rows of a page of the lists (readings 42). */
export const LIVE_LIST_ITEMS = 10;
export const NOTICE_PAGE_SIZE = 15;

/** What a box says when it starts up: it never lasts (doc3 §4.5). */
export const COMMISSIONED = '\u542f\u52a8\u548c\u6295\u5165\u4f7f\u7528';

/** Switches of the alarm strip as they are kept; absent means the default (readings 136). */
export const STRIP_SWITCHES = { faults: 'stripFaults', sound: 'stripSound' } as const;
export const STRIP_DEFAULTS = { faults: false, sound: true } as const;
