'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslations } from 'next-intl';
import { useId, useMemo, useState } from 'react';
import type { z } from 'zod';
import { ROW_HEIGHTS, type Column } from '@/components/list/columns';
import { DEFAULT_SORT } from '@/components/list/list-query';
import { Pager } from '@/components/list/pager';
import { PlainTable } from '@/components/list/plain-table';
import { RowAction, RowActions } from '@/components/list/row-actions';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState, ErrorState, LoadingState } from '@/components/ui/states';
import { toast } from '@/components/ui/toast';
import { useFailureText } from '@/components/ui/use-failure-text';
import type { EquipmentPick } from '@/lib/equipment/contract';
import { deleteProjectEquipment, queryProjectEquipment, type ProjectRow } from '@/lib/projects/contract';
import { mutateSms, useSms } from '@/lib/sms/hooks';
import { UnitAddDialog } from './unit-add-dialog';
import { useUnitColumns } from './use-unit-columns';
import styles from './units-dialog.module.css';

type Unit = z.output<typeof EquipmentPick>;

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
  const id = useId();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(15);
  const [adding, setAdding] = useState<'one' | 'batch'>();
  const [removed, setRemoved] = useState<Unit>();
  const { projectId, projectName } = project;
  const { data, error, isLoading, mutate } = useSms(queryProjectEquipment, { projectId, pageIndex: page, pageSize: size, sortField: 'createDate', sortOrder: 'asc' }, { keepPreviousData: true });
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / size));
  if (data && page > pages) setPage(pages);
  const base = useUnitColumns();
  const columns = useMemo<readonly Column<Unit>[]>(() => (isEditable ? [...base, {
    field: 'actions', label: t('action.label'), minWidth: 80,
    cell: (unit: Unit) => <RowActions><RowAction label={t('units.removeOf', { name: unit.equipmentName || unit.equipmentNo })} onClick={() => setRemoved(unit)}>{t('units.remove')}</RowAction></RowActions>,
  }] : base), [base, isEditable, t]);

  const changed = () => {
    void mutate();
    onChanged();
  };
  const remove = async ({ equipmentNo }: Unit) => {
    try {
      await mutateSms(deleteProjectEquipment, { projectId, equipmentNoList: [equipmentNo] });
      toast.success(common('success.operation'));
      changed();
    } catch (failure) {
      toast.error(failureText(failure));
    }
    setRemoved(undefined);
  };
  const body = () => {
    if (data && data.total > 0) return <PlainTable label={t('units.table')} columns={columns} rows={data.records} rowKey={({ equipmentNo }) => equipmentNo} rowHeight={ROW_HEIGHTS.standard} sort={DEFAULT_SORT} />;
    if (error) return <ErrorState size="row" text={failureText(error)} onRetry={() => void mutate()} isRetrying={isLoading} />;
    return data ? <EmptyState size="row" title={t('units.empty')} /> : <LoadingState size="row" />;
  };

  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('units.of', { name: projectName })}</DialogTitle>
      <DialogContent>
        {isEditable && (
          <div className={styles.tools}>
            <Button onClick={() => setAdding('one')}>{t('units.add')}</Button>
            <Button onClick={() => setAdding('batch')}>{t('units.batch')}</Button>
          </div>
        )}
        {project.autoCreate === '1' && <p className={styles.note}>{t('units.readOnly')}</p>}
        <div className={styles.table}>{body()}</div>
        {data && data.total > 0 && <Pager page={page} size={size} total={data.total} onPage={setPage} onSize={(next) => { setSize(next); setPage(1); }} />}
      </DialogContent>
      <DialogActions><Button onClick={onClose}>{common('action.close')}</Button></DialogActions>
      {adding && <UnitAddDialog project={project} isBatch={adding === 'batch'} onAdded={changed} onClose={() => setAdding(undefined)} />}
      {removed && (
        <ConfirmDialog
          isOpen isDangerous title={t('units.removeTitle')} text={t('units.removeText', { name: removed.equipmentName || removed.equipmentNo })} confirmLabel={t('units.remove')}
          onConfirm={() => remove(removed)} onClose={() => setRemoved(undefined)}
        />
      )}
    </Dialog>
  );
}
