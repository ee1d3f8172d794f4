'use client';

import Button from '@mui/material/Button';
import { BranchFilter } from '@/components/branches/shared/branch-picker';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterMonth } from '@/components/kit/list/filter-month';
import { ListScreen } from '@/components/kit/list/list-screen';
import { exportInput, type FirstPage } from '@/components/kit/list/list-query';
import { RowDeletion } from '@/components/kit/list/row-deletion';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { useRowSelection } from '@/components/kit/list/use-row-selection';
import { MAX_RECEIVERS } from '@/lib/features/text-messages/contract';
import { deleteUser, queryUsers } from '@/lib/features/users/contract';
import { type UserRow } from '@/lib/features/users/account-contract';
import { currentMonth } from '@/lib/features/users/months';
import { ACTIVITIES, customerFilters } from '@/lib/features/users/value-sets';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { ExportMenu } from './export-menu';
import { LoginLinkDialog } from './login-link-dialog';
import { MessageDialog } from './message-dialog';
import { ChangePasswordDialog, ResetPasswordDialog } from './password-dialogs';
import { UserDialog } from './user-dialog';
import { userListOf } from './user-list';
import { userTasks, type UserTask } from './user-tasks';
import { UserUnitsDialog } from './user-units-dialog';
import { useUserColumns } from './use-user-columns';
import { WhyDialog } from './why-dialog';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Props {
  readonly first: FirstPage<UserRow>;
  readonly holder: Holder;
}

/** The user list (doc1 §2). */
export function UserListScreen({ first, holder }: Props) {
  const t = useTranslations('userList');
  const definition = userListOf(holder.userType);
  const list = useResourceList(definition, first);
  const tasks = useMemo(() => userTasks(holder), [holder]);
  const [lastMonth] = useState(() => currentMonth(Date.now()));
  const [task, setTask] = useState<UserTask>();
  const columns = useUserColumns(tasks, setTask);
  const close = () => setTask(undefined);
  const selection = useRowSelection(list, { max: MAX_RECEIVERS });

  const dialog = () => {
    switch (task?.kind) {
      case undefined:
        return null;
      case 'create':
        return <UserDialog tasks={tasks} onSaved={list.refresh} onClose={close} />;
      case 'update':
        return <UserDialog username={task.row.username} tasks={tasks} onSaved={list.refresh} onClose={close} />;
      case 'delete':
        return (
          <RowDeletion
            name={t('deleteName', { nickName: task.row.nickName, username: task.row.username })}
            operation={deleteUser}
            input={{ username: task.row.username }}
            stale={[queryUsers]}
            onDone={list.refresh}
            onClose={close}
          />
        );
      case 'equipment':
        return <UserUnitsDialog user={task.row} onClose={close} />;
      case 'resetPassword':
        return <ResetPasswordDialog user={task.row} onClose={close} />;
      case 'changePassword':
        return <ChangePasswordDialog user={task.row} onClose={close} />;
      case 'explain':
        return <WhyDialog user={task.row} onClose={close} />;
      case 'loginLink':
        return <LoginLinkDialog user={task.row} onClose={close} />;
      case 'message':
        return <MessageDialog users={[task.row]} onSent={list.refresh} onClose={close} />;
      case 'messageAll':
        return <MessageDialog users={task.rows} onSent={selection.clear} onClose={close} />;
    }
  };

  return (
    <ListScreen
      t={t}
      columns={columns}
      list={list}
      note={t('activityHint')}
      selection={tasks.mayMessage ? selection : undefined}
      bulk={
        <Button onClick={() => setTask({ kind: 'messageAll', rows: selection.rows })}>{t('action.message')}</Button>
      }
      actions={
        <>
          {tasks.mayExport && <ExportMenu filters={exportInput(definition, list)} />}
          {tasks.mayAdd && (
            <Button variant="contained" color="primary" onClick={() => setTask({ kind: 'create' })}>
              {t('action.create')}
            </Button>
          )}
        </>
      }
      filters={
        <>
          <FilterMonth name="startDate" label={t('filter.month')} max={lastMonth} />
          <FilterText name="keyword" />
          {isHeadOffice(holder) && <BranchFilter name="branchCodes" label={t('filter.branches')} />}
          <FilterSelect name="status" choices={ACTIVITIES.map((value) => ({ value, label: t(`activity.${value}`) }))} />
          <FilterSelect
            name="customerType"
            choices={customerFilters(holder.userType).map((value) => ({ value, label: t(`customerFilter.${value}`) }))}
          />
          <FilterSelect name="haveEquipment" values={[0, 1]} />
        </>
      }
    >
      {dialog()}
    </ListScreen>
  );
}
