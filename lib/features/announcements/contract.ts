import { z } from 'zod';
import { receivedFile } from '@/lib/platform/contract/received-file';
import { anyOf, FORM_BYTES, KEY_LIST_BYTES, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import {
  code,
  codeOut,
  dateTimeOut,
  filterCode,
  filterDays,
  filterEnum,
  filterText,
  none,
  optionalMoment,
  optionalText,
  pageOf,
  paging,
  text,
} from '@/lib/platform/contract/schemas';
import {
  ANNOUNCEMENT_STATES,
  ANNOUNCEMENT_UPLOAD,
  AUDIENCE_KINDS,
  MAX_AUDIENCE,
  MAX_MESSAGE,
  RECEIVING_METHODS,
} from './value-sets';

/** Announcements: what readers see and what editors do (api.md §2.12, §2.21, silent-screens C). */

const READ = anyOf('ANNOUNCEMENT_READ', 'CAMPUS_VIEW_ANNOUNCEMENT_READ');
const WRITE = anyOf('ANNOUNCEMENT_WRITE');

/** `pinned`: pinned ones first, then the newest. */
export const NOTICE_SORT_FIELDS = ['pinned', 'title', 'publishDate', 'createDate'] as const;
export const ANNOUNCEMENT_SORT_FIELDS = [
  'createDate',
  'title',
  'state',
  'receivingMethod',
  'publishDate',
  'validTo',
] as const;
export const READER_SORT_FIELDS = ['readDate', 'username'] as const;

export const AnnouncementRow = z.object({
  id: z.string(),
  title: z.string(),
  /** Cleaned HTML. */
  message: z.string(),
  createDate: dateTimeOut,
  receivingMethod: codeOut(RECEIVING_METHODS),
  /** 1: the caller has read it. */
  readStatus: codeOut([0, 1]),
  publishDate: dateTimeOut.nullable(),
  pinned: z.boolean(),
  /** Opens by itself until the reader has read it. */
  mustRead: z.boolean(),
});
export type AnnouncementRow = z.output<typeof AnnouncementRow>;

export const AnnouncementDetail = AnnouncementRow.extend({
  /** The next older one in the caller's list. */
  previousId: z.string().nullable(),
  nextId: z.string().nullable(),
  /** Only for those who may edit it. */
  state: z.enum(ANNOUNCEMENT_STATES).optional(),
});
export type AnnouncementDetail = z.output<typeof AnnouncementDetail>;

export const AnnouncementEdit = AnnouncementRow.extend({
  state: z.enum(ANNOUNCEMENT_STATES),
  titleEn: z.string().nullable(),
  messageEn: z.string().nullable(),
  audience: z.object({ kind: z.enum(AUDIENCE_KINDS), values: z.array(z.string()) }),
  /** Names of its branches or projects. */
  audienceNames: z.array(z.string()),
  validTo: dateTimeOut.nullable(),
  readTotal: z.number().int(),
  /** Number of accounts that it reaches and that may read it. */
  audienceTotal: z.number().int(),
  createBy: z.string().nullable(),
});
export type AnnouncementEdit = z.output<typeof AnnouncementEdit>;

const AnnouncementReader = z.object({ username: z.string(), nickName: z.string(), readDate: dateTimeOut });
export type AnnouncementReader = z.output<typeof AnnouncementReader>;

const id = text(40).min(1, 'required');

/** Published, valid and addressed to the caller; pinned ones first. */
export const searchAnnouncementNotices = operation({
  name: 'searchAnnouncementNotices',
  method: 'POST',
  path: 'notification/webAnnouncementSearch',
  access: READ,
  scope: 'self',
  input: paging(NOTICE_SORT_FIELDS).extend({
    /** Part of the title. */
    key: filterText(),
    readStatus: filterCode([0, 1]),
    /** Only those that open by themselves. */
    mustRead: z.boolean('badValue').nullish(),
    ...filterDays,
  }),
  output: pageOf(AnnouncementRow),
  summary: 'Announcements for the caller (api.md §2.12)',
  audit: 'view',
});

/**
 * Marks it as read. Errors: not_found (unknown, withdrawn, expired), no_object_permission (not addressed to the
 * caller).
 */
export const getAnnouncement = operation({
  name: 'getAnnouncement',
  method: 'GET',
  path: 'announcement/{id}',
  access: READ,
  scope: 'self',
  input: z.object({ id }),
  output: AnnouncementDetail,
  summary: 'One announcement; the caller has read it then (api.md §2.21)',
});

/** Errors: validation_failed (neither), not_found, no_object_permission. */
export const markAnnouncementRead = operation({
  name: 'markAnnouncementRead',
  method: 'POST',
  path: 'announcement/read',
  access: SIGNED_IN,
  scope: 'self',
  input: z.object({
    ids: z.array(id).min(1, 'required').max(200, 'tooMany').nullish(),
    all: z.boolean('badValue').nullish(),
  }),
  output: z.object({ updated: z.number().int() }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Some announcements, or all, are read (api.md §2.21)',
  audit: 'update',
});

/** The announcements that the caller may edit, in every state. */
export const queryAnnouncements = operation({
  name: 'queryAnnouncements',
  method: 'POST',
  path: 'announcement/query',
  access: WRITE,
  scope: 'br',
  input: paging(ANNOUNCEMENT_SORT_FIELDS).extend({
    key: filterText(),
    state: filterEnum(ANNOUNCEMENT_STATES),
    receivingMethod: filterCode(RECEIVING_METHODS),
    ...filterDays,
  }),
  output: pageOf(AnnouncementEdit),
  summary: 'Announcements that the caller may edit (api.md §2.21)',
  audit: 'view',
});

export const AnnouncementForm = z.object({
  id: optionalText(40),
  title: text(200, 'announcementTitle').min(1, 'announcementTitle'),
  message: text(MAX_MESSAGE, 'announcementMessage').min(1, 'announcementMessage'),
  titleEn: optionalText(),
  messageEn: optionalText(MAX_MESSAGE),
  receivingMethod: code(RECEIVING_METHODS),
  audience: z.object({
    kind: z.enum(AUDIENCE_KINDS, { error: 'badValue' }),
    /** User types, branch codes or project ids; none for all. */
    values: z.array(text(40)).max(MAX_AUDIENCE, 'tooMany'),
  }),
  validTo: optionalMoment,
  pinned: z.boolean('badValue').nullish(),
  mustRead: z.boolean('badValue').nullish(),
});
export type AnnouncementForm = z.input<typeof AnnouncementForm>;

/** Errors: validation_failed, not_found, no_object_permission (the row, a branch, a project), conflict (neither DRAFT nor SCHEDULED). */
export const saveAnnouncement = operation({
  name: 'saveAnnouncement',
  method: 'POST',
  path: 'announcement/saveOrUpdate',
  access: WRITE,
  scope: 'br',
  input: AnnouncementForm,
  output: z.object({ id: z.string() }),
  maxBytes: FORM_BYTES,
  summary: 'Writes a draft, or changes one that is not published yet (api.md §2.21)',
  audit: 'update',
});

/** Errors: payload_too_large, unsupported_media_type. */
export const uploadAnnouncementImage = operation({
  name: 'uploadAnnouncementImage',
  method: 'POST',
  path: 'file/upload/sms/announcement',
  access: WRITE,
  scope: '-',
  upload: ANNOUNCEMENT_UPLOAD,
  input: z.object({ file: receivedFile }),
  output: z.object({ path: z.string() }),
  summary: 'A picture of an announcement (api.md §2.21)',
  audit: 'create',
});

/** Publishes now or at a later moment. Errors: validation_failed, not_found, no_object_permission, conflict. */
export const publishAnnouncement = operation({
  name: 'publishAnnouncement',
  method: 'POST',
  path: 'announcement/publish',
  access: WRITE,
  scope: 'br',
  input: z.object({ id, publishDate: optionalMoment }),
  output: none,
  summary: 'Publishes an announcement now or plans it (api.md §2.21)',
  audit: 'update',
});

/**
 * Hides a published one at once; a planned one becomes a draft again. Errors: not_found, no_object_permission,
 * conflict.
 */
export const withdrawAnnouncement = operation({
  name: 'withdrawAnnouncement',
  method: 'POST',
  path: 'announcement/withdraw',
  access: WRITE,
  scope: 'br',
  input: z.object({ id }),
  output: none,
  summary: 'Takes an announcement back (api.md §2.21)',
  audit: 'update',
});

/** Errors: not_found, no_object_permission, conflict (no draft). */
export const deleteAnnouncement = operation({
  name: 'deleteAnnouncement',
  method: 'DELETE',
  path: 'announcement/{id}',
  access: WRITE,
  scope: 'br',
  input: z.object({ id }),
  output: none,
  summary: 'Removes a draft (api.md §2.21)',
  audit: 'delete',
});

/** Who has read it, and when. Errors: not_found, no_object_permission. */
export const listAnnouncementReaders = operation({
  name: 'listAnnouncementReaders',
  method: 'POST',
  path: 'announcement/readers',
  access: WRITE,
  scope: 'br',
  input: paging(READER_SORT_FIELDS).extend({ id }),
  output: pageOf(AnnouncementReader),
  summary: 'Who has read an announcement (api.md §2.21)',
  audit: 'view',
});

export const announcementOperations = [
  searchAnnouncementNotices,
  queryAnnouncements,
  getAnnouncement,
  saveAnnouncement,
  uploadAnnouncementImage,
  publishAnnouncement,
  withdrawAnnouncement,
  deleteAnnouncement,
  markAnnouncementRead,
  listAnnouncementReaders,
];
