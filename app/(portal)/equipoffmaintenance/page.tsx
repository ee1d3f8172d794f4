import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';
import { offList } from '@/components/off-maintenance/off-list';
import { OffListScreen } from '@/components/off-maintenance/off-list-screen';

export const generateMetadata = titleOf('equipoffmaintenance');

/** Lost-warranty records (silent-screens A8). */
export default withTexts(
  ['escalator', 'offMaintenance', 'list'],
  listPage('equipoffmaintenance', offList, OffListScreen),
);
