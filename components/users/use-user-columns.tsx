'use client';

import Tooltip from '@mui/material/Tooltip';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Column } from '@/components/kit/list/columns';
import { CutText } from '@/components/kit/ui/cut-text';
import type { UserRow } from '@/lib/features/users/account-contract';
import { USER_TYPE, isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { TaskActions } from '@/components/kit/list/task-actions';
import type { UserTask, UserTasks } from './user-tasks';
import styles from './user-cells.module.css';

/** Characters of the projects' cell (doc1 §9). */
const PROJECT_CHARACTERS = 10;

/** The columns of doc1 §2 in their order, and the row's actions. */
export function useUserColumns(tasks: UserTasks, start: (task: UserTask) => void): readonly Column<UserRow>[] {
  const t = useTranslations('userList');
  const missing = useTranslations('common')('missing');
  return useMemo<readonly Column<UserRow>[]>(
    () => [
      {
        field: 'branchName',
        label: t('column.branchName'),
        onCard: 3,
        minWidth: 130,
        flex: true,
        isSortable: true,
        cell: ({ branchName }) => branchName ?? missing,
      },
      {
        field: 'customerText',
        label: t('column.customerText'),
        onCard: 2,
        isSortable: true,
        cell: ({ customerText }) => customerText,
      },
      {
        field: 'username',
        isTitle: true,
        label: t('column.username'),
        isSortable: true,
        cell: ({ username }) => username,
      },
      {
        field: 'nickName',
        label: t('column.nickName'),
        onCard: 1,
        minWidth: 150,
        flex: true,
        isSortable: true,
        cell: ({ nickName }) => nickName,
      },
      {
        field: 'projectNames',
        label: t('column.projectNames'),
        cell: ({ projectNames, userType }) =>
          userType === USER_TYPE.headOffice ? (
            <span className={styles.faint}>{t('all')}</span>
          ) : projectNames ? (
            <CutText limit={PROJECT_CHARACTERS} kept={PROJECT_CHARACTERS}>
              {projectNames}
            </CutText>
          ) : (
            missing
          ),
      },
      {
        field: 'phone',
        label: t('column.phone'),
        onCard: 4,
        isSortable: true,
        cell: ({ phone }) => phone ?? missing,
      },
      {
        field: 'status',
        label: t('column.status'),
        cell: ({ status, lastSignInDate, activeDays }) =>
          status === null ? (
            missing
          ) : (
            <Tooltip
              title={t('activityDetail', { last: lastSignInDate ?? t('neverSignedIn'), days: activeDays })}
              describeChild
              enterTouchDelay={100}
            >
              <span className={styles.activity} tabIndex={0}>
                {t(`activity.${status}`)}
              </span>
            </Tooltip>
          ),
      },
      {
        field: 'equipmentTotal',
        label: t('column.equipmentTotal'),
        align: 'right',
        cell: (row) =>
          isHeadOffice(row) ? (
            <span className={styles.faint}>{t('all')}</span>
          ) : (
            <button
              type="button"
              className={styles.devices}
              aria-label={t('action.equipmentOf', { name: row.nickName, count: row.equipmentTotal })}
              onClick={() => start({ kind: 'equipment', row })}
            >
              {row.equipmentTotal}
            </button>
          ),
      },
      ...(tasks.hasActions
        ? [
            {
              field: 'actions',
              label: t('column.actions'),
              cell: (row: UserRow) => (
                <TaskActions
                  name={row.nickName}
                  tasks={[
                    ...(tasks.mayEdit
                      ? [
                          {
                            key: 'update',
                            text: t('action.update'),
                            label: tasks.mayEditRow(row)
                              ? t('action.updateOf', { name: row.nickName })
                              : t('action.ordinaryOnly'),
                            isDisabled: !tasks.mayEditRow(row),
                            onClick: () => start({ kind: 'update', row }),
                          },
                        ]
                      : []),
                    ...tasks.further.map((kind) => ({
                      key: kind,
                      text: t(`action.${kind}`),
                      label: t(`action.${kind}`),
                      isFurther: true,
                      onClick: () => start({ kind, row }),
                    })),
                    ...(tasks.mayDelete
                      ? [
                          {
                            key: 'delete',
                            text: t('action.delete'),
                            label: t('action.deleteOf', { name: row.nickName }),
                            isDangerous: true,
                            onClick: () => start({ kind: 'delete', row }),
                          },
                        ]
                      : []),
                  ]}
                />
              ),
            },
          ]
        : []),
    ],
    [missing, start, t, tasks],
  );
}
