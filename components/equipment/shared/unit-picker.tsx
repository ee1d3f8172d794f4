'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { z } from 'zod';
import { ROW_HEIGHTS, type Column } from '@/components/kit/list/columns';
import { DEFAULT_SORT, type Page } from '@/components/kit/list/list-query';
import { Pager } from '@/components/kit/list/pager';
import { PlainTable } from '@/components/kit/list/plain-table';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import type { EquipmentPick } from '@/lib/features/equipment/contract';
import { displayTypeOf } from '@/lib/live/units/value-sets';
import type { InputOf, Operation } from '@/lib/platform/contract/operation';
import { useHeldSms } from '@/lib/platform/client/use-held-sms';
import styles from './unit-picker.module.css';

/** Units in the dialogs of other features: those of a project, of an account, those to be added. */

export type PickedUnit = z.output<typeof EquipmentPick>;

/** What a list of units to choose from shows (doc1 §3). */
export function useUnitColumns(): readonly Column<PickedUnit>[] {
  const t = useTranslations('equipment.column');
  const common = useTranslations('common');
  const missing = common('missing');
  return useMemo<readonly Column<PickedUnit>[]>(
    () => [
      {
        field: 'equipmentName',
        label: t('equipmentName'),
        minWidth: 240,
        flex: true,
        cell: ({ equipmentName, equipmentNo }) => equipmentName || equipmentNo,
      },
      { field: 'equipmentNo', label: t('equipmentNo'), cell: ({ equipmentNo }) => equipmentNo },
      { field: 'cubeNo', label: t('cubeNo'), cell: ({ cubeNo }) => cubeNo ?? missing },
      {
        field: 'equipmentType',
        label: t('equipmentType'),
        cell: ({ equipmentType }) => common(`equipment.${displayTypeOf(equipmentType)}`),
      },
      {
        field: 'productLine',
        label: t('productLine'),
        cell: ({ productLine }) => productLine ?? missing,
      },
      {
        field: 'buildingName',
        label: t('buildingName'),
        minWidth: 110,
        flex: true,
        cell: ({ buildingName }) => buildingName ?? missing,
      },
    ],
    [common, missing, t],
  );
}

/** The units of something, oldest first, a page at a time. @param of its key in the operation's input */
export function useUnitPages<T extends Operation>(operation: T, of: object) {
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(15);
  const answer = useHeldSms(operation, {
    ...of,
    pageIndex: page,
    pageSize: size,
    sortField: 'createDate',
    sortOrder: 'asc',
  } as InputOf<T>);
  const data = answer.data as Page<PickedUnit> | undefined;
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / size));
  if (data && !answer.isStale && page > pages) setPage(pages);
  return {
    data,
    error: answer.error,
    isLoading: answer.isLoading,
    refresh: answer.refresh,
    page,
    size,
    setPage,
    setSize: (next: number) => {
      setSize(next);
      setPage(1);
    },
  };
}

interface Props {
  readonly units: ReturnType<typeof useUnitPages>;
  readonly columns: readonly Column<PickedUnit>[];
  readonly label: string;
  readonly emptyTitle: string;
}

/** The page of units that `useUnitPages` holds, with every state of it. */
export function UnitPages({
  units: { data, error, isLoading, refresh, page, size, setPage, setSize },
  columns,
  label,
  emptyTitle,
}: Props) {
  const failureText = useFailureText();
  const body = () => {
    if (error) return <ErrorState size="row" text={failureText(error)} onRetry={refresh} isRetrying={isLoading} />;
    if (!data) return <LoadingState size="row" />;
    if (data.total === 0) return <EmptyState size="row" title={emptyTitle} />;
    return (
      <PlainTable
        label={label}
        columns={columns}
        rows={data.records}
        rowKey={({ equipmentNo }) => equipmentNo}
        rowHeight={ROW_HEIGHTS.standard}
        sort={DEFAULT_SORT}
      />
    );
  };
  return (
    <>
      <div className={styles.table} aria-busy={isLoading}>
        {body()}
      </div>
      {data && data.total > 0 && <Pager page={page} size={size} total={data.total} onPage={setPage} onSize={setSize} />}
    </>
  );
}
