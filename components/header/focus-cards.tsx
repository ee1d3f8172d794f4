'use client';

import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useTranslations } from 'next-intl';
import { CloseIcon } from '@/components/kit/ui/icons';
import type { FocusProject } from '@/lib/platform/focus/focus';
import styles from './focus-cards.module.css';

interface Props {
  readonly projects: readonly FocusProject[];
  readonly onCheck: (project: FocusProject, checked: boolean) => void;
  /** Removes a project from the collection; absent: no button. */
  readonly onRemove?: (project: FocusProject) => void;
  /** The limit is reached: no more can be checked. */
  readonly isFull?: boolean;
}

/** Projects to choose from, with name, number of units, branch and address. */
export function FocusCards({ projects, onCheck, onRemove, isFull = false }: Props) {
  const t = useTranslations('header.focus');
  return (
    <ul className={styles.cards}>
      {projects.map((project) => (
        <li key={project.projectId} className={styles.card} data-checked={project.checked || undefined}>
          <label className={styles.label}>
            <Checkbox
              size="small"
              checked={project.checked}
              disabled={isFull && !project.checked}
              slotProps={{ input: { 'aria-label': project.projectName } }}
              onChange={(_, checked) => onCheck(project, checked)}
            />
            <span className={styles.words}>
              <span className={styles.name} title={project.projectName}>
                {project.projectName}
              </span>
              <span className={styles.line}>
                {t('units', { count: project.count })}
                {project.branchName && ` · ${project.branchName}`}
              </span>
              <span className={styles.line} title={project.address ?? undefined}>
                {project.address || t('noAddress')}
              </span>
            </span>
          </label>
          {onRemove && (
            <Tooltip title={t('remove')}>
              <IconButton
                className={styles.remove}
                size="small"
                aria-label={t('removeName', { name: project.projectName })}
                onClick={() => onRemove(project)}
              >
                <CloseIcon size={16} />
              </IconButton>
            </Tooltip>
          )}
        </li>
      ))}
    </ul>
  );
}
