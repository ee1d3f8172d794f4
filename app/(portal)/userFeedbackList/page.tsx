import { feedbackList } from '@/components/feedback/feedback-list';
import { FeedbackListScreen } from '@/components/feedback/feedback-list-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('userFeedbackList');

/** User feedback (silent-screens B1). */
export default withTexts(
  ['escalator', 'feedback', 'list'],
  listPage('userFeedbackList', feedbackList, FeedbackListScreen),
);
