import { z } from 'zod';
import { parseWallTime } from '@/lib/platform/i18n/format';
import { CutHistory } from '@/lib/platform/strategy/shapes';
import { fileOutput } from '@/lib/platform/contract/file-answer';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import {
  codeOut,
  dateTimeOut,
  filterEnum,
  filterFlag,
  filterInt,
  filterText,
  logId,
  pageOf,
  paging,
  sorting,
} from '@/lib/platform/contract/schemas';
import { USER_TYPES } from '@/lib/platform/auth/accounts/account-types';
import { ACCESS_ACTIONS, CLIENTS, VIEW_LINES } from './value-sets';

/** The audit log (api.md §2.23, silent-screens B5). Append-only: there is no operation that changes it. */

export const ACCESS_SORT_FIELDS = ['createDate', 'durationMs', 'code', 'username'] as const;

export const AccessLogRow = z.object({
  id: z.string(),
  createDate: dateTimeOut,
  username: z.string().nullable(),
  nickName: z.string().nullable(),
  userType: codeOut(USER_TYPES).nullable(),
  ip: z.string(),
  module: z.string(),
  action: z.enum(ACCESS_ACTIONS),
  objectId: z.string().nullable(),
  /** Display name of the account that the line is about, if the caller may see it. */
  objectName: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  operation: z.string().nullable(),
  code: z.number().int(),
  durationMs: z.number().int(),
  client: z.enum(CLIENTS),
  requestId: z.string(),
});
export type AccessLogRow = z.output<typeof AccessLogRow>;

export const AccessLogDetail = AccessLogRow.extend({
  userAgent: z.string().nullable(),
  /** Masked; an object, or null. */
  params: z.record(z.string(), z.unknown()).nullable(),
  /** Field → old value and new value. */
  diff: z.record(z.string(), z.object({ before: z.unknown(), after: z.unknown() })).nullable(),
});
export type AccessLogDetail = z.output<typeof AccessLogDetail>;

/** `yyyy-MM-dd HH:mm:ss`, or a whole day. Missing: M15. */
const moment = z
  .string({ error: 'dateRangeRequired' })
  .min(1, 'dateRangeRequired')
  .max(19, 'badValue')
  .refine((value) => parseWallTime(value) !== undefined, 'badValue');

const AccessFilters = z.object({
  startTime: moment,
  endTime: moment,
  username: filterText(64),
  module: filterText(40),
  action: filterEnum(ACCESS_ACTIONS),
  /** `hidden`: without the lines of `view`, unless `action` asks for them. */
  views: filterEnum(VIEW_LINES),
  success: filterFlag,
  code: filterInt,
  ip: filterText(45),
  objectId: filterText(80),
  /** The start of a path. */
  path: filterText(),
});
export type AccessFilters = z.output<typeof AccessFilters>;

/** The lines of at most 31 days, newest first. Errors: validation_failed (M15, range). */
export const queryAccessLog = operation({
  name: 'queryAccessLog',
  method: 'POST',
  path: 'apiAccessLog/query',
  access: anyOf('API_ACCESS_LOG_READ'),
  scope: 'usr',
  input: paging(ACCESS_SORT_FIELDS).extend(AccessFilters.shape),
  output: pageOf(AccessLogRow).extend(CutHistory.shape),
  summary: 'Audit log (api.md §2.23)',
  audit: 'view',
});

/** One line with its masked parameters and what it changed. Errors: not_found, no_object_permission. */
export const getAccessLog = operation({
  name: 'getAccessLog',
  method: 'GET',
  path: 'apiAccessLog/{id}',
  access: anyOf('API_ACCESS_LOG_READ'),
  scope: 'usr',
  input: z.object({ id: logId }),
  output: AccessLogDetail,
  summary: 'One line of the audit log (api.md §2.23)',
  audit: 'view',
});

/** The lines as a workbook. The export itself is a line of the log, too. */
export const exportAccessLog = operation({
  name: 'exportAccessLog',
  method: 'POST',
  path: 'apiAccessLog/download',
  access: { kind: 'authority', anyOf: ['API_ACCESS_LOG_READ'], allOf: ['SUPER_MASTER'] },
  scope: 'usr',
  input: AccessFilters.extend(sorting(ACCESS_SORT_FIELDS).shape),
  output: fileOutput,
  summary: 'Audit log as xlsx (api.md §2.23)',
  audit: 'export',
});

export const accessLogOperations = [queryAccessLog, getAccessLog, exportAccessLog];
