'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { queryMaintenance } from '@/lib/features/maintenance/contract';
import { useSms } from '@/lib/platform/client/hooks';

interface Props<F extends { jobStatus: string }> {
  readonly list: {
    readonly filters: F;
    readonly unfiltered: F;
    readonly search: (filters: F) => void;
  };
}

/** How many jobs are overdue in all; a click shows them alone, another one everything. Nothing where none is. */
export function OverdueButton<F extends { jobStatus: string }>({ list }: Props<F>) {
  const t = useTranslations('maintenance');
  const { data } = useSms(queryMaintenance, { jobStatus: 'OVERDUE', pageIndex: 1, pageSize: 1 });
  const isShown = list.filters.jobStatus === 'OVERDUE';
  if (!isShown && !data?.total) return null;
  return (
    <Button
      color="error"
      variant={isShown ? 'contained' : 'outlined'}
      aria-pressed={isShown}
      onClick={() => list.search({ ...list.unfiltered, jobStatus: isShown ? '' : 'OVERDUE' })}
    >
      {t('overdueCount', { count: data?.total ?? 0 })}
    </Button>
  );
}
