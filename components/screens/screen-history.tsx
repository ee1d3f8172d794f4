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
import { listScreenHistory, type ScreenNotice } from '@/lib/features/screens/contract';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import { NOTICE_LOOKS } from './screen-columns';

interface Props {
  readonly screenNo: string;
  readonly onClose: () => void;
}

/** What was published to a screen and what became of it, the latest first (silent-screens A9). */
export function ScreenHistory({ screenNo, onClose }: Props) {
  const t = useTranslations('screens.history');
  const list = useTranslations('list');
  const failureText = useFailureText();
  const [{ pageIndex, pageSize }, setPage] = useState({ pageIndex: 1, pageSize: 15 });
  const { data, error, isLoading, refresh } = useHeldSms(listScreenHistory, { screenNo, pageIndex, pageSize });
  const columns = useMemo(() => {
    const { time, option, text, status } = columnKinds<ScreenNotice>(t);
    return [
      time('createDate'),
      text('text', { flex: true, minWidth: 160 }),
      status('state', NOTICE_LOOKS),
      option('priority'),
      time('startTime'),
      time('endTime'),
      text('createBy'),
    ];
  }, [t]);
  const body = () => {
    if (error) return <ErrorState size="row" text={failureText(error)} onRetry={refresh} isRetrying={isLoading} />;
    if (!data) return <LoadingState size="row" />;
    if (data.total === 0) return <EmptyState size="row" title={t('empty')} />;
    return (
      <PlainTable
        label={t('title', { name: screenNo })}
        columns={columns}
        rows={data.records}
        rowKey={({ noticeId }) => noticeId}
        rowHeight={ROW_HEIGHTS.standard}
        sort={DEFAULT_SORT}
      />
    );
  };
  return (
    <DetailDialog title={t('title', { name: screenNo })} onClose={onClose} width="lg">
      <div aria-busy={isLoading}>{body()}</div>
      {data?.historyMonths !== undefined && <p role="status">{list('historyCut', { n: data.historyMonths })}</p>}
      {data && data.total > 0 && (
        <Pager
          page={pageIndex}
          size={pageSize}
          total={data.total}
          onPage={(next) => setPage({ pageIndex: next, pageSize })}
          onSize={(next) => setPage({ pageIndex: 1, pageSize: next })}
        />
      )}
    </DetailDialog>
  );
}
