'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo, useState } from 'react';
import type { Column } from '@/components/kit/list/columns';
import { FilterBar, FilterText } from '@/components/kit/list/filter-bar';
import { ListPage } from '@/components/kit/list/list-page';
import type { FirstPage } from '@/components/kit/list/list-query';
import { ResourceTable } from '@/components/kit/list/resource-table';
import { RowAction, RowActions } from '@/components/kit/list/row-actions';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { listAuthoritiesByRole } from '@/lib/features/authorities/contract';
import { addRole, deleteRole, searchRoles, updateRole, type RoleRow } from '@/lib/features/roles/contract';
import { callSms } from '@/lib/platform/client/client';
import { RoleDialog, type EditedRole } from './role-dialog';
import { roleList } from './role-list';
import { may } from '@/lib/platform/contract/access';
import { hasAny, type Holder } from '@/lib/platform/contract/authorities';

interface Props {
  readonly first: FirstPage<RoleRow>;
  readonly holder: Holder;
}

/** Roles and what they open (doc1 §2). */
export function RoleListScreen({ first, holder }: Props) {
  const t = useTranslations('roles');
  const missing = useTranslations('common')('missing');
  const failureText = useFailureText();
  const list = useResourceList(roleList, first);
  const [edited, setEdited] = useState<EditedRole | 'new'>();
  const [deleted, setDeleted] = useState<RoleRow>();

  const edit = useCallback(
    async (row: RoleRow) => {
      try {
        const authorities = await callSms(listAuthoritiesByRole, { role: row.role });
        setEdited({ ...row, authorities: authorities.map(({ authority }) => authority) });
      } catch (error) {
        toast.error(failureText(error));
      }
    },
    [failureText],
  );

  const mayUpdate = may(holder, updateRole);
  const mayDelete = may(holder, deleteRole);
  const columns = useMemo<readonly Column<RoleRow>[]>(
    () => [
      { field: 'role', label: t('column.role'), minWidth: 180, flex: 2, isSortable: true, cell: ({ role }) => role },
      {
        field: 'description',
        label: t('column.description'),
        minWidth: 200,
        flex: 3,
        isSortable: true,
        cell: ({ description }) => description,
      },
      {
        field: 'scope',
        label: t('column.scope'),
        minWidth: 90,
        flex: 1,
        isSortable: true,
        cell: ({ scope }) => scope ?? missing,
      },
      {
        field: 'branchAssignable',
        label: t('column.branchAssignable'),
        minWidth: 130,
        flex: 1,
        isSortable: true,
        cell: ({ branchAssignable }) => t(branchAssignable ? 'assignable.yes' : 'assignable.no'),
      },
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
              cell: (row: RoleRow) => (
                <RowActions>
                  {mayUpdate && (
                    <RowAction label={t('action.updateOf', { name: row.role })} onClick={() => void edit(row)}>
                      {t('action.update')}
                    </RowAction>
                  )}
                  {mayDelete && (
                    <RowAction label={t('action.deleteOf', { name: row.role })} onClick={() => setDeleted(row)}>
                      {t('action.delete')}
                    </RowAction>
                  )}
                </RowActions>
              ),
            },
          ]
        : []),
    ],
    [edit, mayDelete, mayUpdate, missing, t],
  );

  return (
    <ListPage
      title={t('title')}
      actions={
        may(holder, addRole) && (
          <Button variant="contained" color="primary" onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        )
      }
    >
      <FilterBar values={list.filters} onSearch={list.search}>
        <FilterText name="searchKey" label={t('filter.searchKey')} />
      </FilterBar>
      <ResourceTable label={t('table')} columns={columns} list={list} />
      {edited && (
        <RoleDialog
          edited={edited === 'new' ? undefined : edited}
          canAssign={hasAny(holder, ['SUPER_MASTER'])}
          onSaved={list.refresh}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <RowDeletion
          name={deleted.role}
          operation={deleteRole}
          input={{ role: deleted.role }}
          stale={[searchRoles]}
          onDone={list.refresh}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </ListPage>
  );
}
