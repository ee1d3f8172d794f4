'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { columnKinds } from '@/components/kit/list/column-kinds';
import { ROW_HEIGHTS } from '@/components/kit/list/columns';
import { DEFAULT_SORT } from '@/components/kit/list/list-query';
import { Pager } from '@/components/kit/list/pager';
import { PlainTable } from '@/components/kit/list/plain-table';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { useJoin } from '@/components/kit/ui/use-join';
import { queryReportDeliveries, type ReportDelivery } from '@/lib/features/report-subscriptions/contract';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import { RESULT_LOOK } from './result-look';

interface Props {
  readonly subscriptionId: string;
  readonly onClose: () => void;
}

/** What became of the due dates of a subscription, the latest first. */
export function DeliveryLog({ subscriptionId, onClose }: Props) {
  const t = useTranslations('reportSubscriptions');
  const failureText = useFailureText();
  const join = useJoin();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(15);
  const { data, error, isLoading, refresh } = useHeldSms(queryReportDeliveries, {
    subscriptionId,
    pageIndex: page,
    pageSize: size,
  });
  const columns = useMemo(() => {
    const { day, status, time, text, own } = columnKinds<ReportDelivery>(t);
    return [
      day('dueDate'),
      status('state', RESULT_LOOK, { group: 'result' }),
      time('sentDate'),
      text('reason', { flex: true, minWidth: 160 }),
      own('files', ({ files }) => join(files) || null, { flex: true, minWidth: 200 }),
    ];
  }, [join, t]);
  const body = () => {
    if (error) return <ErrorState size="row" text={failureText(error)} onRetry={refresh} isRetrying={isLoading} />;
    if (!data) return <LoadingState size="row" />;
    if (data.total === 0) return <EmptyState size="row" title={t('log.empty')} />;
    return (
      <PlainTable
        label={t('log.title')}
        columns={columns}
        rows={data.records}
        rowKey={({ id }) => id}
        rowHeight={ROW_HEIGHTS.standard}
        sort={DEFAULT_SORT}
      />
    );
  };
  return (
    <DetailDialog title={t('log.title')} onClose={onClose}>
      <div aria-busy={isLoading}>{body()}</div>
      {data && data.total > 0 && (
        <Pager
          page={page}
          size={size}
          total={data.total}
          onPage={setPage}
          onSize={(next) => {
            setSize(next);
            setPage(1);
          }}
        />
      )}
    </DetailDialog>
  );
}
