'use client';

import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback, useMemo, useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { PAGING_PARAMS, type FirstPage } from '@/components/kit/list/list-query';
import { ListScreen } from '@/components/kit/list/list-screen';
import { taskColumn } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { useRowSelection } from '@/components/kit/list/use-row-selection';
import { toast } from '@/components/kit/ui/toast';
import { useFailureText } from '@/components/kit/ui/use-failure-text';
import { MAINTENANCE_TYPES } from '@/lib/features/maintenance/value-sets';
import {
  downloadReportZip,
  getReportPdf,
  type MaintenanceReportRow,
} from '@/lib/features/maintenance-reports/contract';
import { MAX_REPORTS, REPORT_STATUSES } from '@/lib/features/maintenance-reports/value-sets';
import { downloadSms } from '@/lib/platform/client/client';
import { may } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { hrefOf, mayOpen, routeOf } from '@/lib/routes';
import { isGenerated, REPORT_TASKS, reportColumnsOf, typeWord } from './report-columns';
import { ReportDays } from './report-days';
import { QUERY_MODES, queryModeOf, reportListOf, type QueryMode } from './report-lists';

const SignDialog = later(
  async () => (await import('@/components/maintenance/shared/sign-dialog')).SignDialog,
  ['maintenance'],
);
const MODE = { mode: parseAsStringLiteral(QUERY_MODES), page: PAGING_PARAMS.page };

interface Props {
  readonly first: FirstPage<MaintenanceReportRow>;
  readonly holder: Holder;
  /** The mode of the first rows. */
  readonly mode: QueryMode;
}

/** Maintenance reports (doc3 §2.7): those sent to the caller’s phone, or those of the units in scope, by the same filters. */
export function ReportScreen({ first, holder, mode: drawn }: Props) {
  const [{ mode: asked }, set] = useQueryStates(MODE, { history: 'push' });
  const mode = queryModeOf(asked);
  const onMode = useCallback(
    (next: QueryMode) => void set({ mode: next === 'phone' ? null : next, page: null }),
    [set],
  );
  // Another mode is another list: its rows are not selected by the selection of this one.
  return (
    <ReportList key={mode} first={mode === drawn ? first : undefined} holder={holder} mode={mode} onMode={onMode} />
  );
}

interface ReportListProps {
  readonly first: FirstPage<MaintenanceReportRow> | undefined;
  readonly holder: Holder;
  readonly mode: QueryMode;
  readonly onMode: (mode: QueryMode) => void;
}

function ReportList({ first, holder, mode, onMode }: ReportListProps) {
  const t = useTranslations('maintenanceReports');
  const failureText = useFailureText();
  const list = useResourceList(reportListOf(mode), first);
  const selection = useRowSelection(list, { max: MAX_REPORTS, isSelectable: isGenerated });
  const [isMerging, setIsMerging] = useState(false);
  const [toSign, setToSign] = useState<MaintenanceReportRow>();
  const fetchFile = useCallback(
    (file: Promise<void>) => file.catch((error: unknown) => void toast.error(failureText(error))),
    [failureText],
  );
  const columns = useMemo(() => {
    const [seesUnits, seesJobs] = [
      mayOpen(holder, routeOf('equipmentDetail')),
      mayOpen(holder, routeOf('maintenanceDetail')),
    ];
    return reportColumnsOf(
      t,
      {
        unit: (equipmentNo) => (seesUnits ? hrefOf('equipmentDetail', { equipmentNo }) : undefined),
        job: (jobNo) =>
          seesJobs && routeOf('maintenanceDetail').isBuilt ? hrefOf('maintenanceDetail', { jobNo }) : undefined,
      },
      taskColumn(t, {
        holder,
        tasks: REPORT_TASKS,
        nameOf: ({ equipmentDesc, mntDate }) => `${equipmentDesc} ${mntDate}`,
        start: (kind, row) => {
          if (kind === 'sign') setToSign(row);
          else void fetchFile(downloadSms(getReportPdf, { jobNo: row.jobNo, download: '1' }));
        },
      }),
    );
  }, [fetchFile, holder, t]);

  const merge = async () => {
    if (selection.rows.length === 0) return void toast.error(t('choose'));
    const { startDate, endDate } = list.filters;
    setIsMerging(true);
    await fetchFile(
      downloadSms(downloadReportZip, { jobNos: selection.rows.map(({ jobNo }) => jobNo), startDate, endDate }),
    );
    setIsMerging(false);
  };

  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      selection={may(holder, downloadReportZip) ? selection : undefined}
      tabs={
        <Tabs value={mode} onChange={(_, next: QueryMode) => onMode(next)} aria-label={t('mode.label')}>
          {QUERY_MODES.map((value) => (
            <Tab key={value} value={value} label={t(`mode.${value}`)} />
          ))}
        </Tabs>
      }
      actions={
        <Button loading={isMerging} onClick={() => void merge()}>
          {t('action.merge')}
        </Button>
      }
      bulk={
        <Button loading={isMerging} onClick={() => void merge()}>
          {t('action.merge')}
        </Button>
      }
      filters={
        <>
          <ReportDays />
          <FilterText name="searchObject" />
          <FilterSelect
            name="mntType"
            choices={MAINTENANCE_TYPES.map((value) => ({ value, label: typeWord(t, value) }))}
          />
          <FilterSelect name="status" values={REPORT_STATUSES} />
        </>
      }
    >
      {toSign && (
        <SignDialog
          job={{
            jobNo: toSign.jobNo,
            equipmentNo: toSign.equipmentNo,
            equipmentName: toSign.equipmentDesc,
            maintenanceType: toSign.mntType,
            doneDate: toSign.mntDate,
          }}
          onSigned={() => {
            setToSign(undefined);
            void list.refresh();
          }}
          onClose={() => setToSign(undefined)}
        />
      )}
    </ListScreen>
  );
}
