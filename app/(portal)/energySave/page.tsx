import { energyList } from '@/components/energy-saving/energy-list';
import { EnergyListScreen } from '@/components/energy-saving/energy-list-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('energySave');

/** Energy saving (silent-screens A4). */
export default withTexts(
  ['energySaving', 'escalator', 'facts', 'list'],
  listPage('energySave', energyList, EnergyListScreen),
);
