'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useCallback, useMemo, useState } from 'react';
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
import { useSeedWords } from '@/components/kit/ui/use-seed-words';
import { useJoin } from '@/components/kit/ui/use-join';
import { approveApproval, rejectApproval, withdrawApproval, type ApprovalRow } from '@/lib/features/approvals/contract';
import { APPROVAL_KINDS, APPROVAL_STATES, type ApprovalState } from '@/lib/features/approvals/value-sets';
import { ApprovalDetailDialog } from './approval-detail-dialog';
import { ApprovalDecision, type Decision } from './approval-decision';
import { approvalList } from './approval-list';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Props {
  readonly first: FirstPage<ApprovalRow>;
  readonly username: string;
  readonly holder: Holder;
}

const LOOK: Readonly<Record<ApprovalState, StatusKind>> = {
  PENDING: 'attention',
  APPROVED: 'normal',
  REJECTED: 'offline',
  WITHDRAWN: 'standby',
  AUTO: 'normal',
};
const USER_TYPES = [1, 2, 3, 4] as const;

/** Applications of branches and the decisions of head office (silent-screens B3). */
export function ApprovalListScreen({ first, username, holder }: Props) {
  const t = useTranslations('approvals');
  const missing = useTranslations('common')('missing');
  const join = useJoin();
  const { ofRole } = useSeedWords();
  const list = useResourceList(approvalList, first);
  const [shown, setShown] = useState<ApprovalRow>();
  const [decided, setDecided] = useState<{ row: ApprovalRow; decision: Decision }>();

  const decisionsOf = useCallback(
    ({ state, applicant }: ApprovalRow): readonly Decision[] => {
      if (state !== 'PENDING') return [];
      if (applicant === username) return may(holder, withdrawApproval) ? ['withdraw'] : [];
      return [
        ...(may(holder, approveApproval) ? ['approve' as const] : []),
        ...(may(holder, rejectApproval) ? ['reject' as const] : []),
      ];
    },
    [holder, username],
  );

  const columns = useMemo<readonly Column<ApprovalRow>[]>(() => {
    const labelOf = (row: ApprovalRow, action: Decision | 'view') =>
      t('action.of', { action: t(`action.${action}`), name: row.username });
    return [
      { field: 'approvalId', label: t('column.approvalId'), onCard: 4, cell: (row) => row.approvalId },
      {
        field: 'state',
        label: t('column.state'),
        onCard: 2,
        isSortable: true,
        cell: (row) => (
          <StatusPill status={row.overdue ? 'fault' : LOOK[row.state]} look="plain">
            {row.overdue ? `${t(`state.${row.state}`)} · ${t('overdue')}` : t(`state.${row.state}`)}
          </StatusPill>
        ),
      },
      {
        field: 'username',
        isTitle: true,
        label: t('column.username'),
        isSortable: true,
        cell: (row) => row.username,
      },
      {
        field: 'actions',
        label: t('column.actions'),
        cell: (row) => (
          <TaskActions
            name={row.username}
            tasks={(['view', ...decisionsOf(row)] as const).map((action) => ({
              key: action,
              text: t(`action.${action}`),
              label: labelOf(row, action),
              onClick: () => (action === 'view' ? setShown(row) : setDecided({ row, decision: action })),
            }))}
          />
        ),
      },
      { field: 'kind', label: t('column.kind'), onCard: 1, isSortable: true, cell: (row) => t(`kind.${row.kind}`) },
      {
        field: 'applicant',
        label: t('column.applicant'),
        minWidth: 88,
        flex: true,
        isSortable: true,
        cell: (row) => row.applicant,
      },
      {
        field: 'branchName',
        label: t('column.branchName'),
        minWidth: 104,
        flex: true,
        cell: (row) => row.branchName ?? missing,
      },
      {
        field: 'nickName',
        label: t('column.nickName'),
        onCard: 3,
        minWidth: 120,
        flex: true,
        cell: (row) => row.nickName || missing,
      },
      { field: 'phone', label: t('column.phone'), cell: (row) => row.phone ?? missing },
      {
        field: 'branchUserType',
        label: t('column.branchUserType'),
        cell: (row) => {
          const type = USER_TYPES.find((one) => one === row.branchUserType);
          return type ? t(`userType.${type}`) : missing;
        },
      },
      {
        field: 'roleNames',
        label: t('column.roleNames'),
        cell: (row) => join(row.roleNames.map(ofRole)) || missing,
      },
      {
        field: 'projectTotal',
        label: t('column.projectTotal'),
        align: 'right',
        cell: (row) => String(row.projectTotal),
      },
      {
        field: 'attachmentPath',
        label: t('column.attachmentPath'),
        cell: (row) => (row.attachmentPath ? t('attachment') : missing),
      },
      {
        field: 'createDate',
        label: t('column.createDate'),
        isSortable: true,
        cell: (row) => row.createDate,
      },
      { field: 'approver', label: t('column.approver'), cell: (row) => row.approver ?? missing },
      {
        field: 'approveDate',
        label: t('column.approveDate'),
        isSortable: true,
        cell: (row) => row.approveDate ?? missing,
      },
      { field: 'comment', label: t('column.comment'), minWidth: 80, flex: true, cell: (row) => row.comment ?? missing },
    ];
  }, [decisionsOf, join, missing, ofRole, t]);
  // The decision replaces the detail: only one dialog is open, and closing it returns the focus to the row's button.
  const decide = (row: ApprovalRow, decision: Decision) => {
    setShown(undefined);
    setDecided({ row, decision });
  };

  return (
    <ListScreen
      t={t}
      columns={columns}
      list={list}
      filters={
        <>
          <FilterText name="key" />
          <FilterSelect name="kind" values={APPROVAL_KINDS} />
          <FilterSelect name="state" values={APPROVAL_STATES} />
          <FilterDates />
          {isHeadOffice(holder) && <BranchFilter label={t('filter.branchCode')} />}
        </>
      }
    >
      {shown && (
        <ApprovalDetailDialog
          row={shown}
          onClose={() => setShown(undefined)}
          actions={decisionsOf(shown).map((decision) => (
            <Button key={decision} onClick={() => decide(shown, decision)}>
              {t(`action.${decision}`)}
            </Button>
          ))}
        />
      )}
      {decided && (
        <ApprovalDecision
          key={`${decided.row.approvalId}-${decided.decision}`}
          {...decided}
          onDone={list.refresh}
          onClose={() => setDecided(undefined)}
        />
      )}
    </ListScreen>
  );
}
