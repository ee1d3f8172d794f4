import { accessLogList } from '@/components/access-log/access-log-list';
import { AccessLogScreen } from '@/components/access-log/access-log-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('apiaccesslog');

/** Audit log (silent-screens B5). */
export default withTexts(['accessLog', 'list'], listPage('apiaccesslog', accessLogList, AccessLogScreen));
