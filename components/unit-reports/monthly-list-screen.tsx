'use client';

import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { columnKinds } from '@/components/kit/list/column-kinds';
import { FilterSelect, FilterText } from '@/components/kit/list/filter-bar';
import { FilterMonth } from '@/components/kit/list/filter-month';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { taskColumn, type RowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import type { ReportWay } from '@/components/kit/report/report-menu';
import { useFileDownload } from '@/components/kit/report/use-file-download';
import { toast } from '@/components/kit/ui/toast';
import { mailMonthly as mailOperation, type MonthlyRow } from '@/lib/features/unit-reports/monthly-contract';
import { isReportMonth, monthlyBounds, monthlyWindow } from '@/lib/features/unit-reports/shared/report-days';
import { MONTHLY_TYPES } from '@/lib/features/unit-reports/value-sets';
import { formatDate } from '@/lib/platform/i18n/format';
import { hrefOf } from '@/lib/routes';
import { MonthProjectFilter } from './month-project-filter';
import { monthlyReports } from './report-lists';
import { downloadMonthly, mailMonthly, type MonthlyKey } from './unit-report-calls';

const MailDialog = later(
  async () => (await import('@/components/kit/report/mail-dialog')).ReportMailDialog,
  ['report'],
);

/** Monthly reports (doc3 §2.13): a month, and the unit by its row. */
export function MonthlyListScreen({ first, holder }: ListScreenProps<typeof monthlyReports>) {
  const t = useTranslations('monthlyReports');
  const kindOf = useTranslations('common.equipment');
  const list = useResourceList(monthlyReports, first);
  const { month } = list.filters;
  const [today] = useState(() => formatDate(Date.now()));
  const { download } = useFileDownload();
  /** The unit whose report is on its way. */
  const [loadingNo, setLoadingNo] = useState<string>();
  const [mailed, setMailed] = useState<{ readonly key: MonthlyKey; readonly name: string }>();

  const columns = useMemo(() => {
    const kinds = columnKinds<MonthlyRow>(t);
    const hasMonth = isReportMonth(month, today);
    const tasks: readonly RowTask<MonthlyRow, ReportWay>[] = [
      {
        kind: 'preview',
        href: ({ equipmentNo }) => hrefOf('healthReportEquipment', { equipNo: equipmentNo, month }),
      },
      { kind: 'download', isDisabled: ({ equipmentNo }) => equipmentNo === loadingNo },
      { kind: 'mail', operation: mailOperation },
    ];
    return [
      kinds.text('equipmentNo', { minWidth: 116, onCard: 1 }),
      kinds.text('equipmentName', { flex: true, minWidth: 180, isTitle: true }),
      kinds.text('cubeNo', { minWidth: 116 }),
      kinds.own('equipmentType', ({ displayType }) => kindOf(displayType), { minWidth: 96, onCard: 2 }),
      kinds.text('productLine', { minWidth: 116, onCard: 4 }),
      kinds.text('buildingName', { flex: true, minWidth: 140, onCard: 3 }),
      kinds.text('projectName', { flex: true, minWidth: 160 }),
      ...taskColumn(t, {
        holder,
        tasks,
        nameOf: ({ equipmentName }) => equipmentName,
        start: (kind, { equipmentNo, equipmentName }) => {
          if (!hasMonth) return void toast.error(t('chooseMonth'));
          const { from, until } = monthlyWindow(month, today);
          const key = { equipmentNo, startDate: from, endDate: until };
          if (kind === 'mail') return setMailed({ key, name: equipmentName });
          setLoadingNo(equipmentNo);
          void download(() => downloadMonthly(key)).finally(() => setLoadingNo(undefined));
        },
      }),
    ];
  }, [download, holder, kindOf, loadingNo, month, t, today]);

  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      filters={
        <>
          <FilterMonth name="month" {...monthlyBounds(today)} />
          <MonthProjectFilter />
          <FilterText name="equipmentNo" />
          <FilterText name="cubeNo" />
          <FilterSelect
            name="equipmentType"
            choices={MONTHLY_TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
          />
        </>
      }
    >
      {mailed && (
        <MailDialog
          subject={t('mailOf', { name: mailed.name, month })}
          onSend={(emailAddress) => mailMonthly(mailed.key, emailAddress)}
          onClose={() => setMailed(undefined)}
        />
      )}
    </ListScreen>
  );
}
