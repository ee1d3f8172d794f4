import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';
import { screenList } from '@/components/screens/screen-list';
import { ScreenListScreen } from '@/components/screens/screen-list-screen';

export const generateMetadata = titleOf('smartscreenlist');

/** Screens in cars and at landings (doc1 §2, silent-screens A9). */
export default withTexts(['escalator', 'list', 'screens'], listPage('smartscreenlist', screenList, ScreenListScreen));
