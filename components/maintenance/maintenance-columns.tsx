import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import { detailHref } from '@/lib/features/equipment/links';
import { techniciansOf } from '@/lib/features/maintenance/people';
import type { MaintenanceRow } from '@/lib/features/maintenance/row-contract';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf } from '@/lib/routes';
import { JobState } from './job-state';
import { jobTypeWord, typeWord } from './use-type-word';

/** The page of a job. */
export const maintenanceHref = (jobNo: string) => hrefOf('maintenanceDetail', { jobNo });

/** The columns of a job (doc3 §2.6, §3). */
export function maintenanceColumnsOf(t: ListTexts, holder: Holder): readonly Column<MaintenanceRow>[] {
  const { link, text, own, time, day } = columnKinds<MaintenanceRow>(t);
  return [
    link('jobNo', { href: ({ jobNo }) => maintenanceHref(jobNo) }, { minWidth: 150 }),
    link('equipmentNo', { href: ({ equipmentNo }) => detailHref(holder, equipmentNo) }, { minWidth: 120 }),
    text('equipmentName', { minWidth: 160, flex: 2, onCard: 1 }),
    own('maintenanceType', ({ maintenanceType }) => typeWord(t, maintenanceType), { minWidth: 130, onCard: 3 }),
    own('jobStatus', (row) => <JobState t={t} row={row} />, { minWidth: 132, onCard: 2 }),
    day('planDate', { onCard: 4 }),
    own('technicians', techniciansOf, { minWidth: 130, flex: 1 }),
    time('planEndDate'),
    time('departureDate'),
    time('doneDate'),
    own('jobType', ({ jobType }) => jobTypeWord(t, jobType), { minWidth: 90 }),
  ];
}
