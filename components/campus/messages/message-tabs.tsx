'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { AnnouncementList } from '@/components/announcements/shared/announcement-list';
import type { VideoUnit } from '@/lib/features/cameras/shared/video-state';
import type { NoticeTab } from '@/lib/features/notifications/value-sets';
import { hasAny } from '@/lib/platform/contract/authorities';
import type { Authority, Holder } from '@/lib/platform/contract/authorities';
import type { InstantMessage, ToastEvent } from '@/lib/live/realtime/shared/notices';
import { MessageList } from './message-list';
import { TABS } from './message-links';
import type { MessageLinks, TabName } from './message-links';
import type { Messages } from './use-messages';
import { useUnread } from './use-unread';
import styles from './message-tabs.module.css';

/** A tab opens when the user has one of these authorities (doc3 §6, readings 41). */
const READ: Readonly<Record<TabName, readonly Authority[]>> = {
  diagnose: ['CAMPUS_VIEW_CALLBACK_READ', 'SYMPTOM_READ'],
  equipment: ['CAMPUS_VIEW_EQUIPMENT_READ'],
  service: ['CAMPUS_VIEW_SERVICE_READ'],
  announcement: ['CAMPUS_VIEW_ANNOUNCEMENT_READ'],
};
/** The names of the tabs in counts and read marks. */
const COUNTED: Readonly<Record<TabName, NoticeTab>> = {
  diagnose: 'diagnose',
  equipment: 'event',
  service: 'service',
  announcement: 'announcement',
};

interface Props {
  readonly messages: Messages;
  readonly holder: Holder;
  readonly links: MessageLinks;
  readonly hrefOfEvent: (event: ToastEvent) => string | undefined;
  /** Opens the live picture of the unit; absent when the user may not see it. */
  readonly onVideo?: (unit: VideoUnit) => void;
}

/** The messages of each kind the user may read, 15 a page (doc3 §2.3, §4.2). A dot marks what is unread in a tab that is not open. */
export function MessageTabs({ messages, holder, links, hrefOfEvent, onVideo }: Props) {
  const { items, instants, stirred } = messages;
  const t = useTranslations('campus.messages');
  const id = useId();
  const tabs = TABS.filter((name) => hasAny(holder, READ[name]));
  const [chosen, setChosen] = useState<TabName>();
  const [seen, setSeen] = useState<Partial<Record<TabName, string>>>({});
  const current = chosen ?? tabs[0];
  const counts = useUnread(current && COUNTED[current], stirred);
  if (!current) return null;
  const of = (type: InstantMessage['type']) => instants.filter((message) => message.type === type);
  const newest: Readonly<Record<TabName, string | undefined>> = {
    diagnose: items[0] && `${items[0].key} ${items[0].status}`,
    equipment: nameOf(of('equipment')[0]),
    service: nameOf(of('service')[0]),
    announcement: nameOf(of('announcement')[0]),
  };
  const open = (name: TabName) => {
    // The user has seen the tab that closes and sees the one that opens: both count as read.
    setSeen({ ...seen, [current]: newest[current], [name]: newest[name] });
    setChosen(name);
  };
  // The server's count includes all tabs and machines. Without it: what came since this page was opened.
  const hasNews = (name: TabName) =>
    name !== current &&
    (counts ? counts[COUNTED[name]] > 0 : newest[name] !== undefined && newest[name] !== seen[name]);
  return (
    <section className={styles.messages} aria-label={t('label')}>
      <Tabs
        value={current}
        onChange={(_, name: TabName) => open(name)}
        variant="scrollable"
        scrollButtons={false}
        className={styles.tabs}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            value={name}
            id={`${id}-tab-${name}`}
            aria-controls={`${id}-panel`}
            className={styles.tab}
            label={
              <span>
                {t(name)}
                {hasNews(name) && (
                  <span className={styles.dot} data-testid={`news-${name}`}>
                    <span className="visually-hidden">
                      {counts ? t('unread', { n: counts[COUNTED[name]] }) : t('news')}
                    </span>
                  </span>
                )}
              </span>
            }
          />
        ))}
      </Tabs>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${current}`}
        className={styles.panel}
        tabIndex={0}
      >
        {current === 'announcement' ? (
          <AnnouncementList holder={holder} news={newest.announcement} />
        ) : (
          <MessageList
            key={current}
            tab={current}
            items={current === 'diagnose' ? items : []}
            instants={current === 'diagnose' ? [] : of(current)}
            stirred={stirred}
            links={links}
            hrefOfEvent={hrefOfEvent}
            onVideo={onVideo}
          />
        )}
      </div>
    </section>
  );
}

const nameOf = (message: InstantMessage | undefined) =>
  message && `${message.notificationId} ${message.gbError?.objectStatus ?? ''}`;
