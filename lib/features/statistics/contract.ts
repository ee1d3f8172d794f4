import { z } from 'zod';
import { UNIT_TYPES } from '@/lib/features/equipment/unit-filters-contract';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { filterEnum } from '@/lib/platform/contract/schemas';
import { MONTHS } from './value-sets';

/** Statistics of a year (doc3 §2.9, api.md §2.14): call-outs counted by the list that each number opens. */

const count = z.number().int().min(0);

/** A year, as the first moment of it; types as doc3 §7.6 sends them. */
const input = z.object({
  type: filterEnum(UNIT_TYPES),
  from: z
    .string('badValue')
    .regex(/^(?:19|20)\d{2}-01-01 00:00:00$/, 'badValue')
    .transform((value) => Number(value.slice(0, 4))),
});

const ByMonth = z.object(
  Object.fromEntries(MONTHS.map((month) => [month, count])) as Record<(typeof MONTHS)[number], typeof count>,
);
export type ByMonth = z.output<typeof ByMonth>;

/** `code` is the value of the list's filter; `none`: nothing was recorded. */
const Reason = z.object({ reason: z.string(), quantity: count, code: z.string() });
export type Reason = z.output<typeof Reason>;

const historyMonths = z.number().int().optional();

/** Errors: access_denied for a year wholly beyond the data strategy's months. */
export const statTotal = operation({
  name: 'statTotal',
  method: 'POST',
  path: 'sapTdJob/queryTotal',
  access: anyOf('REPORT_READ'),
  scope: 'eq',
  input,
  output: z.object({
    equipmentTotal: count,
    callbackTotal: count,
    repairTotal: count,
    injuredTotal: count,
    closedTotal: count,
    lastYear: z.object({ callbackTotal: count, injuredTotal: count }).nullable(),
    historyMonths,
  }),
  summary: 'Totals of a year (api.md §2.14)',
  audit: 'view',
});

/** Errors as statTotal. */
export const statCallbacks = operation({
  name: 'statCallbacks',
  method: 'POST',
  path: 'sapTdJob/callbackOverview',
  access: anyOf('REPORT_READ'),
  scope: 'eq',
  input,
  output: z.object({
    callbackOverview: ByMonth,
    callbackReason: z.array(Reason),
    scsbCallbackReason: z.array(Reason),
    callbackDistribution: z.array(
      z.object({
        equipmentNo: z.string(),
        cubeNo: z.string().nullable(),
        name: z.string(),
        equipmentType: z.string(),
        quantity: count,
      }),
    ),
    openTotal: count,
    lastYear: ByMonth.nullable(),
    historyMonths,
  }),
  summary: 'Call-outs of a year by month, reason and unit (api.md §2.14)',
  audit: 'view',
});

/** Never cut: a data strategy withholds nothing that tells of trapped persons. */
export const statEntrapments = operation({
  name: 'statEntrapments',
  method: 'POST',
  path: 'sapTdJob/entrapmentOverview',
  access: anyOf('REPORT_READ'),
  scope: 'eq',
  input,
  output: z.object({
    entrapmentOverview: ByMonth,
    entrapmentReason: z.array(Reason),
    openTotal: count,
    lastYear: ByMonth.nullable(),
  }),
  summary: 'Entrapments of a year by month and reason (api.md §2.14)',
  audit: 'view',
});

export type StatQuery = ParsedOf<typeof statTotal>;

export const statisticsOperations = [statTotal, statCallbacks, statEntrapments];
