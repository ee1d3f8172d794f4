import type { UploadRule } from '@/lib/platform/contract/received-file';

/** Announcements: value sets and limits (api.md §2.21, silent-screens C). */

export const ANNOUNCEMENT_STATES = ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'EXPIRED', 'WITHDRAWN'] as const;
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number];
export const AUDIENCE_KINDS = ['all', 'userType', 'branch', 'project'] as const;
export type AudienceKind = (typeof AUDIENCE_KINDS)[number];
/** Of accounts, as texts: an audience keeps keys. */
export const AUDIENCE_USER_TYPES = ['0', '1', '2'] as const;

/** 1 portal and app, 2 portal, 3 app (doc3 §2.17). */
export const RECEIVING_METHODS = [1, 2, 3] as const;
/** Those that the portal shows to its readers. */
export const PORTAL_METHODS: readonly number[] = [1, 2];

/** Characters of a text with its markup. */
export const MAX_MESSAGE = 20_000;
export const MAX_AUDIENCE = 200;
/** A plan lies at least so far ahead. */
export const PLAN_AHEAD_MS = 5 * 60_000;

/** What may be done in which state (silent-screens C); a published text is not edited. */
export const ANNOUNCEMENT_ACTIONS = {
  save: ['DRAFT', 'SCHEDULED'],
  publish: ['DRAFT', 'SCHEDULED'],
  withdraw: ['PUBLISHED', 'SCHEDULED'],
  delete: ['DRAFT'],
} as const satisfies Record<string, readonly AnnouncementState[]>;
export type AnnouncementAction = keyof typeof ANNOUNCEMENT_ACTIONS;

/** Does the state allow it? */
export const isAllowed = (action: AnnouncementAction, state: AnnouncementState): boolean =>
  ANNOUNCEMENT_ACTIONS[action].some((one) => one === state);

const TWO_MEGABYTES = 2 * 1024 * 1024;
export const ANNOUNCEMENT_UPLOAD: UploadRule = {
  types: ['jpg', 'png'],
  below: TWO_MEGABYTES + 1,
  tooLarge: 'imageTooLarge',
  badType: 'imageType',
  failed: 'fileFailed',
};

/** Where the picture of a stored file is shown: the only addresses that pictures of an announcement have. */
export const PICTURE_PATH = '/sms/file/view/';
/** What a stored picture is called. */
export const PICTURE_NAME = /^[A-Za-z0-9_-]{32}\.(?:jpg|png)$/;
