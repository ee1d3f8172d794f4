'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { callbackColumnsOf } from '@/components/callbacks/shared/callback-columns';
import { DetailSection } from '@/components/kit/detail/detail-page';
import { ROW_HEIGHTS } from '@/components/kit/list/columns';
import { DEFAULT_SORT } from '@/components/kit/list/list-query';
import { PlainTable } from '@/components/kit/list/plain-table';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { queryCallbacks } from '@/lib/features/callbacks/contract';
import type { MaintenanceDetail } from '@/lib/features/maintenance/work-contract';
import { useSms } from '@/lib/platform/client/hooks';
import type { Holder } from '@/lib/platform/contract/authorities';
import { dayAfter } from '@/lib/features/facts/shared/days';

/** Call-outs of the unit from so many days before the job on (silent-screens E1, block 5). */
const DAYS = 15;
const SHOWN = ['callbackId', 'jobDescription', 'jobStatus', 'createDate'];

/** Events of the unit around the job: a technician looks at them first. */
export function UnitTroubles({ detail, holder }: { readonly detail: MaintenanceDetail; readonly holder: Holder }) {
  const t = useTranslations('maintenance');
  const ofCallbacks = useTranslations('callbacks');
  const failureText = useFailureText();
  const day = detail.doneDate?.slice(0, 10) ?? detail.planDate;
  const { data, error, isLoading, mutate } = useSms(queryCallbacks, {
    key: detail.equipmentNo,
    equipmentNo: detail.equipmentNo,
    startCreateDate: dayAfter(day, -DAYS),
    endCreateDate: dayAfter(day, DAYS),
    pageSize: 50,
  });
  const columns = useMemo(
    () => callbackColumnsOf(ofCallbacks, holder).filter(({ field }) => SHOWN.includes(field)),
    [holder, ofCallbacks],
  );
  return (
    <DetailSection title={t('sections.callbacks')}>
      {error ? (
        <ErrorState size="row" text={failureText(error)} onRetry={() => void mutate()} isRetrying={isLoading} />
      ) : !data ? (
        <LoadingState size="row" />
      ) : data.records.length === 0 ? (
        <EmptyState size="row" title={t('noCallbacks')} />
      ) : (
        <PlainTable
          label={t('sections.callbacks')}
          columns={columns}
          rows={data.records}
          rowKey={({ callbackId }) => callbackId}
          rowHeight={ROW_HEIGHTS.standard}
          sort={DEFAULT_SORT}
        />
      )}
    </DetailSection>
  );
}
