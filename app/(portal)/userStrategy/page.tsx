import { strategyList } from '@/components/strategies/strategy-list';
import { StrategyListScreen } from '@/components/strategies/strategy-list-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('userStrategy');

/** Data strategies (silent-screens B2). */
export default withTexts(
  ['escalator', 'list', 'strategies'],
  listPage('userStrategy', strategyList, StrategyListScreen),
);
