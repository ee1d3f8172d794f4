import { ProjectListScreen } from '@/components/projects/project-list-screen';
import { projectList } from '@/components/projects/project-list';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('projectList');

/** Project records (doc1 §2). */
export default withTexts(
  ['equipment', 'escalator', 'list', 'projects'],
  listPage('projectList', projectList, ProjectListScreen),
);
