'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo, useState } from 'react';
import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import { FilterText } from '@/components/kit/list/filter-bar';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { listAuthoritiesByRole } from '@/lib/features/authorities/contract';
import { type SeedWords, useSeedWords } from '@/components/kit/ui/use-seed-words';
import { addRole, deleteRole, searchRoles, updateRole, type RoleRow } from '@/lib/features/roles/contract';
import { callSms } from '@/lib/platform/client/client';
import { RoleAuthorities } from './role-authorities';
import { RoleDialog, type EditedRole } from './role-dialog';
import { roleList } from './role-list';
import { may } from '@/lib/platform/contract/access';
import { isMaster } from '@/lib/platform/contract/authorities';

const TASKS = [
  { kind: 'update', operation: updateRole },
  { kind: 'delete', operation: deleteRole },
] as const;

function columnsOf(t: ListTexts, { ofRole }: SeedWords) {
  const { own, text, yesNo, time } = columnKinds<RoleRow>(t);
  return [
    own('role', ({ role }) => ofRole(role), { minWidth: 180, flex: true }),
    own('description', ({ description }) => ofRole(description), { minWidth: 200, flex: true, onCard: 1 }),
    text('scope', { onCard: 2 }),
    yesNo('branchAssignable', { group: 'assignable' }),
    time('createDate'),
  ];
}

/** Roles and what they open (doc1 §2). */
export function RoleListScreen({ first, holder }: ListScreenProps<typeof roleList>) {
  const t = useTranslations('roles');
  const failureText = useFailureText();
  const seedWords = useSeedWords();
  const list = useResourceList(roleList, first);
  const { start, close, on } = useRowTask<RoleRow>();
  const [edited, setEdited] = useState<EditedRole | 'new'>();
  const begin = useCallback(
    async (kind: string, row: RoleRow) => {
      if (kind !== 'update') return start(kind, row);
      try {
        const authorities = await callSms(listAuthoritiesByRole, { role: row.role });
        setEdited({ ...row, authorities: authorities.map(({ authority }) => authority) });
      } catch (error) {
        toast.error(failureText(error));
      }
    },
    [failureText, start],
  );
  const columns = useMemo(
    () => [
      ...columnsOf(t, seedWords),
      ...taskColumn(t, {
        holder,
        tasks: TASKS,
        nameOf: ({ role }: RoleRow) => seedWords.ofRole(role),
        start: (kind, row) => void begin(kind, row),
      }),
    ],
    [begin, holder, seedWords, t],
  );
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      detail={(row) => <RoleAuthorities role={row.role} />}
      filters={<FilterText name="searchKey" />}
      actions={
        may(holder, addRole) && (
          <Button variant="contained" color="primary" onClick={() => setEdited('new')}>
            {t('add')}
          </Button>
        )
      }
    >
      {edited && (
        <RoleDialog
          edited={edited === 'new' ? undefined : edited}
          canAssign={isMaster(holder)}
          onSaved={list.refresh}
          onClose={() => setEdited(undefined)}
        />
      )}
      {on('delete', ({ role }) => (
        <RowDeletion
          name={seedWords.ofRole(role)}
          operation={deleteRole}
          input={{ role }}
          stale={[searchRoles]}
          onDone={list.refresh}
          onClose={close}
        />
      ))}
    </ListScreen>
  );
}
