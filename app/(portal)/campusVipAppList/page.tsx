import { applicationList } from '@/components/campus-applications/application-list';
import { ApplicationListScreen } from '@/components/campus-applications/application-list-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('campusVipAppList');

/** Applications for the monitoring wall (silent-screens B4). */
export default withTexts(
  ['campusApplications', 'escalator', 'list'],
  listPage('campusVipAppList', applicationList, ApplicationListScreen),
);
