import { z } from 'zod';
import { SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { anyOf, operation } from '@/lib/platform/contract/operation';
import { dateTimeOut, int, key, noInput, text } from '@/lib/platform/contract/schemas';

/** The rules that find symptoms, and their settings (api.md §2.8, silent-screens F2, readings 81); SUPER_MASTER alone. */

export const RULE_SCOPES = ['all', 'productLine', 'unit'] as const;
const NUMBER_UNITS = ['sec', 'count', 'percent', 'ratio', 'mm', 'hours', 'days', 'mmPerSec'] as const;
const RULE_ACTIONS = ['trapped', 'callout', 'notify', 'none'] as const;
/** Longest look back, and most units of a trial. */
const MOST_TRIAL_DAYS = 30;
export const MOST_TRIAL_UNITS = 200;
const MOST_HITS = 500;

const Numbers = z.record(z.string().max(40), z.number('badValue'));

const RuleSettingRow = z.object({
  scope: z.enum(RULE_SCOPES),
  /** Product line or equipment number; null: all. */
  target: z.string().nullable(),
  enabled: z.boolean(),
  numbers: Numbers,
  version: z.number().int(),
  updateBy: z.string().nullable(),
  updateDate: dateTimeOut,
});
export const RuleRow = z.object({
  rule: z.string(),
  category: z.enum(SYMPTOM_CATEGORIES),
  /** Judged with every message, after each hour, or once a night from whole days. */
  kind: z.enum(['live', 'hourly', 'nightly']),
  displayTypes: z.array(z.enum(['EV', 'ES', 'WW'])),
  action: z.enum(RULE_ACTIONS),
  /** What stands where no setting says else. */
  numbers: z.array(
    z.object({
      name: z.string(),
      value: z.number(),
      least: z.number(),
      most: z.number(),
      unit: z.enum(NUMBER_UNITS),
    }),
  ),
  settings: z.array(RuleSettingRow),
});
export type RuleRow = z.output<typeof RuleRow>;

const access = anyOf('SUPER_MASTER');
const named = text(100)
  .nullish()
  .transform((value) => value || undefined);

/** All rules in the order of the table, with their settings. */
export const listRules = operation({
  name: 'listRules',
  method: 'GET',
  path: 'symptom/rule',
  access,
  scope: '-',
  input: noInput,
  output: z.object({
    /** false: symptoms are imported, and nobody looks for them here. */
    isOn: z.boolean(),
    rules: z.array(RuleRow),
  }),
  summary: 'Symptom rules with their settings (api.md §2.8)',
});

const place = {
  rule: text(10),
  scope: z.enum(RULE_SCOPES, 'badValue'),
  /** Required but for all. */
  target: named,
};

/** Sets a rule for all, a product line or a unit. Errors: validation_failed, not_found (unit), conflict with `data.version`. */
export const saveRule = operation({
  name: 'saveRule',
  method: 'POST',
  path: 'symptom/rule/save',
  access,
  scope: '-',
  input: z.object({
    ...place,
    /** The one the caller saw; 0: there was none. */
    version: int(0, 1_000_000),
    enabled: z.boolean('badValue'),
    numbers: Numbers,
  }),
  output: RuleRow,
  summary: 'Sets a symptom rule (api.md §2.8)',
  audit: 'update',
});

/** Takes a setting away. Errors: not_found. */
export const deleteRule = operation({
  name: 'deleteRule',
  method: 'POST',
  path: 'symptom/rule/delete',
  access,
  scope: '-',
  input: z.object(place),
  output: RuleRow,
  summary: 'Takes a setting of a symptom rule away (api.md §2.8)',
  audit: 'delete',
});

const TrialHit = z.object({
  equipmentNo: z.string(),
  equipmentName: z.string(),
  eventDate: dateTimeOut,
  firedDate: dateTimeOut,
  clearedDate: dateTimeOut.nullable(),
});

/** What a live rule would have found in what is kept of the last days; writes nothing. Errors: validation_failed, not_found. */
export const tryRule = operation({
  name: 'tryRule',
  method: 'POST',
  path: 'symptom/rule/try',
  access,
  scope: 'eq',
  input: z.object({
    rule: text(10),
    numbers: Numbers.nullish().transform((numbers) => numbers ?? {}),
    days: int(1, MOST_TRIAL_DAYS),
    equipmentNos: z
      .array(key)
      .max(MOST_TRIAL_UNITS, 'badValue')
      .nullish()
      .transform((nos) => nos ?? undefined),
    productLine: named,
  }),
  output: z.object({
    units: z.number().int(),
    /** Of them, those of which something is kept. */
    traced: z.number().int(),
    /** It took too long: the rest of the units was not looked at. */
    isCut: z.boolean(),
    total: z.number().int(),
    hits: z.array(TrialHit).max(MOST_HITS),
  }),
  summary: 'Tries a symptom rule on kept values (api.md §2.8)',
  audit: 'view',
});

export const detectorOperations = [listRules, saveRule, deleteRule, tryRule];
