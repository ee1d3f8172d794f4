'use client';

import Checkbox from '@mui/material/Checkbox';
import IconButton from '@mui/material/IconButton';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ChevronRightIcon } from '@/components/kit/ui/icons';
import { MiddleText } from '@/components/kit/ui/middle-text';
import type { SapProject } from '@/lib/features/projects/look-up-contract';
import { installStatusOf, rowState, toggleRow, type PickedProject } from '@/lib/features/projects/shared/sap-selection';
import styles from './sap-picker.module.css';

interface Props {
  readonly row: SapProject;
  readonly chosen: readonly PickedProject[];
  readonly onChange: (projects: readonly PickedProject[]) => void;
}

/** One found project, or a group with its functional locations below. */
export function SapRow({ row, chosen, onChange }: Props) {
  const t = useTranslations('projects');
  const [isOpen, setIsOpen] = useState(true);
  const state = rowState(row, chosen);
  const isGroup = row.children.length > 0;
  const name = row.tplnr ? `${row.projectName} ${row.tplnr}` : row.projectName;
  return (
    <li className={styles.item} data-state={state}>
      <div className={styles.row}>
        <Checkbox
          size="small"
          checked={state === 'all'}
          indeterminate={state === 'half'}
          onChange={() => onChange(toggleRow(row, chosen))}
          slotProps={{
            input: {
              'aria-label': t('sap.choose', { name }),
              ...(state === 'half' ? { 'aria-checked': 'mixed' } : {}),
            },
          }}
        />
        <span className={styles.name}>
          <MiddleText>{row.projectName}</MiddleText>
        </span>
        <span className={styles.location}>
          {isGroup ? t('sap.locations', { count: row.children.length }) : row.tplnr}
        </span>
        <span className={styles.figure}>{t('sap.units', { count: row.equipmentTotal })}</span>
        <span className={styles.figure} data-install={installStatusOf(row)}>
          {t('sap.installed', { count: row.installedTotal, status: t(`installStatus.${installStatusOf(row)}`) })}
        </span>
        {isGroup && (
          <IconButton
            size="small"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'sap.fold' : 'sap.unfold', { name: row.projectName })}
            onClick={() => setIsOpen(!isOpen)}
          >
            <ChevronRightIcon size={16} />
          </IconButton>
        )}
      </div>
      {isGroup && isOpen && (
        <ul className={styles.children} aria-label={row.projectName}>
          {row.children.map((child) => (
            <SapRow key={child.projectId} row={child} chosen={chosen} onChange={onChange} />
          ))}
        </ul>
      )}
    </li>
  );
}
