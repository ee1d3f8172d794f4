'use client';

import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useState } from 'react';
import { ChevronLeftIcon, ChevronRightIcon } from '@/components/kit/ui/icons';
import type { VideoUnit } from '@/lib/features/cameras/shared/video-state';
import { listDiagnoseNotices, listEventNotices, listServiceNotices } from '@/lib/features/notifications/contract';
import type { EventNotice, ServiceNotice } from '@/lib/features/notifications/contract';
import { mergeItems } from '@/lib/features/notifications/shared/message-record';
import { NOTICE_PAGE_SIZE } from '@/lib/features/notifications/value-sets';
import type { InstantMessage, NoticeItem, ToastEvent } from '@/lib/live/realtime/shared/notices';
import { useSms } from '@/lib/platform/client/hooks';
import { InstantRow } from './instant-row';
import { messageHref } from './message-links';
import type { MessageLinks, TabName } from './message-links';
import { NoticeRow } from './notice-row';
import rowStyles from '@/components/kit/ui/message-rows.module.css';
import styles from './message-tabs.module.css';

interface Props {
  readonly tab: TabName;
  /** What the channel delivered since the page was opened. It is on the first page until the list is read again. */
  readonly items: readonly NoticeItem[];
  readonly instants: readonly InstantMessage[];
  readonly stirred: number;
  readonly links: MessageLinks;
  readonly hrefOfEvent: (event: ToastEvent) => string | undefined;
  readonly onVideo?: (unit: VideoUnit) => void;
}

/** Lists are read again this long after a new message, ms. */
const AGAIN_MS = 5000;

const eventMessage = (row: EventNotice): InstantMessage => ({
  type: 'equipment',
  notificationId: row.notificationId,
  subType: row.subType,
  objectId: row.objectId,
  title: row.title,
  message: row.message,
  notificationDate: row.notificationDate,
  gbError: {
    guid: row.guid,
    objectStatus: row.objectStatus,
    subType: row.notificationType === 'event' ? 'event' : 'error',
    title: row.title,
    message: row.message,
    equipmentName: row.equipmentName,
    equipmentNo: row.equipmentNo,
    equipmentType: row.equipmentType,
    eventDate: row.notificationDate,
    notificationDate: row.notificationDate,
    camera: row.camera,
    entrapment: row.notificationType === 'entrapment',
    acks: row.acks,
  },
});
const serviceMessage = ({
  notificationId,
  subType,
  objectId,
  symptomId,
  title,
  message,
  notificationDate,
}: ServiceNotice): InstantMessage => ({
  type: 'service',
  notificationId,
  subType,
  ...(objectId === null ? {} : { objectId }),
  ...(symptomId === null ? {} : { symptomId }),
  title,
  message,
  notificationDate,
});

/** New messages first. A message appears once, with its newest state. */
function mergeInstants(newer: readonly InstantMessage[], older: readonly InstantMessage[]): InstantMessage[] {
  const byId = new Map([...older, ...newer].map((message) => [message.notificationId, message]));
  return [...byId.values()]
    .sort((a, b) => (a.notificationDate < b.notificationDate ? 1 : a.notificationDate > b.notificationDate ? -1 : 0))
    .slice(0, NOTICE_PAGE_SIZE);
}

/** One tab's messages, 15 a page. An item opens its detail in a new tab (doc3 §2.3). */
export function MessageList({ tab, items, instants, stirred, links, hrefOfEvent, onVideo }: Props) {
  const t = useTranslations('campus.messages');
  const [pageIndex, setPageIndex] = useState(1);
  const asked = { pageIndex, pageSize: NOTICE_PAGE_SIZE };
  const diagnose = useSms(listDiagnoseNotices, tab === 'diagnose' ? asked : null);
  const events = useSms(listEventNotices, tab === 'equipment' ? asked : null);
  const services = useSms(listServiceNotices, tab === 'service' ? asked : null);
  const call = tab === 'diagnose' ? diagnose : tab === 'equipment' ? events : services;
  const refresh = useEffectEvent(() => void call.mutate());
  useEffect(() => {
    if (stirred === 0) return;
    const timer = setTimeout(() => refresh(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [stirred]);

  const isFirst = pageIndex === 1;
  const shownItems = isFirst
    ? mergeItems(items, diagnose.data?.records ?? [], NOTICE_PAGE_SIZE)
    : (diagnose.data?.records ?? []);
  const stored =
    tab === 'equipment'
      ? (events.data?.records ?? []).map(eventMessage)
      : tab === 'service'
        ? (services.data?.records ?? []).map(serviceMessage)
        : [];
  const shownInstants = isFirst ? mergeInstants(instants, stored) : stored;
  const rows =
    tab === 'diagnose'
      ? shownItems.map((item) => (
          <NoticeRow key={`${item.key} ${item.status}`} item={item} href={messageHref(item, links)} />
        ))
      : shownInstants.map((message) => (
          <InstantRow
            key={message.notificationId}
            message={message}
            href={hrefOf(message, links, hrefOfEvent)}
            onVideo={onVideo}
          />
        ));
  const pages = call.data?.pages ?? 1;
  return (
    <>
      {rows.length > 0 ? (
        <ul className={rowStyles.list} data-testid="messages" data-tab={tab}>
          {rows}
        </ul>
      ) : call.error ? (
        <p className={rowStyles.calm} role="alert">
          {t('failed')}{' '}
          <Button size="small" onClick={() => void call.mutate()}>
            {t('retry')}
          </Button>
        </p>
      ) : (
        <p className={rowStyles.calm}>{t('empty')}</p>
      )}
      {pages > 1 && (
        <nav className={styles.pager} aria-label={t('page', { page: pageIndex, pages })}>
          <IconButton
            size="small"
            aria-label={t('previous')}
            disabled={isFirst}
            onClick={() => setPageIndex(pageIndex - 1)}
          >
            <ChevronLeftIcon size={16} />
          </IconButton>
          <span aria-live="polite">{t('page', { page: pageIndex, pages })}</span>
          <IconButton
            size="small"
            aria-label={t('next')}
            disabled={pageIndex >= pages}
            onClick={() => setPageIndex(pageIndex + 1)}
          >
            <ChevronRightIcon size={16} />
          </IconButton>
        </nav>
      )}
    </>
  );
}

/** The target of a message: the unit's live page, or the call-out, symptom or maintenance job it is about. */
function hrefOf(
  { gbError, subType, objectId, symptomId }: InstantMessage,
  links: MessageLinks,
  hrefOfEvent: Props['hrefOfEvent'],
) {
  if (gbError) return hrefOfEvent(gbError);
  if (symptomId !== undefined) return messageHref({ type: 'SYMPTOM', objectId: symptomId }, links);
  if (objectId === undefined) return undefined;
  if (subType === 'maintenance') return messageHref({ type: 'JOB', objectId }, links);
  return subType === 'callback' || subType === 'sla' ? messageHref({ type: 'CBK', objectId }, links) : undefined;
}
