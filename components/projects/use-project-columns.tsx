'use client';

import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import type { Column } from '@/components/kit/list/columns';
import { TaskActions } from '@/components/kit/list/task-actions';
import { CutText } from '@/components/kit/ui/cut-text';
import { MiddleText } from '@/components/kit/ui/middle-text';
import type { ProjectRow } from '@/lib/features/projects/contract';
import styles from './project-cells.module.css';

/** Longer lists of accounts are shown as 9 characters and an ellipsis (doc1 §9). */
const ACCOUNTS_LIMIT = 10;

interface ProjectRowActions {
  /** Absent without the right. */
  readonly onEdit?: (row: ProjectRow) => void;
  readonly onDelete?: (row: ProjectRow) => void;
  readonly onUnits: (row: ProjectRow) => void;
}

/** The columns of doc1 §2 in their order, and the row's actions; rows of SAP can neither be changed nor deleted. */
export function useProjectColumns({ onEdit, onDelete, onUnits }: ProjectRowActions): readonly Column<ProjectRow>[] {
  const t = useTranslations('projects');
  const missing = useTranslations('common')('missing');
  return useMemo<readonly Column<ProjectRow>[]>(
    () => [
      {
        field: 'branchName',
        label: t('column.branchName'),
        minWidth: 130,
        flex: true,
        isSortable: true,
        cell: ({ branchName }) => branchName,
      },
      {
        field: 'projectName',
        label: t('column.projectName'),
        minWidth: 220,
        flex: true,
        isSortable: true,
        isTitle: true,
        cell: ({ projectName, autoCreate }) => (
          <span className={styles.name}>
            {autoCreate === '1' && (
              <span className={styles.badge} title={t('badgeHint')}>
                {t('badge')}
              </span>
            )}
            <MiddleText>{projectName}</MiddleText>
          </span>
        ),
      },
      {
        field: 'tplnr',
        label: t('column.tplnr'),
        isSortable: true,
        cell: ({ tplnr }) => tplnr ?? missing,
      },
      {
        field: 'installStatus',
        label: t('column.installStatus'),
        cell: ({ installStatus }) => (
          <span className={styles.install} data-install={installStatus}>
            {t(`installStatus.${installStatus}`)}
          </span>
        ),
      },
      {
        field: 'usernames',
        label: t('column.usernames'),
        minWidth: 120,
        flex: true,
        cell: ({ usernames }) => (usernames ? <CutText limit={ACCOUNTS_LIMIT}>{usernames}</CutText> : missing),
      },
      {
        field: 'equipmentTotal',
        label: t('column.equipmentTotal'),
        align: 'right',
        isSortable: true,
        cell: (row) => (
          <button
            type="button"
            className={styles.count}
            aria-label={t('action.unitsOf', { name: row.projectName, count: row.equipmentTotal })}
            onClick={() => onUnits(row)}
          >
            {row.equipmentTotal}
          </button>
        ),
      },
      ...(onEdit || onDelete
        ? [
            {
              field: 'actions',
              label: t('action.label'),
              cell: (row: ProjectRow) =>
                row.autoCreate === '0' && (
                  <TaskActions
                    name={row.projectName}
                    tasks={[
                      ...(onEdit
                        ? [
                            {
                              key: 'update',
                              text: t('action.update'),
                              label: t('action.updateOf', { name: row.projectName }),
                              onClick: () => onEdit(row),
                            },
                          ]
                        : []),
                      ...(onDelete
                        ? [
                            {
                              key: 'delete',
                              text: t('action.delete'),
                              label: t('action.deleteOf', { name: row.projectName }),
                              isDangerous: true,
                              onClick: () => onDelete(row),
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
    [missing, onDelete, onEdit, onUnits, t],
  );
}
