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
import { EmptyState, ErrorState, LoadingState } from '@/components/ui/states';
import { useFailureText } from '@/components/ui/use-failure-text';
import type { EquipmentPick } from '@/lib/equipment/contract';
import { displayTypeOf } from '@/lib/equipment/value-sets';
import { useSms } from '@/lib/sms/hooks';
import { queryUserEquipment, type UserRow } from '@/lib/users/contract';
import styles from './user-dialogs.module.css';

type Unit = z.output<typeof EquipmentPick>;

/** The units of an account (doc1 §2). */
export function UserUnitsDialog({ user, onClose }: { readonly user: Pick<UserRow, 'username' | 'nickName'>; readonly onClose: () => void }) {
  const t = useTranslations('userList.equipment');
  const common = useTranslations('common');
  const failureText = useFailureText();
  const id = useId();
  const [page, setPage] = useState(1);
  const [size, setSize] = useState(15);
  const { data, error, isLoading, mutate } = useSms(queryUserEquipment, { username: user.username, pageIndex: page, pageSize: size, sortField: 'createDate', sortOrder: 'asc' }, { keepPreviousData: true });
  const missing = common('missing');
  const columns = useMemo<readonly Column<Unit>[]>(() => [
    { field: 'equipmentName', label: t('equipmentName'), minWidth: 160, flex: 3, cell: ({ equipmentName, equipmentNo }) => equipmentName || equipmentNo },
    { field: 'equipmentNo', label: t('equipmentNo'), minWidth: 110, flex: 1, cell: ({ equipmentNo }) => equipmentNo },
    { field: 'cubeNo', label: t('cubeNo'), minWidth: 120, flex: 1, cell: ({ cubeNo }) => cubeNo ?? missing },
    { field: 'equipmentType', label: t('equipmentType'), minWidth: 96, flex: 1, cell: ({ equipmentType }) => common(`equipment.${displayTypeOf(equipmentType)}`) },
    { field: 'productLine', label: t('productLine'), minWidth: 110, flex: 1, cell: ({ productLine }) => productLine ?? missing },
    { field: 'buildingName', label: t('buildingName'), minWidth: 110, flex: 2, cell: ({ buildingName }) => buildingName ?? missing },
  ], [common, missing, t]);
  const body = () => {
    if (error) return <ErrorState size="row" text={failureText(error)} onRetry={() => void mutate()} isRetrying={isLoading} />;
    if (!data) return <LoadingState size="row" />;
    if (data.total === 0) return <EmptyState size="row" title={t('empty')} />;
    return <PlainTable label={t('titleOf', { name: user.nickName })} columns={columns} rows={data.records} rowKey={({ equipmentNo }) => equipmentNo} rowHeight={ROW_HEIGHTS.standard} sort={DEFAULT_SORT} />;
  };
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('titleOf', { name: user.nickName })}</DialogTitle>
      <DialogContent>
        <div className={styles.table}>{body()}</div>
        {data && data.total > 0 && <Pager page={page} size={size} total={data.total} onPage={setPage} onSize={(next) => { setSize(next); setPage(1); }} />}
      </DialogContent>
      <DialogActions><Button onClick={onClose}>{common('action.close')}</Button></DialogActions>
    </Dialog>
  );
}
