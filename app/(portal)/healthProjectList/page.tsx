import { ReportProjectsScreen } from '@/components/health-report/project-list-screen';
import { reportProjects } from '@/components/health-report/report-projects';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('healthProjectList');
export default withTexts(
  ['list', 'report', 'reportProjects'],
  listPage('healthProjectList', reportProjects, ReportProjectsScreen),
);
