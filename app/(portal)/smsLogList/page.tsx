import { withTexts } from '@/components/kit/layout/texts';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { titleOf } from '@/components/kit/list/resource-page';
import { messageLogOf } from '@/components/mails/log-tab';
import { MessageLogTabs } from '@/components/mails/log-tabs';
import { mailLogList } from '@/components/mails/mail-log-list';
import { MailLogScreen } from '@/components/mails/mail-log-screen';
import { smsLogList } from '@/components/text-messages/sms-log-list';
import { SmsLogScreen } from '@/components/text-messages/sms-log-screen';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

export const generateMetadata = titleOf('smsLogList');

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** SMS log (silent-screens B7, readings 55), with the log of e-mails as its other tab (readings 99). */
async function MessageLogPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const holder = holderOf(await requirePage('smsLogList', params));
  const log = messageLogOf([params.tab].flat()[0]);
  const tabs = <MessageLogTabs log={log} />;
  return log === 'mail' ? (
    <MailLogScreen first={await loadFirstPage(mailLogList, 'smsLogList', params)} holder={holder} tabs={tabs} />
  ) : (
    <SmsLogScreen first={await loadFirstPage(smsLogList, 'smsLogList', params)} holder={holder} tabs={tabs} />
  );
}

export default withTexts(['escalator', 'list', 'mailLog', 'smsLog'], MessageLogPage);
