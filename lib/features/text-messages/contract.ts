import { z } from 'zod';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import {
  dateTimeOut,
  filterDay,
  filterEnums,
  filterKeys,
  filterText,
  logId,
  none,
  pageOf,
  paging,
  sorting,
  text,
} from '@/lib/platform/contract/schemas';
import { SMS_STATES, SMS_TYPES } from '@/lib/platform/texting/contract';
import { OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** The log of text messages (api.md §2.23, silent-screens B7, readings 55). */

export const SMS_LOG_SORT_FIELDS = ['createDate', 'type', 'state', 'deliverDate', 'tries'] as const;
export const MAX_SMS_DAYS = 60;

export const SmsLogRow = z.object({
  id: z.string(),
  createDate: dateTimeOut,
  /** `138****1234`, whole for SUPER_MASTER; empty: the receiver has none. */
  phone: z.string(),
  /** Display name of the account. */
  receiver: z.string().nullable(),
  username: z.string().nullable(),
  type: z.enum(SMS_TYPES),
  /** Codes are `******`. */
  content: z.string(),
  equipmentNo: z.string().nullable(),
  projectName: z.string().nullable(),
  state: z.enum(SMS_STATES),
  deliverDate: dateTimeOut.nullable(),
  /** Why not, in words. */
  error: z.string().nullable(),
  tries: z.number().int(),
  parts: z.number().int(),
});
export type SmsLogRow = z.output<typeof SmsLogRow>;

const SmsFilters = z.object({
  /** Without it the call is refused (api.md, M15); at most 60 days. */
  startDate: filterDay,
  endDate: filterDay,
  /** A whole number or its last four digits; any part for who is shown whole numbers (readings 117). */
  phone: filterText(11).refine((value) => value === undefined || /^\d{1,11}$/.test(value), 'badPhone'),
  type: filterEnums(SMS_TYPES),
  state: filterEnums(SMS_STATES),
  equipmentNo: filterText(40),
  projectId: filterKeys,
  username: filterText(64),
});
export type SmsFilters = z.output<typeof SmsFilters>;

export const querySmsLog = operation({
  name: 'querySmsLog',
  method: 'POST',
  path: 'simMessage/query',
  access: anyOf('SIM_MESSAGE_READ'),
  scope: 'usr',
  input: paging(SMS_LOG_SORT_FIELDS).extend(SmsFilters.shape),
  output: pageOf(SmsLogRow).extend(CutHistory.shape),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Text messages of at most 60 days (api.md §2.23)',
  audit: 'view',
});

/** Sends a failed message again. Errors: not_found, no_object_permission, conflict (not failed, or a code). */
export const resendSms = operation({
  name: 'resendSms',
  method: 'POST',
  path: 'simMessage/resend',
  access: anyOf('SIM_MESSAGE_WRITE'),
  scope: 'usr',
  input: z.object({ id: logId }),
  output: none,
  summary: 'Sends a failed text message again (api.md §2.23)',
  audit: 'update',
});

export const exportSmsLog = operation({
  name: 'exportSmsLog',
  method: 'POST',
  path: 'simMessage/download',
  access: anyOf('SIM_MESSAGE_READ'),
  scope: 'usr',
  input: SmsFilters.extend(sorting(SMS_LOG_SORT_FIELDS).shape),
  output: fileOutput,
  maxBytes: KEY_LIST_BYTES,
  summary: 'Text messages as xlsx (api.md §2.23)',
  audit: 'export',
});

export const MAX_RECEIVERS = 200;
export const MAX_MESSAGE = 500;

export const SendMessage = z.object({
  usernames: z
    .array(text(64).min(1, 'required'), { error: 'required' })
    .min(1, 'required')
    .max(MAX_RECEIVERS, 'tooMany'),
  content: text(MAX_MESSAGE, 'required').refine((value) => value.trim() !== '', 'required'),
});

/** A text message to people of the portal. Errors: validation_failed, not_found, no_object_permission, rate_limited. */
export const sendMessage = operation({
  name: 'sendMessage',
  method: 'POST',
  path: 'user/sendMessage',
  access: { kind: 'authority', anyOf: ['USER_WRITE'], userTypes: OFFICE_TYPES },
  scope: 'usr',
  input: SendMessage,
  /** `skipped`: accounts without a phone, with that of another one of the list; all where no provider is configured. */
  output: z.object({ sent: z.number().int(), skipped: z.number().int() }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Sends a text message to up to 200 accounts (api.md §2.24)',
  audit: 'create',
});

export const smsLogOperations = [querySmsLog, resendSms, exportSmsLog, sendMessage];
