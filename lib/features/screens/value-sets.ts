/** Words and limits of screens in cars and at landings (api.md §2.26, silent-screens A9). */

export const SCREEN_PLACES = ['car', 'landing'] as const;
/** UNLINKED: no screen has got a key. */
export const SCREEN_STATES = ['ONLINE', 'OFFLINE', 'UNLINKED'] as const;
export type ScreenState = (typeof SCREEN_STATES)[number];

/** A screen is online so long after its last heartbeat. */
export const SCREEN_HEARD_MS = 10 * 60_000;

export const NOTICE_PRIORITIES = ['normal', 'urgent'] as const;
export const NOTICE_STATES = ['QUEUED', 'DELIVERED', 'SHOWN', 'EXPIRED', 'FAILED', 'WITHDRAWN'] as const;
export type NoticeState = (typeof NOTICE_STATES)[number];
/** Of these a notice is active while its end is ahead. */
export const ACTIVE_STATES = ['QUEUED', 'DELIVERED', 'SHOWN'] as const satisfies readonly NoticeState[];

export const MAX_NOTICE_TEXT = 100;
export const MAX_NOTICE_SCREENS = 200;
/** The most active notices of a screen. */
export const MAX_ACTIVE_NOTICES = 5;
/** The most of volume and brightness. */
export const MAX_LEVEL = 100;

/** A code links a screen so long, and is tried so often. */
export const CODE_LIFE_MS = 15 * 60_000;
export const MAX_CODE_TRIES = 5;
/** A beat waits so long at most. */
export const MAX_WAIT_SEC = 25;

/** What a screen says that it shows while persons are trapped. */
export const COMFORT = 'comfort';

/** Numbers that would hide a call below `smartScreen/` (api.md §1.2 Keys). */
export const RESERVED_SCREEN_NOS: ReadonlySet<string> = new Set([
  'query',
  'saveOrUpdate',
  'publish',
  'withdraw',
  'history',
  'code',
  'key',
]);
