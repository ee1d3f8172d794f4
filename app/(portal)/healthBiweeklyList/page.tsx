import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';
import { BiweeklyListScreen } from '@/components/unit-reports/biweekly-list-screen';
import { biweeklyReports } from '@/components/unit-reports/report-lists';

export const generateMetadata = titleOf('healthBiweeklyList');

/** Biweekly reports (doc3 §2.12). */
export default withTexts(
  ['list', 'biweeklyReports'],
  listPage('healthBiweeklyList', biweeklyReports, BiweeklyListScreen),
);
