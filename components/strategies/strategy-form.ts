import type { FieldErrors, Resolver } from 'react-hook-form';
import { DATA_GROUPS, SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { StrategyForm as StrategySchema, type StrategyForm } from '@/lib/features/strategies/contract';

/** The values of the data strategy dialog; form fields hold text. */
export interface StrategyValues extends Omit<StrategyForm, 'historyMonths' | 'targets'> {
  historyMonths: string;
  targets: string[];
}

export const NEW_STRATEGY: StrategyValues = {
  strategyName: '',
  level: 'tier',
  targets: [],
  historyMonths: '',
  liveIntervalSec: 1,
  dataGroups: [...DATA_GROUPS],
  symptomCategories: [...SYMPTOM_CATEGORIES],
  maskTime: false,
  exportAllowed: true,
  enabled: true,
};

export const valuesOf = (form: StrategyForm): StrategyValues => ({
  ...form,
  historyMonths: form.historyMonths ? String(form.historyMonths) : '',
  targets: [...(form.targets ?? [])],
});

/** The input of the call; a default strategy applies to everybody and has no targets. */
export const inputOf = ({ historyMonths, targets, ...values }: StrategyValues): StrategyForm => ({
  ...values,
  historyMonths: historyMonths === '' ? null : (historyMonths as unknown as number),
  targets: values.level === 'default' ? [] : targets,
});

/** The fields that can be invalid, in the order of the screen. */
const FIELDS = ['strategyName', 'targets', 'historyMonths'] as const;
type StrategyField = (typeof FIELDS)[number];

/** All errors at once: the contract's rules, and that a strategy needs targets. */
export function strategyResolver(textOf: (field: StrategyField) => string): Resolver<StrategyValues> {
  return (values) => {
    const input = inputOf(values);
    const faulty = new Set<unknown>(StrategySchema.safeParse(input).error?.issues.map(({ path }) => path[0]));
    if (values.level !== 'default' && values.targets.length === 0) faulty.add('targets');
    const errors = Object.fromEntries(
      FIELDS.filter((field) => faulty.has(field)).map((field) => [field, { type: 'rule', message: textOf(field) }]),
    ) as FieldErrors<StrategyValues>;
    return Object.keys(errors).length === 0 ? { values, errors: {} } : { values: {}, errors };
  };
}
