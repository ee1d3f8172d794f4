'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';
import { hrefOf } from '@/lib/routes';
import { MESSAGE_LOGS, type MessageLog } from './log-tab';

/** Switches between the logs of text messages, of e-mails and of notices to closed browsers. Each is a page of its own and starts without filters. */
export function MessageLogTabs({ log }: { readonly log: MessageLog }) {
  const t = useTranslations('mailLog.tabs');
  return (
    <Tabs value={log} aria-label={t('label')} role="navigation">
      {MESSAGE_LOGS.map((value) => (
        <Tab
          key={value}
          value={value}
          label={t(value)}
          component="a"
          href={hrefOf('smsLogList', value === 'sms' ? {} : { tab: value })}
        />
      ))}
    </Tabs>
  );
}
