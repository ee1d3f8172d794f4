import { columnKinds, type ListTexts } from '@/components/kit/list/column-kinds';
import type { Column } from '@/components/kit/list/columns';
import type { RowTask } from '@/components/kit/list/row-tasks';
import type { StatusKind } from '@/components/kit/ui/status';
import { maintenanceParts } from '@/lib/features/maintenance/value-sets';
import { signMaintenance } from '@/lib/features/maintenance/work-contract';
import { documentHref, getReportPdf, type MaintenanceReportRow } from '@/lib/features/maintenance-reports/contract';
import { GENERATED, UNSIGNED, type ReportStatus } from '@/lib/features/maintenance-reports/value-sets';

export const REPORT_LOOK: Readonly<Record<ReportStatus, StatusKind>> = {
  '1': 'normal',
  '2': 'service',
  '3': 'standby',
};

/** Only a generated report can be chosen, shown and downloaded (doc3 §2.7). */
export const isGenerated = ({ status }: Pick<MaintenanceReportRow, 'status'>) => status === GENERATED;

export const REPORT_TASKS: readonly RowTask<MaintenanceReportRow, 'sign' | 'preview' | 'download'>[] = [
  { kind: 'sign', operation: signMaintenance, isOffered: ({ status }) => status === UNSIGNED },
  { kind: 'preview', operation: getReportPdf, isOffered: isGenerated, href: ({ jobNo }) => documentHref(jobNo) },
  { kind: 'download', operation: getReportPdf, isOffered: isGenerated },
];

export interface ReportLinks {
  /** Links of a unit's and a job's number, for users who may open them. */
  readonly unit: (equipmentNo: string) => string | undefined;
  readonly job: (jobNo: string) => string | undefined;
}

/** A maintenance type in words; a code of another form is shown as it is. */
export function typeWord(t: ListTexts, mntType: string): string {
  const parts = maintenanceParts(mntType);
  return parts ? t('typeOf', { machine: t(`machine.${parts.machine}`), kind: t(`kind.${parts.kind}`) }) : mntType;
}

/** @param actions of the rows */
export function reportColumnsOf(
  t: ListTexts,
  links: ReportLinks,
  actions: readonly Column<MaintenanceReportRow>[],
): readonly Column<MaintenanceReportRow>[] {
  const { day, text, link, own, status } = columnKinds<MaintenanceReportRow>(t);
  return [
    text('equipmentDesc', { minWidth: 150, flex: true }),
    day('mntDate', { onCard: 2 }),
    own('mntType', ({ mntType }) => typeWord(t, mntType), { onCard: 3 }),
    status('status', REPORT_LOOK, { onCard: 1 }),
    text('equipmentName', { minWidth: 110, flex: true, onCard: 4 }),
    text('registerNo'),
    text('mntOwners', { minWidth: 110, flex: true }),
    link('jobNo', { href: ({ jobNo }) => links.job(jobNo) }),
    link('equipmentNo', { href: ({ equipmentNo }) => links.unit(equipmentNo) }),
    ...actions,
  ];
}
