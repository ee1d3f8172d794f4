'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { columnKinds } from '@/components/kit/list/column-kinds';
import { ROW_HEIGHTS, type Column } from '@/components/kit/list/columns';
import { DEFAULT_SORT } from '@/components/kit/list/list-query';
import { PlainTable } from '@/components/kit/list/plain-table';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { queryCallbacks, type CallbackDetail, type ListedCallback } from '@/lib/features/callbacks/contract';
import { querySymptoms, type SymptomRow } from '@/lib/features/symptoms/contract';
import { titleFor } from '@/lib/features/symptoms/shared/shown-title';
import type { Holder } from '@/lib/platform/contract/authorities';
import { useSms } from '@/lib/platform/client/hooks';
import { formatDate } from '@/lib/platform/i18n/format';
import type { InputOf, Operation } from '@/lib/platform/contract/operation';
import { callbackColumnsOf } from './shared/callback-columns';

const MOST = 50;
/** Before any call-out (doc2 §7). */
const FIRST_DAY = '1979-01-01';

interface RowsProps<T extends Operation, Row> {
  readonly label: string;
  readonly operation: T;
  readonly input: InputOf<T>;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  readonly isShown?: (row: Row) => boolean;
  readonly empty: string;
}

/** The rows of one question, with its states; no paging: what belongs to one call-out or unit is little. */
function Rows<T extends Operation, Row>({
  label,
  operation,
  input,
  columns,
  keyOf,
  isShown,
  empty,
}: RowsProps<T, Row>) {
  const failureText = useFailureText();
  const { data, error, isLoading, mutate } = useSms(operation, input);
  if (error)
    return <ErrorState size="row" text={failureText(error)} onRetry={() => void mutate()} isRetrying={isLoading} />;
  if (!data) return <LoadingState size="row" />;
  const rows = (data as unknown as { records: readonly Row[] }).records.filter((row) => isShown?.(row) ?? true);
  if (rows.length === 0) return <EmptyState size="row" title={empty} />;
  return (
    <PlainTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={keyOf}
      rowHeight={ROW_HEIGHTS.standard}
      sort={DEFAULT_SORT}
    />
  );
}

/** The symptoms of the call-out (doc2 §2.9). */
export function CallbackSymptoms({ callbackId, holder }: { readonly callbackId: string; readonly holder: Holder }) {
  const t = useTranslations('callbacks');
  const states = useTranslations('notifications.symptom');
  const symptoms = useTranslations('symptoms');
  const isEnglish = useLocale() === 'en';
  const columns = useMemo<readonly Column<SymptomRow>[]>(() => {
    const { text, own, time } = columnKinds<SymptomRow>(
      Object.assign((key: string) => t(key.replace('column.', 'symptom.')), { has: t.has }),
    );
    return [
      text('symptomId'),
      own('symptomTitle', titleFor(symptoms, holder, isEnglish), { minWidth: 150, flex: true }),
      text('category'),
      own('symptomState', ({ symptomState }) => states(symptomState)),
      time('createDate'),
    ];
  }, [holder, isEnglish, states, symptoms, t]);
  return (
    <Rows<typeof querySymptoms, SymptomRow>
      label={t('tab.symptoms')}
      operation={querySymptoms}
      input={{ callbackId, pageSize: MOST }}
      columns={columns}
      keyOf={({ symptomId }) => symptomId}
      empty={t('noSymptoms')}
    />
  );
}

/** The other call-outs of the unit, the newest first. */
export function UnitCallbacks({ detail, holder }: { readonly detail: CallbackDetail; readonly holder: Holder }) {
  const t = useTranslations('callbacks');
  const { equipmentNo, callbackId } = detail;
  const [today] = useState(() => formatDate(Date.now()));
  const columns = useMemo(() => {
    const shown = ['callbackId', 'jobDescription', 'jobStatus', 'scsaText', 'technicianName', 'createDate'];
    return callbackColumnsOf(t, holder).filter(({ field }) => shown.includes(field));
  }, [holder, t]);
  return (
    <Rows<typeof queryCallbacks, ListedCallback>
      label={t('tab.unit')}
      operation={queryCallbacks}
      input={{
        equipmentNo,
        startCreateDate: FIRST_DAY,
        endCreateDate: today,
        pageSize: MOST,
      }}
      columns={columns}
      keyOf={(row) => row.callbackId}
      isShown={(row) => row.callbackId !== callbackId}
      empty={t('noOthers')}
    />
  );
}
