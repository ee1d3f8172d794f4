'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { UnitPages, useUnitColumns, useUnitPages, type PickedUnit } from '@/components/equipment/shared/unit-picker';
import type { Column } from '@/components/kit/list/columns';
import { RowAction, RowActions } from '@/components/kit/list/row-actions';
import { ConfirmDialog } from '@/components/kit/ui/confirm-dialog';
import { DetailDialog } from '@/components/kit/ui/detail-dialog';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { type ProjectRow } from '@/lib/features/projects/contract';
import { deleteProjectEquipment, queryProjectEquipment } from '@/lib/features/projects/unit-contract';
import { mutateSms } from '@/lib/platform/client/hooks';
import { UnitAddDialog } from './unit-add-dialog';
import styles from './units-dialog.module.css';

interface Props {
  readonly project: Pick<ProjectRow, 'projectId' | 'projectName' | 'branchCode' | 'autoCreate'>;
  /** Head office, and not a project of SAP (doc1 §2). */
  readonly isEditable: boolean;
  /** The counts of the project have changed. */
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The units of a project: a list, and for those who may, adding one or many and taking out. */
export function UnitsDialog({ project, isEditable, onChanged, onClose }: Props) {
  const t = useTranslations('projects');
  const common = useTranslations('common');
  const failureText = useFailureText();
  const [adding, setAdding] = useState<'one' | 'batch'>();
  const [removed, setRemoved] = useState<PickedUnit>();
  const { projectId, projectName } = project;
  const units = useUnitPages(queryProjectEquipment, { projectId });
  const base = useUnitColumns();
  const columns = useMemo<readonly Column<PickedUnit>[]>(
    () =>
      isEditable
        ? [
            ...base,
            {
              field: 'actions',
              label: t('action.label'),
              cell: (unit: PickedUnit) => (
                <RowActions>
                  <RowAction
                    label={t('units.removeOf', { name: unit.equipmentName || unit.equipmentNo })}
                    onClick={() => setRemoved(unit)}
                  >
                    {t('units.remove')}
                  </RowAction>
                </RowActions>
              ),
            },
          ]
        : base,
    [base, isEditable, t],
  );

  const changed = () => {
    units.refresh();
    onChanged();
  };
  const remove = async ({ equipmentNo }: PickedUnit) => {
    try {
      await mutateSms(deleteProjectEquipment, { projectId, equipmentNoList: [equipmentNo] });
      toast.success(common('success.operation'));
      changed();
    } catch (failure) {
      toast.error(failureText(failure));
    }
    setRemoved(undefined);
  };

  return (
    <>
      <DetailDialog title={t('units.of', { name: projectName })} width="lg" onClose={onClose}>
        {isEditable && (
          <div className={styles.tools}>
            <Button onClick={() => setAdding('one')}>{t('units.add')}</Button>
            <Button onClick={() => setAdding('batch')}>{t('units.batch')}</Button>
          </div>
        )}
        {project.autoCreate === '1' && <p className={styles.note}>{t('units.readOnly')}</p>}
        <UnitPages units={units} columns={columns} label={t('units.table')} emptyTitle={t('units.empty')} />
      </DetailDialog>
      {adding && (
        <UnitAddDialog
          project={project}
          isBatch={adding === 'batch'}
          onAdded={changed}
          onClose={() => setAdding(undefined)}
        />
      )}
      {removed && (
        <ConfirmDialog
          isOpen
          isDangerous
          title={t('units.removeTitle')}
          text={t('units.removeText', { name: removed.equipmentName || removed.equipmentNo })}
          confirmLabel={t('units.remove')}
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </>
  );
}
