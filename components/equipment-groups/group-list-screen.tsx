'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { BranchFilter } from '@/components/branches/shared/branch-picker';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterLookUp } from '@/components/kit/list/filter-look-up';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { taskColumn, useRowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { projectChoice } from '@/components/projects/shared/project-picker';
import { deleteGroup, queryGroups, saveGroup, type EquipmentGroupRow } from '@/lib/features/equipment-groups/contract';
import { listProjectsByUser } from '@/lib/features/projects/look-up-contract';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { may } from '@/lib/platform/contract/access';
import { EnableDialog } from './enable-dialog';
import { ExecuteDialog } from './execute-dialog';
import { GROUP_TASKS, groupColumnsOf, type GroupTask } from './group-columns';
import { GroupDialog, GroupEdit } from './group-dialog';
import { ENABLED, groupList } from './group-list';
import { GroupLog } from './group-log';
import { GroupUnits } from './group-units';

const nameOf = ({ groupName }: EquipmentGroupRow) => groupName;

/** Groups of escalators and moving walks with their hours (silent-screens A10). */
export function GroupListScreen({ first, holder }: ListScreenProps<typeof groupList>) {
  const t = useTranslations('equipmentGroups');
  const list = useResourceList(groupList, first);
  const { start, close, on } = useRowTask<EquipmentGroupRow, GroupTask>();
  const [isAdding, setIsAdding] = useState(false);
  const columns = useMemo(
    () => [
      ...groupColumnsOf(t),
      ...taskColumn<EquipmentGroupRow, GroupTask>(t, { holder, tasks: GROUP_TASKS, nameOf, start }),
    ],
    [holder, start, t],
  );
  const toggle = (row: EquipmentGroupRow) => <EnableDialog row={row} onSaved={list.refresh} onClose={close} />;
  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      detail={({ groupId }) => <GroupUnits groupId={groupId} holder={holder} />}
      actions={
        may(holder, saveGroup) && (
          <Button variant="contained" color="primary" onClick={() => setIsAdding(true)}>
            {t('add')}
          </Button>
        )
      }
      filters={
        <>
          <FilterText name="key" />
          <FilterLookUp name="projectId" operation={listProjectsByUser} choiceOf={projectChoice} />
          <FilterSelect name="enabled" values={ENABLED} />
          {isHeadOffice(holder) && <BranchFilter label={t('filter.branchCode')} />}
        </>
      }
    >
      {isAdding && <GroupDialog onSaved={list.refresh} onClose={() => setIsAdding(false)} />}
      {on('edit', ({ groupId }) => (
        <GroupEdit groupId={groupId} onSaved={list.refresh} onClose={close} />
      ))}
      {on('execute', ({ groupId }) => (
        <ExecuteDialog groupId={groupId} onSaved={list.refresh} onClose={close} />
      ))}
      {on('log', (row) => (
        <GroupLog row={row} onClose={close} />
      ))}
      {on('enable', toggle)}
      {on('disable', toggle)}
      {on('delete', ({ groupId, groupName }) => (
        <RowDeletion
          name={groupName}
          operation={deleteGroup}
          input={{ groupId }}
          stale={[queryGroups]}
          onDone={list.refresh}
          onClose={close}
        />
      ))}
    </ListScreen>
  );
}
