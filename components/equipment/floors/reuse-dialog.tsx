'use client';

import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { ROW_HEIGHTS } from '@/components/kit/list/columns';
import { DEFAULT_SORT } from '@/components/kit/list/list-query';
import { PlainTable } from '@/components/kit/list/plain-table';
import { Check } from '@/components/kit/ui/check';
import { EmptyState, ErrorState, LoadingState } from '@/components/kit/ui/states';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { EquipmentRow } from '@/lib/features/equipment/contract';
import { listSameFloor, reuseFloorMapping, type FloorMappingRead } from '@/lib/features/equipment/floors-contract';
import { FLOOR_EDIT } from '@/lib/live/units/value-sets';
import { mutateSms, useSms } from '@/lib/platform/client/hooks';
import { useReuseColumns } from './use-reuse-columns';
import styles from './floors.module.css';

interface Props {
  readonly source: Pick<FloorMappingRead, 'equipmentNo' | 'equipmentName'>;
  readonly holder: Holder;
  readonly onReused: () => void;
  readonly onClose: () => void;
}

/** With so many rows a keyword helps to find one. */
const SEARCH_FROM = 10;

/** Copies the saved mapping to other elevators with as many floors (doc2 §2.3). */
export function ReuseDialog({ source, holder, onReused, onClose }: Props) {
  const t = useTranslations('equipment.floors');
  const common = useTranslations('common.action');
  const success = useTranslations('common.success');
  const failureText = useFailureText();
  const id = useId();
  const { data, error, isValidating, mutate } = useSms(
    listSameFloor,
    { equipmentNo: source.equipmentNo },
    { revalidateOnMount: true },
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [keyword, setKeyword] = useState('');
  const [isBusy, setIsBusy] = useState(false);

  const wanted = keyword.trim().toLowerCase();
  const shown = data?.filter((row) =>
    [row.equipmentNo, row.equipmentName, row.buildingName].some((text) => text?.toLowerCase().includes(wanted)),
  );
  const selectable =
    shown?.filter(({ floorMatchingEditStatus }) => floorMatchingEditStatus === FLOOR_EDIT.editable) ?? [];
  const isAllChosen = selectable.length > 0 && selectable.every(({ equipmentNo }) => chosen.has(equipmentNo));
  const choose = (rows: readonly EquipmentRow[], isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      for (const { equipmentNo } of rows)
        if (isChosen) next.add(equipmentNo);
        else next.delete(equipmentNo);
      return next;
    });
  const columns = useReuseColumns(holder, chosen, choose, isBusy);
  const copy = async () => {
    setIsBusy(true);
    try {
      await mutateSms(reuseFloorMapping, { sourceEquipmentNo: source.equipmentNo, targetEquipmentNos: [...chosen] }, [
        listSameFloor,
      ]);
      onReused();
      toast.success(success('floorsReused'));
      onClose();
    } catch (failure) {
      toast.error(failureText(failure));
      setIsBusy(false);
    }
  };

  const body = () => {
    if (error && !data)
      return <ErrorState text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} />;
    if (!shown) return <LoadingState />;
    if (data?.length === 0) return <EmptyState title={t('reuse.empty')} />;
    return (
      <>
        <div className={styles.choice}>
          <label className={styles.all}>
            <Check
              checked={isAllChosen}
              disabled={isBusy || selectable.length === 0}
              onChange={(event) => choose(selectable, event.target.checked)}
            />
            {t('reuse.all')}
          </label>
          <span aria-live="polite">{t('reuse.chosen', { count: chosen.size })}</span>
          {(data?.length ?? 0) > SEARCH_FROM && (
            <TextField
              size="small"
              className={styles.search}
              label={t('reuse.search')}
              value={keyword}
              onChange={(event) => setKeyword(event.target.value)}
            />
          )}
        </div>
        <div className={styles.targets}>
          <PlainTable
            label={t('reuse.table')}
            columns={columns}
            rows={shown}
            rowKey={({ equipmentNo }) => equipmentNo}
            rowHeight={ROW_HEIGHTS.standard}
            sort={DEFAULT_SORT}
          />
        </div>
      </>
    );
  };

  return (
    <Dialog open onClose={() => !isBusy && onClose()} maxWidth="md" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('reuse.title', { name: source.equipmentName || source.equipmentNo })}</DialogTitle>
      <DialogContent>{body()}</DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          {common('cancel')}
        </Button>
        <Button
          variant="contained"
          color="primary"
          disabled={chosen.size === 0}
          loading={isBusy}
          onClick={() => void copy()}
        >
          {common('ok')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
