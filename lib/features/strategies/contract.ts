import { z } from 'zod';
import { DATA_GROUPS, LIVE_INTERVALS, SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { KEY_LIST_BYTES, operation } from '@/lib/platform/contract/operation';
import {
  code,
  dateTimeOut,
  filterEnum,
  filterFlag,
  filterText,
  none,
  pageOf,
  paging,
  text,
} from '@/lib/platform/contract/schemas';
import { OFFICE_TYPES } from '@/lib/platform/auth/accounts/account-types';

/** How much a tier, project or user may see (api.md §2.24, silent-screens B2). */

export const STRATEGY_LEVELS = ['default', 'tier', 'project', 'user'] as const;
export type StrategyLevel = (typeof STRATEGY_LEVELS)[number];
export const STRATEGY_SORT_FIELDS = [
  'createDate',
  'strategyName',
  'level',
  'historyMonths',
  'liveIntervalSec',
  'updateDate',
] as const;

export const StrategyRow = z.object({
  strategyId: z.string(),
  strategyName: z.string(),
  level: z.enum(STRATEGY_LEVELS),
  /** Tier 1..3, projectId, or username. */
  targets: z.array(z.string()),
  targetNames: z.array(z.string()),
  /** null: all history. */
  historyMonths: z.number().int().nullable(),
  liveIntervalSec: z
    .number()
    .int()
    .meta({ enum: [...LIVE_INTERVALS] }),
  dataGroups: z.array(z.string().meta({ enum: [...DATA_GROUPS] })),
  symptomCategories: z.array(z.string().meta({ enum: [...SYMPTOM_CATEGORIES] })),
  maskTime: z.boolean(),
  exportAllowed: z.boolean(),
  enabled: z.boolean(),
  updateBy: z.string().nullable(),
  updateDate: dateTimeOut,
});
export type StrategyRow = z.output<typeof StrategyRow>;

const HEAD_OFFICE = { kind: 'userType', userTypes: OFFICE_TYPES } as const;
const HEAD_OFFICE_WRITES = { kind: 'authority', anyOf: ['USER_WRITE'], userTypes: OFFICE_TYPES } as const;

export const queryStrategies = operation({
  name: 'queryStrategies',
  method: 'POST',
  path: 'user/strategy/query',
  access: HEAD_OFFICE,
  scope: '-',
  input: paging(STRATEGY_SORT_FIELDS).extend({
    key: filterText(),
    level: filterEnum(STRATEGY_LEVELS),
    enabled: filterFlag,
  }),
  output: pageOf(StrategyRow),
  summary: 'Data strategies (api.md §2.24)',
  audit: 'view',
});

export const StrategyForm = z.object({
  strategyId: text(40)
    .nullish()
    .transform((value) => value || undefined),
  strategyName: text().min(1, 'strategyNameRequired'),
  level: z.enum(STRATEGY_LEVELS, { error: 'badValue' }),
  targets: z
    .array(text(64).min(1, 'badValue'))
    .max(500, 'tooMany')
    .nullish()
    .transform((value) => [...new Set(value ?? [])]),
  historyMonths: z
    .union(
      [
        z.literal('').transform(() => null),
        z.coerce.number().int('historyMonthsRule').min(1, 'historyMonthsRule').max(60, 'historyMonthsRule'),
        z.null(),
      ],
      { error: 'historyMonthsRule' },
    )
    .optional()
    .transform((value) => value ?? null),
  liveIntervalSec: code(LIVE_INTERVALS),
  dataGroups: z.array(z.enum(DATA_GROUPS, { error: 'badValue' })).max(DATA_GROUPS.length, 'tooMany'),
  symptomCategories: z
    .array(z.enum(SYMPTOM_CATEGORIES, { error: 'badValue' }))
    .max(SYMPTOM_CATEGORIES.length, 'tooMany'),
  maskTime: z.boolean({ error: 'badValue' }),
  exportAllowed: z.boolean({ error: 'badValue' }),
  enabled: z.boolean({ error: 'badValue' }),
});
export type StrategyForm = z.input<typeof StrategyForm>;

/** Errors: not_found, conflict (name, `strategyTarget`), validation_failed (targets). */
export const saveStrategy = operation({
  name: 'saveStrategy',
  method: 'POST',
  path: 'user/strategy/saveOrUpdate',
  access: HEAD_OFFICE_WRITES,
  scope: '-',
  input: StrategyForm,
  output: z.object({ strategyId: z.string() }),
  maxBytes: KEY_LIST_BYTES,
  summary: 'Saves a data strategy (api.md §2.24)',
  audit: 'update',
});

/** Errors: not_found, conflict `strategyDefault`. */
export const deleteStrategy = operation({
  name: 'deleteStrategy',
  method: 'DELETE',
  path: 'user/strategy/{strategyId}',
  access: HEAD_OFFICE_WRITES,
  scope: '-',
  input: z.object({ strategyId: text(40).min(1, 'required') }),
  output: none,
  summary: 'Deletes a data strategy (api.md §2.24)',
  audit: 'delete',
});

/** The strategy of an account, and why it applies. Errors: not_found. */
export const getEffectiveStrategy = operation({
  name: 'getEffectiveStrategy',
  method: 'GET',
  path: 'user/strategy/effective/{username}',
  access: HEAD_OFFICE,
  scope: '-',
  input: z.object({ username: text(64).min(1, 'required') }),
  output: StrategyRow.extend({ reason: z.string() }),
  summary: 'The strategy in force for an account (api.md §2.24)',
  audit: 'view',
});

export const strategyOperations = [queryStrategies, saveStrategy, deleteStrategy, getEffectiveStrategy];
