'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { PinIcon } from '@/components/kit/ui/icons';
import { searchAnnouncementNotices, type AnnouncementRow } from '@/lib/features/announcements/contract';
import { useSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import { announcementHref } from '../links';
import { PageTurner } from '../page-turner';
import rowStyles from '@/components/kit/ui/message-rows.module.css';
import styles from '../announcement-list.module.css';

const ReadDialog = later(async () => (await import('../read-dialog')).ReadDialog, ['announcements']);

/** The page size of the wall's tabs (doc3 §2.3). */
const PAGE_SIZE = 15;

interface Props {
  readonly holder: Holder;
  /** The key of the newest message about announcements. When it changes, the list is read again. */
  readonly news: string | undefined;
}

/**
 * The announcements tab of the wall. An item opens its page in a new tab, or a dialog when the viewer may not open that
 * page.
 */
export function AnnouncementList({ holder, news }: Props) {
  const t = useTranslations('announcements');
  const [pageIndex, setPageIndex] = useState(1);
  const [opened, setOpened] = useState<string>();
  const { data, error, isValidating, mutate } = useSms(
    searchAnnouncementNotices,
    { pageIndex, pageSize: PAGE_SIZE },
    { keepPreviousData: true, revalidateOnFocus: true },
  );
  const told = useRef(news);
  useEffect(() => {
    if (told.current === news) return;
    told.current = news;
    void mutate();
  }, [mutate, news]);
  if (!data)
    return error ? (
      <p className={rowStyles.calm} role="alert">
        {t('list.failed')}{' '}
        <Button size="small" loading={isValidating} onClick={() => void mutate()}>
          {t('list.retry')}
        </Button>
      </p>
    ) : null;
  return (
    <>
      {data.records.length === 0 && <p className={rowStyles.calm}>{t('empty')}</p>}
      <ul className={rowStyles.list} data-testid="announcements">
        {data.records.map((row) => (
          <Item key={row.id} row={row} href={announcementHref(holder, row.id)} onOpen={() => setOpened(row.id)} />
        ))}
      </ul>
      <PageTurner current={data.current} pages={data.pages} onPage={setPageIndex} />
      {opened !== undefined && (
        <ReadDialog
          id={opened}
          onClose={() => {
            setOpened(undefined);
            void mutate();
          }}
        />
      )}
    </>
  );
}

interface ItemProps {
  readonly row: AnnouncementRow;
  readonly href: string | undefined;
  readonly onOpen: () => void;
}

function Item({ row: { id, title, publishDate, createDate, pinned, readStatus }, href, onOpen }: ItemProps) {
  const t = useTranslations('announcements');
  const content = (
    <>
      <span className={styles.head}>
        {readStatus === 0 && (
          <span className={styles.dot}>
            <span className="visually-hidden">{t('list.unread')}</span>
          </span>
        )}
        {pinned && <PinIcon size={14} role="img" aria-hidden={undefined} aria-label={t('pinned')} />}
        <time className={rowStyles.time}>{(publishDate ?? createDate).slice(5, 16)}</time>
      </span>
      <span className={`${rowStyles.name} ${styles.title}`} data-unread={readStatus === 0 || undefined}>
        {title}
      </span>
    </>
  );
  return (
    <li className={rowStyles.row} data-announcement={id}>
      {href ? (
        <a className={`${rowStyles.link} ${styles.link}`} href={href} target="_blank" rel="noopener">
          {content}
        </a>
      ) : (
        <button
          type="button"
          className={`${rowStyles.link} ${styles.link}`}
          onClick={onOpen}
          aria-label={t('list.open', { title })}
        >
          {content}
        </button>
      )}
    </li>
  );
}
