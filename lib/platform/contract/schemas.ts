import { z } from 'zod';
import { isRealMoment } from '@/lib/platform/i18n/calendar';
import { isStorable } from './storable';

/** Shared building blocks of the contract (api.md §1.1, §1.2, §1.6). Messages are keys of `errors`. */

/**
 * A string of at most `max` characters that a row can store, trimmed by the door before it arrives. @param error the
 * message for another type
 */
export const text = (max = 200, error?: string) =>
  z.string(error).max(max, 'tooLong').refine(isStorable, 'badCharacters');

/** A text that a form may leave out; `''` counts as absent. */
export const optionalText = (max = 200) =>
  text(max)
    .nullish()
    .transform((value) => value || undefined);
/** The same, with null for absent. */
export const nullableText = (max = 200) =>
  text(max)
    .nullish()
    .transform((value) => value || null);

/** An optional filter (api.md §1.2 Trimming). */
export const filterText = (max?: number) => optionalText(max);

/** A key: projectId, branchCode, username … (api.md §1.2 Keys). */
export const key = z
  .string()
  .max(40, 'badKey')
  .regex(/^[A-Za-z0-9_.-]+$/, 'badKey');

/** A key that may be left out; null counts as absent. */
export const optionalKey = key.nullish().transform((value) => value ?? undefined);

const MAX_BIGINT = '9223372036854775807';

/** The id of a log line: a bigint of the database as its digits (api.md §1.7). */
export const logId = z
  .string()
  .regex(/^\d{1,19}$/, 'badKey')
  .refine((value) => value.length < MAX_BIGINT.length || value <= MAX_BIGINT, 'badKey');

/** Several keys, as an array or comma-joined; an empty value means no filter (api.md §1.6 Multi filters). */
export const filterKeys = z
  .preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((item) => item.trim())
            .filter(Boolean)
        : value,
    z.array(key).max(1000, 'tooMany').nullish(),
  )
  .transform((value) => (value?.length ? value : undefined));

/** An integer filter in which null, '' and -1 mean "no filter" (api.md §1.6). */
export const filterInt = z
  .union([z.literal(''), z.null(), z.coerce.number().int()])
  .optional()
  .transform((value) => (value === '' || value === null || value === undefined || value === -1 ? undefined : value));

type Codes = readonly [number, ...number[]];
/** Documents the values of a set for readers of the contract; with `refine` before it the set is also checked. */
const codes = (values: Codes) => ({ type: 'integer', enum: [...values] }) as const;

/** A number from a set of api.md §1.11, in an answer. */
export const codeOut = (values: Codes) =>
  z
    .number()
    .refine((value) => values.includes(value), 'badValue')
    .meta(codes(values));

/** `'0'` or `'1'`, as the documents show some flags (api.md §1.7), in an answer. */
export const flagOut = z
  .string()
  .refine((value): boolean => value === '0' || value === '1', 'badValue')
  .meta({ enum: ['0', '1'] });

/** A number from a set; digits in a string are accepted, too. */
export const code = (values: Codes) =>
  z.coerce
    .number({ error: 'badValue' })
    .refine((value) => values.includes(value), 'badValue')
    .meta(codes(values));

/** A number whose set the rules of its form check, each with its own message. */
export const codeOfForm = (values: Codes) => z.coerce.number({ error: 'badValue' }).int('badValue').meta(codes(values));

/** A filter by a number out of a set; null, '' and -1 mean "no filter" (api.md §1.6). */
export const filterCode = (values: Codes) =>
  z
    .union([z.literal(''), z.null(), code([-1, ...values])], { error: 'badValue' })
    .optional()
    .transform((value) => (value === '' || value === null || value === undefined || value === -1 ? undefined : value));

/** A yes-or-no filter: 1 or 0, in any notation; null, '' and -1 mean "no filter" (api.md §1.6). */
export const filterFlag = z.preprocess(
  (value) =>
    value === 1 || value === '1' || value === 'true'
      ? true
      : value === 0 || value === '0' || value === 'false'
        ? false
        : value === '' || value === null || value === -1
          ? undefined
          : value,
  z.boolean({ error: 'badValue' }).optional(),
);

/**
 * Several numbers from a set, as an array or comma-joined; an empty value means no filter (api.md §1.6 Multi filters).
 */
