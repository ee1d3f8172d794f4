'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { ROW_HEIGHTS } from '@/components/kit/list/columns';
import { DEFAULT_SORT } from '@/components/kit/list/list-query';
import { PlainTable } from '@/components/kit/list/plain-table';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import {
  deleteReportSubscription,
  queryReportSubscriptions,
  saveReportSubscription,
  type ReportSubscription,
} from '@/lib/features/report-subscriptions/contract';
import { useSms } from '@/lib/platform/client/hooks';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { DeliveryLog } from '../delivery-log';
import { projectsText, subscriptionColumnsOf } from '../subscription-columns';
import { SubscriptionForm, type ChosenProject } from '../subscription-form';
import styles from './subscriptions-dialog.module.css';

interface Props {
  readonly holder: Holder;
  /** What a new subscription is about at first. */
  readonly chosen: readonly ChosenProject[];
  readonly onClose: () => void;
}

/** The own report subscriptions: what is sent to whom, when next, and what became of the last one (readings 100, 225). */
export function SubscriptionsDialog({ holder, chosen, onClose }: Props) {
  const t = useTranslations('reportSubscriptions');
  const failureText = useFailureText();
  const { data, error, isLoading, mutate } = useSms(queryReportSubscriptions, {});
  const { start, close, on } = useRowTask<ReportSubscription, 'edit' | 'log' | 'delete'>();
  const [isAdding, setIsAdding] = useState(false);
  const columns = useMemo(
    () =>
      subscriptionColumnsOf(
        t,
        taskColumn(t, {
          holder,
          tasks: [
            { kind: 'edit', operation: saveReportSubscription },
            { kind: 'log' },
            { kind: 'delete', operation: deleteReportSubscription },
          ],
          nameOf: (row) => projectsText(t, row),
          start,
        }),
      ),
    [holder, start, t],
  );
  const refresh = () => void mutate();
  const isFull = data !== undefined && data.records.length >= data.maxSubscriptions;
  const body = () => {
    if (error) return <ErrorState size="row" text={failureText(error)} onRetry={refresh} isRetrying={isLoading} />;
    if (!data) return <LoadingState size="row" />;
    if (data.records.length === 0) return <EmptyState size="row" title={t('empty')} />;
    return (
      <PlainTable
        label={t('title')}
        columns={columns}
        rows={data.records}
        rowKey={({ subscriptionId }) => subscriptionId}
        rowHeight={ROW_HEIGHTS.standard}
        sort={DEFAULT_SORT}
      />
    );
  };
  const form = { kinds: data?.kinds ?? [], holder, chosen, onSaved: refresh };
  return (
    <>
      <DetailDialog title={t('title')} width="lg" onClose={onClose}>
        <div className={styles.tools}>
          {may(holder, saveReportSubscription) && (
            <Button disabled={!data || isFull} onClick={() => setIsAdding(true)}>
              {t('add')}
            </Button>
          )}
          {data && isFull && <p>{t('limit', { max: data.maxSubscriptions })}</p>}
        </div>
        <div className={styles.table} aria-busy={isLoading}>
          {body()}
        </div>
      </DetailDialog>
      {isAdding && <SubscriptionForm {...form} onClose={() => setIsAdding(false)} />}
      {on('edit', (row) => (
        <SubscriptionForm {...form} edited={row} onClose={close} />
      ))}
      {on('log', ({ subscriptionId }) => (
        <DeliveryLog subscriptionId={subscriptionId} onClose={close} />
      ))}
      {on('delete', (row) => (
        <RowDeletion
          name={projectsText(t, row)}
          operation={deleteReportSubscription}
          input={{ subscriptionId: row.subscriptionId }}
          stale={[queryReportSubscriptions]}
          onDone={refresh}
          onClose={close}
        />
      ))}
    </>
  );
}
