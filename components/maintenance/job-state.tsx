import { useState } from 'react';
import type { ListTexts } from '@/components/kit/list/column-kinds';
import { StatusPill } from '@/components/kit/ui/status-pill';
import type { MaintenanceRow } from '@/lib/features/maintenance/row-contract';
import { daysOverdue } from '@/lib/features/maintenance/value-sets';
import { formatDate } from '@/lib/platform/i18n/format';
import { JOB_LOOKS } from './looks';

interface Props {
  readonly t: ListTexts;
  readonly row: Pick<MaintenanceRow, 'jobStatus' | 'planDate'>;
}

/** The state of a job; what is overdue says by how many days instead. */
export function JobState({ t, row }: Props) {
  const [today] = useState(() => formatDate(Date.now()));
  const days = daysOverdue(row, today);
  return (
    <StatusPill status={days > 0 ? 'fault' : JOB_LOOKS[row.jobStatus]} look="plain">
      {days === 0 ? t(`jobStatus.${row.jobStatus}`) : t(`overdueBy.${row.jobStatus}`, { days })}
    </StatusPill>
  );
}