export const filterCodes = (values: Codes) =>
  z
    .preprocess(
      (value) =>
        value === -1 || value === '-1' || value === ''
          ? null
          : typeof value === 'string'
            ? value.split(',').filter((item) => item.trim() !== '')
            : value,
      z.array(code(values)).max(values.length, 'tooMany').nullish(),
    )
    .transform((value) => (value?.length ? value : undefined));

/** An integer that also arrives as digits in a query string. */
export const int = (min: number, max: number) =>
  z.coerce.number({ error: 'badValue' }).int('badValue').min(min, 'badValue').max(max, 'badValue');

/** One of some texts; '' and null count as absent. */
export const filterEnum = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess(
    (value) => (value === '' || value === '-1' || value === -1 || value === null ? undefined : value),
    z.enum(values, { error: 'badValue' }).optional(),
  );

/** Several from a set, as an array or comma-joined; an empty value means no filter (api.md §1.6). */
export const filterEnums = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .preprocess(
      (value) =>
        value === -1 || value === '-1'
          ? []
          : typeof value === 'string'
            ? value
                .split(',')
                .map((item) => item.trim())
                .filter(Boolean)
            : value,
      z
        .array(z.enum(values, { error: 'badValue' }))
        .max(values.length, 'tooMany')
        .nullish(),
    )
    .transform((value) => (value?.length ? value : undefined));

/** A day, `yyyy-MM-dd`; a date-time is cut to it (api.md §1.7). */
export const day = z
  .string({ error: 'required' })
  .max(30, 'badValue')
  .meta({ examples: ['2026-01-31'] })
  .transform((value) => value.slice(0, 10))
  .pipe(z.iso.date({ error: 'badValue' }));
export const filterDay = z.preprocess((value) => (value === '' || value === null ? undefined : value), day.optional());

/** The days of a list's filter, both or one of them. */
export const filterDays = { startDate: filterDay, endDate: filterDay };

/** `yyyy-MM-dd HH:mm:ss` of Asia/Shanghai. */
export const moment = z
  .string({ error: 'required' })
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'badValue')
  .refine((value) => isRealMoment(value.replace(' ', 'T')), 'badValue');
/** The same; `''` counts as absent. */
export const optionalMoment = z
  .union([z.literal(''), z.null(), moment], { error: 'badValue' })
  .optional()
  .transform((value) => value || undefined);

/** An hour of the clock, `HH:mm`. */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
/** The same; an empty one counts as absent. */
export const nullableClockTime = z
  .union([z.literal(''), z.null(), z.string().regex(CLOCK_TIME, 'badTime')], { error: 'badTime' })
  .optional()
  .transform((value) => value || null);

export const SORT_ORDERS = ['asc', 'desc', 'ascending', 'descending'] as const;

/** The order of a list, or of its file; `sortFields` are the row's sortable columns (api.md §1.6). */
export function sorting<const F extends readonly [string, ...string[]]>(sortFields: F) {
  return z.object({
    sortField: z
      .preprocess(
        (value) => (value === 'CreatedTime' ? 'createDate' : value === '' ? undefined : value),
        z.enum(sortFields, { error: 'badValue' }).nullish(),
      )
      .transform((value) => value ?? undefined),
    sortOrder: z
      .enum(SORT_ORDERS, { error: 'badValue' })
      .nullish()
      .transform((value) => (value?.startsWith('asc') ? ('asc' as const) : ('desc' as const))),
  });
}

/** Paging and sorting of a list. */
export function paging<const F extends readonly [string, ...string[]]>(sortFields: F, maxPageSize = 200) {
  return z.object({
    pageIndex: int(1, 100_000).default(1),
    pageSize: int(1, maxPageSize).default(15),
    ...sorting(sortFields).shape,
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

/** `yyyy-MM-dd HH:mm:ss` and `yyyy-MM-dd` in answers; a data strategy may leave only the day (api.md §1.7). */
export const dateTimeOut = z
  .string()
  .meta({ pattern: '^\\d{4}-\\d{2}-\\d{2}( \\d{2}:\\d{2}:\\d{2})?$', description: 'Asia/Shanghai' });
export const dateOut = z.string().meta({ format: 'date' });
export const none = z.null();
export const noInput = z.object({});
