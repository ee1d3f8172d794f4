'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { listDiagnoseNotices } from '@/lib/features/notifications/contract';
import type { NoticeItem } from '@/lib/live/realtime/shared/notices';
import { keepRecord, mergeItems, readRecord } from '@/lib/features/notifications/shared/message-record';
import { NOTICE_PAGE_SIZE } from '@/lib/features/notifications/value-sets';
import { useSms } from '@/lib/platform/client/hooks';
import { messageHref } from '../messages/message-links';
import type { MessageLinks } from '../messages/message-links';
import { NoticeRow } from '../messages/notice-row';
import styles from '../wall/summary-panel.module.css';

interface Props {
  readonly username: string;
  readonly links: MessageLinks;
  /** What the message channel delivered since the page was opened, newest first. */
  readonly news: readonly NoticeItem[];
}

/** Call-outs and symptoms of the custom wall (doc3 §2.2). They are kept for the account while the page is closed. */
export function MessageRecord({ username, links, news }: Props) {
  const t = useTranslations('notifications.record');
  const tList = useTranslations('list');
  const { data, error, mutate } = useSms(listDiagnoseNotices, { pageIndex: 1, pageSize: NOTICE_PAGE_SIZE });
  const kept = useKept(username);
  const items = useMemo(
    () => mergeItems(news, mergeItems(data?.records ?? [], kept, NOTICE_PAGE_SIZE), NOTICE_PAGE_SIZE),
    [news, data, kept],
  );
  useKeptOnLeaving(username, items);
  return (
    <section className={styles.care} aria-labelledby="campus-record">
      <h2 className={styles.title} id="campus-record">
        {t('title')}
      </h2>
      {items.length > 0 ? (
        <ul
          className={styles.list}
          aria-live="polite"
          tabIndex={0}
          aria-labelledby="campus-record"
          data-testid="message-record"
        >
          {items.map((item) => (
            <NoticeRow key={`${item.key} ${item.status}`} item={item} href={messageHref(item, links)} />
          ))}
        </ul>
      ) : error ? (
        <p className={styles.calm} role="alert">
          {t('failed')}{' '}
          <Button size="small" onClick={() => void mutate()}>
            {t('retry')}
          </Button>
        </p>
      ) : data ? (
        <p className={styles.calm}>{t('empty')}</p>
      ) : null}
      {data?.historyMonths !== undefined && (
        <p className={styles.calm} data-testid="history-notice">
          {tList('historyCut', { n: data.historyMonths })}
        </p>
      )}
    </section>
  );
}

const NOTHING: readonly NoticeItem[] = [];
const neverChanges = () => () => undefined;

/** What this browser kept when the page was opened; the server does not store it. */
function useKept(username: string): readonly NoticeItem[] {
  const read = useMemo(() => {
    let held: readonly NoticeItem[] | undefined;
    return () => (held ??= readRecord(username));
  }, [username]);
  return useSyncExternalStore(neverChanges, read, () => NOTHING);
}

function useKeptOnLeaving(username: string, items: readonly NoticeItem[]) {
  const latest = useRef(items);
  useEffect(() => {
    latest.current = items;
  });
  useEffect(() => {
    const keep = () => keepRecord(username, latest.current);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [username]);
}
