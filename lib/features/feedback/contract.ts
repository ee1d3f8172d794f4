import { z } from 'zod';
import { PHONE } from '@/lib/platform/auth/accounts/phone';
import { receivedFile } from '@/lib/platform/contract/received-file';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, KEY_LIST_BYTES, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import {
  dateTimeOut,
  filterDay,
  filterEnum,
  filterKeys,
  filterText,
  none,
  pageOf,
  paging,
  sorting,
  text,
} from '@/lib/platform/contract/schemas';
import {
  FEEDBACK_SOURCES,
  FEEDBACK_STATES,
  FEEDBACK_TYPES,
  FEEDBACK_UPLOAD,
  MAX_CONTENT,
  MAX_IMAGES,
  MIN_CONTENT,
  REPLY_STATES,
} from './value-sets';

/** Reports of users and the answers to them (api.md §2.24, silent-screens B1). */

export const FEEDBACK_SORT_FIELDS = [
  'createDate',
  'type',
  'username',
  'source',
  'state',
  'handledDate',
  'waiting',
] as const;

export const FeedbackRow = z.object({
  feedbackId: z.string(),
  type: z.enum(FEEDBACK_TYPES),
  content: z.string(),
  imageTotal: z.number().int(),
  username: z.string(),
  nickName: z.string(),
  phone: z.string().nullable(),
  branchName: z.string().nullable(),
  projectNames: z.string().nullable(),
  source: z.enum(FEEDBACK_SOURCES),
  version: z.string().nullable(),
  createDate: dateTimeOut,
  state: z.enum(FEEDBACK_STATES),
  /** New for more than two working days. */
  overdue: z.boolean(),
  assignee: z.string().nullable(),
  handledDate: dateTimeOut.nullable(),
});
export type FeedbackRow = z.output<typeof FeedbackRow>;

export const FeedbackDetail = FeedbackRow.extend({
  /** Relative paths; a client puts `/sms/file/view/` before them. */
  images: z.array(z.string()),
  thread: z.array(
    z.object({
      username: z.string(),
      nickName: z.string(),
      isAuthor: z.boolean(),
      text: z.string(),
      images: z.array(z.string()),
      createDate: dateTimeOut,
    }),
  ),
});
export type FeedbackDetail = z.output<typeof FeedbackDetail>;

const images = z
  .array(z.string().regex(/^[A-Za-z0-9_-]{32}\.(jpg|png)$/, 'badKey'))
  .max(MAX_IMAGES, 'tooManyImages')
  .nullish()
  .transform((value) => [...new Set(value ?? [])]);

export const FeedbackForm = z.object({
  /** An own item: the text is a reply in its thread. */
  feedbackId: text(40)
    .nullish()
    .transform((value) => value || undefined),
  type: z.enum(FEEDBACK_TYPES, { error: 'feedbackTypeRequired' }),
  content: z
    .string({ error: 'feedbackLength' })
    .min(MIN_CONTENT, 'feedbackLength')
    .max(MAX_CONTENT, 'feedbackLength')
    .refine((value) => !value.includes('\0'), 'badValue'),
  phone: z
    .union([z.literal('').transform(() => null), z.string().regex(PHONE, 'badPhone'), z.null()], { error: 'badPhone' })
    .optional(),
  images,
});
export type FeedbackForm = z.input<typeof FeedbackForm>;

/**
 * Creates an item, or replies in their own thread. Errors: not_found, no_object_permission, conflict (closed),
 * validation_failed.
 */
export const saveFeedback = operation({
  name: 'saveFeedback',
  method: 'POST',
  path: 'user/feedback/save',
  access: SIGNED_IN,
  scope: 'self',
  input: FeedbackForm,
  output: z.object({ feedbackId: z.string() }),
  summary: 'Reports something, or answers in the caller’s own thread (api.md §2.24)',
  audit: 'create',
});

/** Errors: payload_too_large, unsupported_media_type. */
export const uploadFeedbackImage = operation({
  name: 'uploadFeedbackImage',
  method: 'POST',
  path: 'file/upload/sms/feedback',
  access: SIGNED_IN,
  scope: 'self',
  upload: FEEDBACK_UPLOAD,
  input: z.object({ file: receivedFile }),
  output: z.object({ path: z.string() }),
  summary: 'A picture of a feedback (api.md §2.24)',
  audit: 'create',
});

const FeedbackFilters = z.object({
  /** Part of content, account or phone. */
  key: filterText(),
  type: filterEnum(FEEDBACK_TYPES),
  source: filterEnum(FEEDBACK_SOURCES),
  state: filterEnum(FEEDBACK_STATES),
  startDate: filterDay,
  endDate: filterDay,
  branchCode: filterKeys,
});
export type FeedbackFilters = z.output<typeof FeedbackFilters>;

/** The caller's own items; with USER_FEEDBACK_READ those of the accounts in scope. Newest first. */
export const queryFeedback = operation({
  name: 'queryFeedback',
  method: 'POST',
  path: 'user/feedback/query',
  access: SIGNED_IN,
  scope: 'usr',
  input: paging(FEEDBACK_SORT_FIELDS).extend({
    ...FeedbackFilters.shape,
    /** Only the caller's own items, also for those who see all. */ own: z.boolean().nullish(),
  }),
  output: pageOf(FeedbackRow),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Feedback, own or of all accounts in scope (api.md §2.24)',
  audit: 'view',
});

export const getFeedback = operation({
  name: 'getFeedback',
  method: 'GET',
  path: 'user/feedback/{feedbackId}',
  access: SIGNED_IN,
  scope: 'usr',
  input: z.object({ feedbackId: text(40).min(1, 'required') }),
  output: FeedbackDetail,
  summary: 'One feedback with its thread (api.md §2.24)',
  audit: 'view',
});

export const FeedbackReply = z.object({
  feedbackId: text(40).min(1, 'required'),
  text: text().min(1, 'replyRequired'),
  state: z.enum(REPLY_STATES, { error: 'badValue' }),
  assignee: text(64)
    .nullish()
    .transform((value) => value || null),
});

/** Errors: not_found, no_object_permission (item, assignee), conflict (closed), validation_failed (unknown assignee). */
export const replyFeedback = operation({
  name: 'replyFeedback',
  method: 'POST',
  path: 'user/feedback/reply',
  access: anyOf('USER_FEEDBACK_WRITE'),
  scope: 'usr',
  input: FeedbackReply,
  output: none,
  summary: 'Answers, and says what comes next (api.md §2.24)',
  audit: 'update',
});

export const exportFeedback = operation({
  name: 'exportFeedback',
  method: 'POST',
  path: 'user/feedback/download',
  access: anyOf('USER_FEEDBACK_READ'),
  scope: 'usr',
  input: FeedbackFilters.extend(sorting(FEEDBACK_SORT_FIELDS).shape),
  output: fileOutput,
  maxBytes: KEY_LIST_BYTES,
  summary: 'Feedback as xlsx (api.md §2.24)',
  audit: 'export',
});

export const feedbackOperations = [
  saveFeedback,
  uploadFeedbackImage,
  queryFeedback,
  getFeedback,
  replyFeedback,
  exportFeedback,
];
