'use client';

import { useTranslations } from 'next-intl';
import { CsvDialog } from '@/components/kit/list/csv-dialog';
import { queryProjects } from '@/lib/features/projects/contract';
import { CSV_COLUMNS, CSV_REQUIRED, importProjectFile } from '@/lib/features/projects/import-contract';
import { searchProjects } from '@/lib/features/projects/look-up-contract';
import { mutateSms } from '@/lib/platform/client/hooks';

/** SAP projects from a CSV file: all of it or nothing, with the lines that are wrong. */
export function ImportDialog({ onDone, onClose }: { readonly onDone: () => void; readonly onClose: () => void }) {
  const t = useTranslations('projects.import');
  const optional = CSV_COLUMNS.filter((name) => !(CSV_REQUIRED as readonly string[]).includes(name));
  return (
    <CsvDialog
      title={t('title')}
      hint={t('hint', { required: CSV_REQUIRED.join(', '), optional: optional.join(', ') })}
      columns={CSV_COLUMNS}
      filename="projects.csv"
      send={(csv) => mutateSms(importProjectFile, { csv }, [queryProjects, searchProjects])}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
