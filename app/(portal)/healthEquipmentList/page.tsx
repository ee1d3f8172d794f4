import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';
import { MonthlyListScreen } from '@/components/unit-reports/monthly-list-screen';
import { monthlyReports } from '@/components/unit-reports/report-lists';

export const generateMetadata = titleOf('healthEquipmentList');

/** Monthly reports of units (doc3 §2.13). */
export default withTexts(
  ['escalator', 'list', 'monthlyReports'],
  listPage('healthEquipmentList', monthlyReports, MonthlyListScreen),
);
