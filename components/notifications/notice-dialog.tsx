'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Pager } from '@/components/kit/list/pager';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import {
  acknowledgeNotices,
  countUnread,
  listServiceNotices,
  markNoticesRead,
} from '@/lib/features/notifications/contract';
import type { ServiceNotice } from '@/lib/features/notifications/contract';
import { NOTICE_PAGE_SIZE } from '@/lib/features/notifications/value-sets';
import { callSms } from '@/lib/platform/client/client';
import { mutateSms, useSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { NoticeSettingsDialog } from './settings-dialog';
import styles from './notice-dialog.module.css';

interface Props {
  readonly username: string;
  readonly holder: Holder;
  readonly onClose: () => void;
}

const SIZES = [NOTICE_PAGE_SIZE, 30, 50] as const;

/**
 * The service messages that the account may read, including its own, one entry a call-out or job with its newest words; what
 * waits comes first. Opening the dialog marks them as read (readings 70, 91).
 */
export function NoticeDialog({ username, holder, onClose }: Props) {
  const t = useTranslations('notifications.own');
  const failureText = useFailureText();
  const [isSetting, setIsSetting] = useState(false);
  const [pageIndex, setPageIndex] = useState(1);
  const [pageSize, setPageSize] = useState<number>(NOTICE_PAGE_SIZE);
  const { data, error, isValidating, mutate } = useSms(
    listServiceNotices,
    { pageIndex, pageSize, byObject: true },
    { keepPreviousData: true, revalidateOnMount: true },
  );
  const isThere = data !== undefined;
  // A row that was unread at first keeps its mark while the dialog is open, also when the rows are read again.
  const [shownAsNew, setShownAsNew] = useState<ReadonlySet<string>>(new Set());
  const unread = data?.records.filter((row) => row.readStatus === 0 && !shownAsNew.has(row.notificationId)) ?? [];
  if (unread.length > 0) setShownAsNew(new Set([...shownAsNew, ...unread.map((row) => row.notificationId)]));
  useEffect(() => {
    if (isThere) void mutateSms(markNoticesRead, { tab: 'service' }, [countUnread]).catch(() => undefined);
  }, [isThere]);
  if (isSetting) return <NoticeSettingsDialog username={username} onClose={onClose} />;
  const acknowledge = async (notificationId: string) => {
    try {
      await callSms(acknowledgeNotices, { notificationIds: [notificationId] });
      await mutate();
    } catch (failure) {
      toast.error(failureText(failure));
    }
  };
  return (
    <DetailDialog
      title={t('title')}
      width="sm"
      onClose={onClose}
      actions={<Button onClick={() => setIsSetting(true)}>{t('settings')}</Button>}
    >
      {error && !data ? (
        <ErrorState
          title={t('failed')}
          text={failureText(error)}
          onRetry={() => void mutate()}
          isRetrying={isValidating}
        />
      ) : !data ? (
        <LoadingState />
      ) : data.records.length === 0 ? (
        <EmptyState title={t('empty')} />
      ) : (
        <>
          <ul className={styles.rows}>
            {data.records.map((notice) => (
              <Row
                key={notice.notificationId}
                notice={notice}
                isNew={shownAsNew.has(notice.notificationId)}
                holder={holder}
                onAcknowledge={acknowledge}
              />
            ))}
          </ul>
          {data.total > NOTICE_PAGE_SIZE && (
            <Pager
              page={pageIndex}
              size={pageSize}
              sizes={SIZES}
              total={data.total}
              onPage={setPageIndex}
              onSize={(size) => {
                setPageSize(size);
                setPageIndex(1);
              }}
            />
          )}
        </>
      )}
    </DetailDialog>
  );
}

interface NoticeTarget {
  readonly word: 'openList' | 'openJob' | 'open' | 'openSymptom';
  readonly page: string;
  readonly query?: Record<string, string>;
}

/** The page that a notice is about and the label of its link; undefined: none. */
function pageOf({ subType, objectId, symptomId }: NoticeSubject): NoticeTarget | undefined {
  if (subType === 'inspection') return { word: 'openList', page: 'anualInspection' };
  if (subType === 'contract') return { word: 'openList', page: 'saptdContract' };
  if (subType === 'schedule') return { word: 'openList', page: 'equipgroup' };
  if (objectId === null) return undefined;
  if (subType === 'maintenance') return { word: 'openJob', page: 'maintenanceDetail', query: { jobNo: objectId } };
  if (subType !== 'callback' && subType !== 'sla') return undefined;
  return symptomId === null
    ? { word: 'open', page: 'callbackDetail', query: { callbackId: objectId } }
    : { word: 'openSymptom', page: 'symptomDetail', query: { symptomId } };
}
type NoticeSubject = Pick<ServiceNotice, 'subType' | 'objectId' | 'symptomId'>;

/** The link of a notice; undefined when the reader may not open that page (readings 237). */
function targetOf(message: NoticeSubject, holder: Holder) {
  const target = pageOf(message);
  return target && mayOpen(holder, routeOf(target.page))
    ? { word: target.word, href: hrefOf(target.page, target.query) }
    : undefined;
}

function Row({
  notice: { notificationId, subType, objectId, symptomId, title, message, notificationDate, acks, count, waits },
  isNew,
  holder,
  onAcknowledge,
}: {
  readonly notice: ServiceNotice;
  readonly isNew: boolean;
  readonly holder: Holder;
  readonly onAcknowledge: (notificationId: string) => Promise<void>;
}) {
  const t = useTranslations('notifications.own');
  const isIncident = subType === 'sla';
  const target = targetOf({ subType, objectId, symptomId }, holder);
  return (
    <li className={styles.row} data-notice={notificationId} data-unread={isNew || undefined}>
      <p className={styles.head}>
        <StatusPill status={isIncident ? 'attention' : 'service'} look="plain" size="small">
          {t(`kind.${subType}`)}
        </StatusPill>
        {isNew && <span className={styles.dot} aria-label={t('unread')} role="img" />}
        {waits && <span className={styles.waits}>{t('waits')}</span>}
        {count > 1 && <span className={styles.count}>{t('count', { count })}</span>}
        <time className={styles.time}>{notificationDate}</time>
      </p>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{message}</p>
      {acks.map(({ nickName, ackDate }) => (
        <p key={`${nickName} ${ackDate}`} className={styles.text}>
          {t('acknowledgedBy', { name: nickName, time: ackDate.slice(5) })}
        </p>
      ))}
      {(target || isIncident) && (
        <p className={styles.actions}>
          {target && (
            <Button size="small" component="a" href={target.href} target="_blank" rel="noopener">
              {t(target.word)}
            </Button>
          )}
          {isIncident && !acks.some(({ own }) => own) && (
            <Button size="small" variant="outlined" onClick={() => void onAcknowledge(notificationId)}>
              {t('acknowledge')}
            </Button>
          )}
        </p>
      )}
    </li>
  );
}
