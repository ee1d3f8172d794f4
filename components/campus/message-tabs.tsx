'use client';

import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { AnnouncementList } from '@/components/announcements/announcement-list';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { hasAny } from '@/lib/platform/contract/authorities';
import type { Authority, Holder } from '@/lib/platform/contract/authorities';
import type { InstantMessage, ToastEvent } from '@/lib/live/realtime/shared/notices';
import { messageHref } from './message-record';
import type { MessageLinks } from './message-record';
import { NoticeRow } from './notice-row';
import type { Messages } from './use-messages';
import styles from './message-tabs.module.css';

const TABS = ['diagnose', 'equipment', 'service', 'announcement'] as const;
type TabName = (typeof TABS)[number];

/** Authorities of which one opens the tab (doc3 §6, readings 41). */
const READ: Readonly<Record<TabName, readonly Authority[]>> = {
  diagnose: ['CAMPUS_VIEW_CALLBACK_READ', 'SYMPTOM_READ'],
  equipment: ['CAMPUS_VIEW_EQUIPMENT_READ'],
  service: ['CAMPUS_VIEW_SERVICE_READ'],
  announcement: ['CAMPUS_VIEW_ANNOUNCEMENT_READ'],
};

interface Props {
  readonly messages: Messages;
  readonly holder: Holder;
  readonly links: MessageLinks;
  readonly hrefOfEvent: (event: ToastEvent) => string | undefined;
}

/** The ten newest messages of each kind the user may read (doc3 §2.1, §4.2). A dot marks news of a tab that is not open. */
export function MessageTabs({ messages: { items, instants }, holder, links, hrefOfEvent }: Props) {
  const t = useTranslations('campus.messages');
  const id = useId();
  const tabs = TABS.filter((name) => hasAny(holder, READ[name]));
  const [chosen, setChosen] = useState<TabName>();
  const [seen, setSeen] = useState<Partial<Record<TabName, string>>>({});
  const current = chosen ?? tabs[0];
  if (!current) return null;
  const of = (type: InstantMessage['type']) => instants.filter((message) => message.type === type);
  const newest: Readonly<Record<TabName, string | undefined>> = {
    diagnose: items[0] && `${items[0].key} ${items[0].status}`,
    equipment: nameOf(of('equipment')[0]),
    service: nameOf(of('service')[0]),
    announcement: nameOf(of('announcement')[0]),
  };
  const open = (name: TabName) => {
    // What was in the tab that is left has been seen, and so is what the opened one holds.
    setSeen({ ...seen, [current]: newest[current], [name]: newest[name] });
    setChosen(name);
  };
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
                {name !== current && newest[name] !== undefined && newest[name] !== seen[name] && (
                  <span className={styles.dot} data-testid={`news-${name}`}>
                    <span className="visually-hidden">{t('news')}</span>
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
        ) : newest[current] === undefined ? (
          <p className={styles.calm}>{t('empty')}</p>
        ) : (
          <ul className={styles.list} data-testid="messages" data-tab={current}>
            {current === 'diagnose'
              ? items.map((item) => (
                  <NoticeRow key={`${item.key} ${item.status}`} item={item} href={messageHref(item, links)} />
                ))
              : of(current).map((message) => (
                  <InstantRow
                    key={message.notificationId}
                    message={message}
                    href={message.gbError && hrefOfEvent(message.gbError)}
                  />
                ))}
          </ul>
        )}
      </div>
    </section>
  );
}

const nameOf = (message: InstantMessage | undefined) =>
  message && `${message.notificationId} ${message.gbError?.objectStatus ?? ''}`;

function InstantRow({
  message: { notificationId, gbError, title, message, notificationDate },
  href,
}: {
  readonly message: InstantMessage;
  readonly href: string | undefined;
}) {
  const t = useTranslations('campus.messages');
  const isOpen = gbError?.objectStatus === 'true';
  const content = (
    <>
      <span className={styles.head}>
        {gbError && (
          <StatusPill
            status={
              !isOpen ? 'normal' : gbError.entrapment ? 'trapped' : gbError.subType === 'error' ? 'fault' : 'attention'
            }
            look="plain"
            size="small"
          >
            {t(gbError.entrapment ? 'kind.trapped' : `kind.${gbError.subType}`)}
            {isOpen ? '' : ` ${t('over')}`}
          </StatusPill>
        )}
        <time className={styles.time}>{notificationDate.slice(5, 16)}</time>
      </span>
      <span className={styles.unit}>{gbError?.equipmentName ?? title}</span>
      <span className={styles.text}>
        {[gbError ? title : '', message]
          .filter((part, index, all) => part !== '' && all.indexOf(part) === index)
          .join(' ')}
      </span>
    </>
  );
  return (
    <li className={styles.row} data-message={notificationId} data-open={gbError ? isOpen : undefined}>
      {href ? (
        <a className={styles.link} href={href} target="_blank" rel="noopener">
          {content}
        </a>
      ) : (
        <div className={styles.link}>{content}</div>
      )}
    </li>
  );
}
