import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import { detailHref } from '@/lib/features/equipment/shared/links';
import { techniciansOf } from '@/lib/features/maintenance/shared/people';
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
    link('jobNo', { href: ({ jobNo }) => maintenanceHref(jobNo) }),
    text('equipmentName', { minWidth: 170, flex: true, onCard: 1 }),
    own('jobStatus', (row) => <JobState t={t} row={row} />, { onCard: 2 }),
    day('planDate', { onCard: 4 }),
    own('maintenanceType', ({ maintenanceType }) => typeWord(t, maintenanceType), { onCard: 3 }),
    link('equipmentNo', { href: ({ equipmentNo }) => detailHref(holder, equipmentNo) }),
    own('technicians', techniciansOf, { minWidth: 130, flex: true }),
    time('planEndDate'),
    time('departureDate'),
    time('doneDate'),
    own('jobType', ({ jobType }) => jobTypeWord(t, jobType)),
  ];
}
