'use client';

import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { NoticeDialog } from '@/components/kit/ui/notice-dialog';
import { ErrorState, LoadingState } from '@/components/kit/ui/states';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import type { Holder } from '@/lib/platform/contract/authorities';
import type { EquipmentRow } from '@/lib/features/equipment/contract';
import { getFloorMapping, type FloorMappingRead } from '@/lib/features/equipment/floors-contract';
import { useSms } from '@/lib/platform/client/hooks';
import { FloorEditor } from './floor-editor';

interface Props {
  readonly unit: Pick<EquipmentRow, 'equipmentNo' | 'equipmentName'>;
  readonly holder: Holder;
  /** After every write: the list shows which units are configured. */
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Floor matching of one elevator (doc2 §2.3): what is stored now is read first, never an answer of before. */
export function FloorDialog({ unit, holder, onSaved, onClose }: Props) {
  const t = useTranslations('equipment.floors');
  const failureText = useFailureText();
  const { data, error, isValidating, mutate } = useSms(
    getFloorMapping,
    { equipmentNo: unit.equipmentNo },
    { revalidateOnMount: true, dedupingInterval: 0 },
  );
  const [floors, setFloors] = useState<FloorMappingRead>();
  if (!floors && data && !isValidating) setFloors(data);

  const title = t('title', { name: unit.equipmentName || unit.equipmentNo });
  if (!floors) {
    return (
      <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-label={title}>
        <DialogTitle>{title}</DialogTitle>
        <DialogContent>
          {error ? (
            <ErrorState text={failureText(error)} onRetry={() => void mutate()} isRetrying={isValidating} />
          ) : (
            <LoadingState />
          )}
        </DialogContent>
      </Dialog>
    );
  }
  if (floors.totalFloors === null) return <NoticeDialog title={title} text={t('unknown')} onClose={onClose} />;
  return (
    <FloorEditor
      title={title}
      floors={floors}
      totalFloors={floors.totalFloors}
      holder={holder}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}
