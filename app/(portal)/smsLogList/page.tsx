import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';
import { smsLogList } from '@/components/text-messages/sms-log-list';
import { SmsLogScreen } from '@/components/text-messages/sms-log-screen';

export const generateMetadata = titleOf('smsLogList');

/** SMS log (silent-screens B7, readings 55). */
export default withTexts(['escalator', 'list', 'smsLog'], listPage('smsLogList', smsLogList, SmsLogScreen));
