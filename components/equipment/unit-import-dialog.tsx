'use client';

import { useTranslations } from 'next-intl';
import { CsvDialog } from '@/components/kit/list/csv-dialog';
import { batchEquipmentStatus, queryEquipment } from '@/lib/features/equipment/contract';
import { importEquipmentFile, UNIT_CSV_COLUMNS } from '@/lib/features/integration/contract';
import { mutateSms } from '@/lib/platform/client/hooks';

/** Units from a CSV file of head office: checked first, then the good lines are kept (api.md §2.7). */
export function UnitImportDialog({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const t = useTranslations('equipment.import');
  return (
    <CsvDialog
      isPartial
      title={t('title')}
      hint={t('hint')}
      columns={UNIT_CSV_COLUMNS}
      filename="equipment.csv"
      send={(csv, dryRun) =>
        mutateSms(importEquipmentFile, { csv, dryRun }, dryRun ? [] : [queryEquipment, batchEquipmentStatus])
      }
      onDone={onDone}
      onClose={onClose}
    />
  );
}
