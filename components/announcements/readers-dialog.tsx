'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { listAnnouncementReaders, type AnnouncementEdit } from '@/lib/features/announcements/contract';
import { useSms } from '@/lib/platform/client/hooks';
import { PageTurner } from './page-turner';
import styles from './readers-dialog.module.css';

const PAGE_SIZE = 50;

/** Who has read an announcement, newest first, and how many persons it is for. */
export function ReadersDialog({ row, onClose }: { readonly row: AnnouncementEdit; readonly onClose: () => void }) {
  const t = useTranslations('announcements');
  const failureText = useFailureText();
  const [pageIndex, setPageIndex] = useState(1);
  const { data, error, isValidating, mutate } = useSms(
    listAnnouncementReaders,
    { id: row.id, pageIndex, pageSize: PAGE_SIZE },
    { keepPreviousData: true },
  );
  return (
    <DetailDialog title={t('readers.title', { name: row.title })} width="sm" onClose={onClose}>
      {data ? (
        <>
          <p className={styles.summary}>{t('readers.summary', { read: data.total, total: row.audienceTotal })}</p>
          {data.records.length === 0 ? (
            <EmptyState title={t('readers.empty')} size="row" />
          ) : (
            <table className={styles.table} aria-label={t('action.readers')}>
              <thead>
                <tr>
                  <th scope="col">{t('column.nickName')}</th>
                  <th scope="col">{t('column.username')}</th>
                  <th scope="col">{t('column.readDate')}</th>
                </tr>
              </thead>
              <tbody>
                {data.records.map(({ username, nickName, readDate }) => (
                  <tr key={username}>
                    <td>{nickName}</td>
                    <td>{username}</td>
                    <td className={styles.time}>{readDate}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <PageTurner current={data.current} pages={data.pages} onPage={setPageIndex} />
        </>
      ) : error ? (
        <ErrorState text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} size="row" />
      ) : (
        <LoadingState size="row" />
      )}
    </DetailDialog>
  );
}
