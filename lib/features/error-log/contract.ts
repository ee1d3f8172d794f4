import { z } from 'zod';
import { operation, PUBLIC } from '@/lib/platform/contract/operation';
import { dateTimeOut, filterDay, filterEnum, filterText, none, pageOf, paging } from '@/lib/platform/contract/schemas';
import { OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** Errors in browsers (api.md §2.23, silent-screens B6). */

export const ERROR_LEVELS = ['error', 'warn'] as const;
export const ERROR_SORT_FIELDS = ['createDate', 'level', 'username'] as const;

const cut = (max: number) =>
  z
    .string()
    .nullish()
    .transform((value) => (value ? value.slice(0, max).toWellFormed().replaceAll('\0', '\ufffd') : null));

/** Space for a message and a stack of the lengths below, in Chinese. */
const REPORT_BYTES = 40 * 1024;

export const ErrorReport = z.object({
  level: z.enum(ERROR_LEVELS, { error: 'badValue' }),
  message: z.string({ error: 'required' }).min(1, 'required').max(2000, 'tooLong'),
  stack: z
    .string()
    .max(8000, 'tooLong')
    .nullish()
    .transform((value) => value || null),
  route: cut(200),
  userAgent: cut(300),
  version: cut(40),
  /** Epoch ms of the client; the server's own time is stored. */
  at: z.number().int().nullish(),
});

/** A client reports an error; also before sign-in. 30 a minute and address. Errors: rate_limited. */
export const saveErrorLog = operation({
  name: 'saveErrorLog',
  method: 'POST',
  path: 'errorLog/save',
  access: PUBLIC,
  scope: '-',
  input: ErrorReport,
  output: none,
  summary: 'A client reports an error (api.md §2.23)',
  isLocal: true,
  maxBytes: REPORT_BYTES,
  audit: 'create',
});

export const ErrorLogRow = z.object({
  id: z.string(),
  level: z.enum(ERROR_LEVELS),
  message: z.string(),
  stack: z.string().nullable(),
  route: z.string().nullable(),
  username: z.string().nullable(),
  userAgent: z.string().nullable(),
  version: z.string().nullable(),
  createDate: dateTimeOut,
});
export type ErrorLogRow = z.output<typeof ErrorLogRow>;

export const queryErrorLog = operation({
  name: 'queryErrorLog',
  method: 'POST',
  path: 'errorLog/query',
  access: { kind: 'userType', userTypes: OFFICE_TYPES },
  scope: '-',
  input: paging(ERROR_SORT_FIELDS).extend({
    level: filterEnum(ERROR_LEVELS),
    username: filterText(64),
    /** Part of message or page. */
    key: filterText(),
    startDate: filterDay,
    endDate: filterDay,
  }),
  output: pageOf(ErrorLogRow),
  summary: 'Errors of clients (api.md §2.23)',
  isLocal: true,
  audit: 'view',
});

export const errorLogOperations = [saveErrorLog, queryErrorLog];
