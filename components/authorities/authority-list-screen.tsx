'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { Column } from '@/components/kit/list/columns';
import { FilterBar, FilterText } from '@/components/kit/list/filter-bar';
import { ListPage } from '@/components/kit/list/list-page';
import type { FirstPage } from '@/components/kit/list/list-query';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { RowAction, RowActions } from '@/components/kit/list/row-actions';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import {
  addAuthority,
  deleteAuthority,
  searchAuthorities,
  updateAuthority,
  type AuthorityRow,
} from '@/lib/features/authorities/contract';
import { AuthorityDialog } from './authority-dialog';
import { authorityList } from './authority-list';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';

const upper = (text: string) => text.toUpperCase();

/** The strings that roles are made of (doc1 §2). */
export function AuthorityListScreen({
  first,
  holder,
}: {
  readonly first: FirstPage<AuthorityRow>;
  readonly holder: Holder;
}) {
  const t = useTranslations('authorities');
  const missing = useTranslations('common')('missing');
  const list = useResourceList<AuthorityRow, typeof authorityList.operation, typeof authorityList.filters>(
    authorityList,
    first,
  );
  const [edited, setEdited] = useState<AuthorityRow | 'new'>();
  const [deleted, setDeleted] = useState<AuthorityRow>();

  const mayUpdate = may(holder, updateAuthority);
  const mayDelete = may(holder, deleteAuthority);
  const columns = useMemo<readonly Column<AuthorityRow>[]>(
    () => [
      {
        field: 'authority',
        label: t('column.authority'),
        minWidth: 260,
        flex: 2,
        isSortable: true,
        cell: ({ authority }) => authority,
      },
      {
        field: 'description',
        label: t('column.description'),
        minWidth: 220,
        flex: 3,
        isSortable: true,
        cell: ({ description }) => description ?? missing,
      },
      { field: 'scope', label: t('column.scope'), minWidth: 90, flex: 1, isSortable: true, cell: ({ scope }) => scope },
      {
        field: 'createDate',
        label: t('column.createDate'),
        minWidth: 170,
        flex: 1,
        isSortable: true,
        cell: ({ createDate }) => createDate,
      },
      ...(mayUpdate || mayDelete
        ? [
            {
              field: 'actions',
              label: t('action.label'),
              minWidth: 150,
              cell: (row: AuthorityRow) => (
                <RowActions>
                  {mayUpdate && (
                    <RowAction label={t('action.updateOf', { name: row.authority })} onClick={() => setEdited(row)}>
                      {t('action.update')}
                    </RowAction>
                  )}
                  {mayDelete && (
                    <RowAction label={t('action.deleteOf', { name: row.authority })} onClick={() => setDeleted(row)}>
                      {t('action.delete')}
                    </RowAction>
                  )}
                </RowActions>
              ),
            },
          ]
        : []),
    ],
    [mayDelete, mayUpdate, missing, t],
  );

  return (
    <ListPage
      title={t('title')}
      actions={
        may(holder, addAuthority) && (
          <Button variant="contained" color="primary" onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        )
      }
    >
      <FilterBar values={list.filters} onSearch={list.search}>
        <FilterText name="searchKey" label={t('filter.searchKey')} format={upper} />
      </FilterBar>
      <ResourceTable
        name="authorities"
        label={t('table')}
        columns={columns}
        rowKey={({ authority }) => authority}
        list={list}
      />
      {edited && (
        <AuthorityDialog
          edited={edited === 'new' ? undefined : edited}
          onSaved={list.refresh}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <RowDeletion
          name={deleted.authority}
          operation={deleteAuthority}
          input={{ authority: deleted.authority }}
          stale={[searchAuthorities]}
          onDone={list.refresh}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </ListPage>
  );
}
