import { choiceFilter, textFilter, defineList } from '@/components/kit/list/list-query';
import { queryStrategies, STRATEGY_LEVELS, STRATEGY_SORT_FIELDS } from '@/lib/features/strategies/contract';

/** Data strategies (silent-screens B2). */
export const strategyList = defineList({
  name: 'strategies',
  rowKey: 'strategyId',
  operation: queryStrategies,
  filters: { key: textFilter(), level: textFilter(), enabled: choiceFilter() },
  sortFields: STRATEGY_SORT_FIELDS,
  choices: { level: ['', ...STRATEGY_LEVELS], enabled: [1, 0] },
});
