import { ErrorListScreen } from '@/components/error-inspection/error-list-screen';
import { errorList } from '@/components/error-inspection/error-list';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('errorInspection');

/** Error inspection (silent-screens A3). */
export default withTexts(
  ['errorInspection', 'escalator', 'list'],
  listPage('errorInspection', errorList, ErrorListScreen),
);
