import { z } from 'zod';
import { isStorable } from './storable';

/** Shared building blocks of the contract (api.md §1.1, §1.2, §1.6). Messages are keys of `errors`. */

/** A string of at most `max` characters that a row can hold, trimmed by the door before it arrives. */
export const text = (max = 200) => z.string().max(max, 'tooLong').refine(isStorable, 'badCharacters');

/** An optional filter: '' counts as absent (api.md §1.2 Trimming). */
export const filterText = (max = 200) => text(max).nullish().transform((value) => (value ? value : undefined));

/** A key: equipmentNo, cubeNo, projectId … (api.md §1.2 Keys). */
export const key = z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, 'badKey');

const MAX_BIGINT = '9223372036854775807';

/** The id of a log line: a bigint of the database as its digits (api.md §1.7). */
export const logId = z.string().regex(/^\d{1,19}$/, 'badKey').refine((value) => value.length < MAX_BIGINT.length || value <= MAX_BIGINT, 'badKey');

/** Several keys, as an array or comma-joined; nothing in it means no filter (api.md §1.6 Multi filters). */
export const filterKeys = z
  .preprocess((value) => (typeof value === 'string' ? value.split(',').map((item) => item.trim()).filter(Boolean) : value), z.array(key).max(1000, 'tooMany').nullish())
  .transform((value) => (value?.length ? value : undefined));

/** An integer filter in which null, '' and -1 mean "no filter" (api.md §1.6). */
export const filterInt = z
  .union([z.literal(''), z.null(), z.coerce.number().int()])
  .optional()
  .transform((value) => (value === '' || value === null || value === undefined || value === -1 ? undefined : value));

/** A yes-or-no filter: 1 or 0, in whatever way they are written; null, '' and -1 mean "no filter" (api.md §1.6). */
export const filterFlag = z.preprocess(
  (value) => (value === 1 || value === '1' || value === 'true' ? true : value === 0 || value === '0' || value === 'false' ? false : value === '' || value === null || value === -1 ? undefined : value),
  z.boolean({ error: 'badValue' }).optional(),
);

/** An integer that also arrives as digits in a query string. */
export const int = (min: number, max: number) => z.coerce.number({ error: 'badValue' }).int('badValue').min(min, 'badValue').max(max, 'badValue');

/** A choice out of some words; '' and null count as absent. */
export const filterEnum = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess((value) => (value === '' || value === '-1' || value === -1 || value === null ? undefined : value), z.enum(values, { error: 'badValue' }).optional());

/** A day, `yyyy-MM-dd`; a date-time is cut to it (api.md §1.7). */
export const day = z.string({ error: 'required' }).transform((value) => value.slice(0, 10)).pipe(z.iso.date({ error: 'badValue' }));
export const filterDay = z.preprocess((value) => (value === '' || value === null ? undefined : value), day.optional());

export const SORT_ORDERS = ['asc', 'desc', 'ascending', 'descending'] as const;

/** Paging and sorting of a list; `sortFields` are the row's sortable columns (api.md §1.6). */
export function paging<const F extends readonly [string, ...string[]]>(sortFields: F, maxPageSize = 200) {
  return z.object({
    pageIndex: int(1, 100_000).default(1),
    pageSize: int(1, maxPageSize).default(15),
    sortField: z
      .preprocess((value) => (value === 'CreatedTime' ? 'createDate' : value === '' ? undefined : value), z.enum(sortFields, { error: 'badValue' }).nullish())
      .transform((value) => value ?? undefined),
    sortOrder: z.enum(SORT_ORDERS, { error: 'badValue' }).nullish().transform((value) => (value?.startsWith('asc') ? ('asc' as const) : ('desc' as const))),
  });
}

/** `Page<X>` of api.md §1.6. */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({
    total: z.number().int(),
    pages: z.number().int(),
    size: z.number().int(),
    current: z.number().int(),
    records: z.array(row),
  });
}

/** Builds the page answer from rows and the exact total. */
export function page<T>(records: T[], total: number, query: { pageIndex: number; pageSize: number }) {
  return { total, pages: Math.ceil(total / query.pageSize), size: query.pageSize, current: query.pageIndex, records };
}

/** `yyyy-MM-dd HH:mm:ss` and `yyyy-MM-dd` as they leave the server (api.md §1.7). */
export const dateTimeOut = z.string();
export const dateOut = z.string();
export const none = z.null();
export const noInput = z.object({});
