'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Column } from '@/components/kit/list/columns';
import { FilterBar, FilterText } from '@/components/kit/list/filter-bar';
import { ListPage } from '@/components/kit/list/list-page';
import type { FirstPage } from '@/components/kit/list/list-query';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { useDeniedError } from '@/components/kit/ui/use-denied-error';
import type { BranchRow } from '@/lib/features/branches/contract';
import { branchList } from './branch-list';

/** The branches, kept by the source system: to read and to search (doc1 §2). */
export function BranchListScreen({ first }: { readonly first: FirstPage<BranchRow> }) {
  const t = useTranslations('branches');
  const list = useResourceList<BranchRow, typeof branchList.operation, typeof branchList.filters>(branchList, first);
  const error = useDeniedError(list.error);
  const columns = useMemo<readonly Column<BranchRow>[]>(
    () => [
      {
        field: 'branchCode',
        label: t('column.branchCode'),
        minWidth: 140,
        flex: 1,
        isSortable: true,
        cell: ({ branchCode }) => branchCode,
      },
      {
        field: 'branchName',
        label: t('column.branchName'),
        minWidth: 240,
        flex: 3,
        isSortable: true,
        cell: ({ branchName }) => branchName,
      },
    ],
    [t],
  );
  return (
    <ListPage title={t('title')}>
      <FilterBar values={list.filters} onSearch={list.search}>
        <FilterText name="searchKey" label={t('filter.searchKey')} />
      </FilterBar>
      <ResourceTable
        name="branches"
        label={t('table')}
        columns={columns}
        rowKey={({ branchCode }) => branchCode}
        list={{ ...list, error }}
      />
    </ListPage>
  );
}
