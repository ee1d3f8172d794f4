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
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import type { StatusKind } from '@/components/kit/ui/status';
import { StatusPill } from '@/components/kit/ui/status-pill';
import { exportFeedback, replyFeedback, type FeedbackRow } from '@/lib/features/feedback/contract';
import {
  FEEDBACK_SOURCES,
  FEEDBACK_STATES,
  FEEDBACK_TYPES,
  type FeedbackState,
} from '@/lib/features/feedback/value-sets';
import { FeedbackThread } from './feedback-thread';
import { feedbackList } from './feedback-list';
import { ReplyDialog } from './reply-dialog';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';

interface Props {
  readonly first: FirstPage<FeedbackRow>;
  readonly holder: Holder;
}

const FEEDBACK_LOOK: Readonly<Record<FeedbackState, StatusKind>> = {
  NEW: 'attention',
  PROCESSING: 'service',
  REPLIED: 'normal',
  CLOSED: 'offline',
};

/** What users reported and what was answered (silent-screens B1). */
export function FeedbackListScreen({ first, holder }: Props) {
  const t = useTranslations('feedback');
  const missing = useTranslations('common')('missing');
  const list = useResourceList(feedbackList, first);
  const [shown, setShown] = useState<FeedbackRow>();
  const [answered, setAnswered] = useState<FeedbackRow>();

  const mayReply = may(holder, replyFeedback);
  const columns = useMemo<readonly Column<FeedbackRow>[]>(
    () => [
      { field: 'feedbackId', label: t('column.feedbackId'), onCard: 4, cell: (row) => row.feedbackId },
      {
        field: 'content',
        isTitle: true,
        label: t('column.content'),
        minWidth: 180,
        flex: true,
        cell: (row) => row.content,
      },
      {
        field: 'state',
        label: t('column.state'),
        onCard: 2,
        isSortable: true,
        cell: (row) => (
          <StatusPill status={row.overdue ? 'fault' : FEEDBACK_LOOK[row.state]} look="plain">
            {row.overdue ? `${t(`state.${row.state}`)} · ${t('overdue')}` : t(`state.${row.state}`)}
          </StatusPill>
        ),
      },
      {
        field: 'actions',
        label: t('column.actions'),
        cell: (row) => (
          <TaskActions
            name={row.content}
            tasks={[...(mayReply && row.state !== 'CLOSED' ? (['reply'] as const) : []), 'detail' as const].map(
              (kind) => ({
                key: kind,
                text: t(`action.${kind}`),
                label: t('action.of', { action: t(`action.${kind}`), name: row.content }),
                onClick: () => (kind === 'reply' ? setAnswered(row) : setShown(row)),
              }),
            )}
          />
        ),
      },
      { field: 'type', label: t('column.type'), onCard: 1, isSortable: true, cell: (row) => t(`type.${row.type}`) },
      {
        field: 'imageTotal',
        label: t('column.imageTotal'),
        align: 'right',
        cell: (row) => String(row.imageTotal),
      },
      { field: 'username', label: t('column.username'), isSortable: true, cell: (row) => row.username },
      {
        field: 'nickName',
        label: t('column.nickName'),
        onCard: 3,
        minWidth: 92,
        flex: true,
        cell: (row) => row.nickName,
      },
      { field: 'phone', label: t('column.phone'), cell: (row) => row.phone ?? missing },
      {
        field: 'branchName',
        label: t('column.branchName'),
        minWidth: 110,
        flex: true,
        cell: (row) => [row.branchName, row.projectNames].filter(Boolean).join(' / ') || missing,
      },
      {
        field: 'source',
        label: t('column.source'),
        isSortable: true,
        cell: (row) => [t(`source.${row.source}`), row.version].filter(Boolean).join(' '),
      },
      {
        field: 'createDate',
        label: t('column.createDate'),
        isSortable: true,
        cell: (row) => row.createDate,
      },
      { field: 'assignee', label: t('column.assignee'), cell: (row) => row.assignee ?? missing },
      {
        field: 'handledDate',
        label: t('column.handledDate'),
        isSortable: true,
        cell: (row) => row.handledDate ?? missing,
      },
    ],
    [mayReply, missing, t],
  );

  return (
    <ListScreen
      t={t}
      columns={columns}
      list={list}
      file={{ operation: exportFeedback, holder }}
      filters={
        <>
          <FilterText name="key" />
          <FilterDates />
          <FilterSelect name="type" values={FEEDBACK_TYPES} />
          <FilterSelect name="source" values={FEEDBACK_SOURCES} />
          <FilterSelect name="state" values={FEEDBACK_STATES} />
          {isHeadOffice(holder) && <BranchFilter label={t('filter.branchCode')} />}
        </>
      }
    >
      {shown && (
        <DetailDialog title={t('dialog.detail')} width="sm" onClose={() => setShown(undefined)}>
          <FeedbackThread feedbackId={shown.feedbackId} />
        </DetailDialog>
      )}
      {answered && (
        <ReplyDialog
          key={answered.feedbackId}
          row={answered}
          onDone={list.refresh}
          onClose={() => setAnswered(undefined)}
        />
      )}
    </ListScreen>
  );
}
