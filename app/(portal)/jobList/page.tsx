import { JobListScreen } from '@/components/jobs/job-list-screen';
import { jobList } from '@/components/jobs/job-list';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('jobList');

/** Jobs of the portal itself, for administrators of the head office (api.md §2.23). */
export default withTexts(['jobs', 'list'], listPage('jobList', jobList, JobListScreen));
