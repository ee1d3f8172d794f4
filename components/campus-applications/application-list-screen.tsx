'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { BranchFilter } from '@/components/branches/shared/branch-picker';
import type { Column } from '@/components/kit/list/columns';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { ListScreen } from '@/components/kit/list/list-screen';
import type { FirstPage } from '@/components/kit/list/list-query';
import { TaskActions } from '@/components/kit/list/task-actions';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import type { StatusKind } from '@/components/kit/ui/status';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { useJoin } from '@/components/kit/ui/use-join';
import { handleCampusApply, type CampusApplyRow } from '@/lib/features/campus-applications/contract';
import {
  APPLY_ACTIONS,
  APPLY_STATUSES,
  isOfKind,
  isPossible,
  type ApplyAction,
  type ApplyStatus,
} from '@/lib/features/campus-applications/value-sets';
import { ApplicationDialog } from './application-dialog';
import { applicationList } from './application-list';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Props {
  readonly first: FirstPage<CampusApplyRow>;
  readonly holder: Holder;
}

const LOOK: Readonly<Record<ApplyStatus, StatusKind>> = {
  NEW: 'attention',
  CONTACTED: 'service',
  ENABLED: 'normal',
  REJECTED: 'offline',
  EXPIRED: 'standby',
};

/** Applications for the monitoring wall and the decisions on them (silent-screens B4). */
export function ApplicationListScreen({ first, holder }: Props) {
  const t = useTranslations('campusApplications');
  const missing = useTranslations('common')('missing');
  const join = useJoin();
  const list = useResourceList(applicationList, first);
  const [handled, setHandled] = useState<{ row: CampusApplyRow; action: ApplyAction }>();

  const columns = useMemo<readonly Column<CampusApplyRow>[]>(
    () => [
      {
        field: 'applyUsername',
        label: t('column.applyUsername'),
        minWidth: 96,
        flex: true,
        isSortable: true,
        cell: (row) => row.applyUsername,
      },
      {
        field: 'status',
        label: t('column.status'),
        onCard: 2,
        isSortable: true,
        cell: (row) => (
          <StatusPill status={LOOK[row.status]} look="plain">
            {t(`status.${row.status}`)}
          </StatusPill>
        ),
      },
      ...(may(holder, handleCampusApply)
        ? [
            {
              field: 'actions',
              label: t('column.actions'),
              cell: (row: CampusApplyRow) => (
                <TaskActions
                  name={row.applyUsername}
                  tasks={APPLY_ACTIONS.filter(
                    (action) => isPossible(action, row.status) && isOfKind(holder, action),
                  ).map((action) => ({
                    key: action,
                    text: t(`action.${action}`),
                    label: t('action.of', { action: t(`action.${action}`), name: row.applyUsername }),
                    onClick: () => setHandled({ row, action }),
                  }))}
                />
              ),
            },
          ]
        : []),
      {
        field: 'nickName',
        label: t('column.nickName'),
        minWidth: 120,
        flex: true,
        onCard: 1,
        cell: (row) => row.nickName,
      },
      { field: 'username', label: t('column.username'), isSortable: true, cell: (row) => row.username },
      {
        field: 'applyPhone',
        label: t('column.applyPhone'),
        onCard: 3,
        isSortable: true,
        cell: (row) => row.applyPhone,
      },
      { field: 'email', label: t('column.email'), minWidth: 120, flex: true, cell: (row) => row.email ?? missing },
      {
        field: 'description',
        label: t('column.description'),
        minWidth: 120,
        flex: true,
        cell: (row) => row.description,
      },
      {
        field: 'branchName',
        label: t('column.branchName'),
        minWidth: 104,
        flex: true,
        cell: (row) => row.branchName ?? missing,
      },
      {
        field: 'projectTotal',
        label: t('column.projectTotal'),
        align: 'right',
        cell: (row) => String(row.projectTotal),
      },
      {
        field: 'equipmentTotal',
        label: t('column.equipmentTotal'),
        align: 'right',
        cell: (row) => String(row.equipmentTotal),
      },
      {
        field: 'createDate',
        label: t('column.createDate'),
        isSortable: true,
        cell: (row) => row.createDate,
      },
      { field: 'handledBy', label: t('column.handledBy'), cell: (row) => row.handledBy ?? missing },
      {
        field: 'handledDate',
        label: t('column.handledDate'),
        isSortable: true,
        cell: (row) => row.handledDate ?? missing,
      },
      {
        field: 'validUntil',
        label: t('column.validUntil'),
        isSortable: true,
        cell: (row) => row.validUntil ?? (row.status === 'ENABLED' ? t('endless') : missing),
      },
      {
        field: 'tabs',
        label: t('column.tabs'),
        cell: (row) => join(row.tabs.map((tab) => t(`tab.${tab}`))) || missing,
      },
      { field: 'comment', label: t('column.comment'), minWidth: 80, flex: true, cell: (row) => row.comment ?? missing },
    ],
    [holder, join, missing, t],
  );

  return (
    <ListScreen
      t={t}
      columns={columns}
      list={list}
      filters={
        <>
          <FilterText name="key" />
          <FilterSelect name="status" values={APPLY_STATUSES} />
          <FilterDates />
          {isHeadOffice(holder) && <BranchFilter label={t('filter.branchCode')} />}
        </>
      }
    >
      {handled && (
        <ApplicationDialog
          key={`${handled.row.applyId}-${handled.action}`}
          {...handled}
          onDone={list.refresh}
          onClose={() => setHandled(undefined)}
        />
      )}
    </ListScreen>
  );
}
