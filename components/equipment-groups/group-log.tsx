'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { columnKinds } from '@/components/kit/list/column-kinds';
import { ROW_HEIGHTS } from '@/components/kit/list/columns';
import { DEFAULT_SORT } from '@/components/kit/list/list-query';
import { Pager } from '@/components/kit/list/pager';
import { PlainTable } from '@/components/kit/list/plain-table';
import { DayField } from '@/components/kit/form/day-field';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { queryGroupLog, type EquipmentGroupRow, type GroupLogRow } from '@/lib/features/equipment-groups/contract';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import { RESULT_LOOKS } from './group-columns';
import styles from './group-dialog.module.css';

interface Props {
  readonly row: EquipmentGroupRow;
  readonly onClose: () => void;
}

/** What was done on site, the latest first (silent-screens A10). */
export function GroupLog({ row: { groupId, groupName }, onClose }: Props) {
  const t = useTranslations('equipmentGroups.log');
  const list = useTranslations('list');
  const failureText = useFailureText();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(15);
  const [days, setDays] = useState({ startDate: '', endDate: '' });
  const { data, error, isLoading, refresh } = useHeldSms(queryGroupLog, {
    groupId,
    pageIndex: page,
    pageSize: size,
    ...days,
  });
  const columns = useMemo(() => {
    const { time, option, text, status } = columnKinds<GroupLogRow>(t);
    return [
      time('createDate'),
      option('action'),
      text('equipmentNo'),
      status('result', RESULT_LOOKS),
      text('reason', { flex: true, minWidth: 130 }),
      text('confirmedBy'),
      time('plannedTime'),
    ];
  }, [t]);
  const change = (end: 'startDate' | 'endDate') => (day: string) => {
    setDays((before) => ({ ...before, [end]: day }));
    setPage(1);
  };
  const body = () => {
    if (error) return <ErrorState size="row" text={failureText(error)} onRetry={refresh} isRetrying={isLoading} />;
    if (!data) return <LoadingState size="row" />;
    if (data.total === 0) return <EmptyState size="row" title={t('empty')} />;
    return (
      <PlainTable
        label={t('title', { name: groupName })}
        columns={columns}
        rows={data.records}
        rowKey={({ id }) => id}
        rowHeight={ROW_HEIGHTS.standard}
        sort={DEFAULT_SORT}
      />
    );
  };
  return (
    <DetailDialog title={t('title', { name: groupName })} onClose={onClose} width="lg">
      <div className={styles.days}>
        <DayField label={t('from')} value={days.startDate} onChange={change('startDate')} />
        <DayField label={t('to')} value={days.endDate} onChange={change('endDate')} />
      </div>
      <div aria-busy={isLoading}>{body()}</div>
      {data?.historyMonths !== undefined && (
        <p className={styles.hint} role="status">
          {list('historyCut', { n: data.historyMonths })}
        </p>
      )}
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
