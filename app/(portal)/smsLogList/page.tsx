import { withTexts } from '@/components/kit/layout/texts';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { titleOf } from '@/components/kit/list/resource-page';
import { messageLogOf } from '@/components/mails/log-tab';
import { MessageLogTabs } from '@/components/mails/log-tabs';
import { mailLogList } from '@/components/mails/mail-log-list';
import { MailLogScreen } from '@/components/mails/mail-log-screen';
import { pushLogList } from '@/components/web-push/push-log-list';
import { PushLogScreen } from '@/components/web-push/push-log-screen';
import { smsLogList } from '@/components/text-messages/sms-log-list';
import { SmsLogScreen } from '@/components/text-messages/sms-log-screen';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

export const generateMetadata = titleOf('smsLogList');

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** SMS log (silent-screens B7, readings 55), with the logs of e-mails (readings 99) and of notices to closed browsers (decision 021) as its other tabs. */
async function MessageLogPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const holder = holderOf(await requirePage('smsLogList', params));
  const log = messageLogOf([params.tab].flat()[0]);
  const tabs = <MessageLogTabs log={log} />;
  switch (log) {
    case 'mail':
      return (
        <MailLogScreen first={await loadFirstPage(mailLogList, 'smsLogList', params)} holder={holder} tabs={tabs} />
      );
    case 'push':
      return <PushLogScreen first={await loadFirstPage(pushLogList, 'smsLogList', params)} tabs={tabs} />;
    case 'sms':
      return <SmsLogScreen first={await loadFirstPage(smsLogList, 'smsLogList', params)} holder={holder} tabs={tabs} />;
  }
}

export default withTexts(['escalator', 'list', 'mailLog', 'pushLog', 'smsLog'], MessageLogPage);
