'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { later } from '@/components/kit/layout/later';
import { columnKinds } from '@/components/kit/list/column-kinds';
import { FilterText } from '@/components/kit/list/filter-bar';
import { FilterDates } from '@/components/kit/list/filter-dates';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { taskColumn, type RowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { useRowSelection } from '@/components/kit/list/use-row-selection';
import type { ReportWay } from '@/components/kit/report/report-menu';
import { useFileDownload } from '@/components/kit/report/use-file-download';
import { toast } from '@/components/kit/ui/toast';
import { mailBiweekly as mailOperation, type BiweeklyRow } from '@/lib/features/unit-reports/biweekly-contract';
import { MAX_MERGED } from '@/lib/features/unit-reports/value-sets';
import { hrefOf } from '@/lib/routes';
import { biweeklyReports } from './report-lists';
import { downloadBiweekly, mailBiweekly, mergeBiweekly, type BiweeklyKey } from './unit-report-calls';

const MailDialog = later(
  async () => (await import('@/components/kit/report/mail-dialog')).ReportMailDialog,
  ['report'],
);

const keyOf = ({ equipmentNo, createDate }: BiweeklyRow): BiweeklyKey => ({ equipmentNo, reportTime: createDate });

/** Biweekly reports (doc3 §2.12): one by its row, up to ten as an archive. */
export function BiweeklyListScreen({ first, holder }: ListScreenProps<typeof biweeklyReports>) {
  const t = useTranslations('biweeklyReports');
  const list = useResourceList(biweeklyReports, first);
  const { startDate, endDate } = list.filters;
  const hasDays = startDate !== '' && endDate !== '';
  const selection = useRowSelection(list);
  const { download, isLoading } = useFileDownload();
  /** The row whose report is on its way. */
  const [loadingId, setLoadingId] = useState<string>();
  const [mailed, setMailed] = useState<BiweeklyRow>();

  const columns = useMemo(() => {
    const kinds = columnKinds<BiweeklyRow>(t);
    const tasks: readonly RowTask<BiweeklyRow, ReportWay>[] = [
      {
        kind: 'preview',
        href: ({ equipmentNo, createDate }) =>
          hrefOf('healthBiweeklyReport', { equipNo: equipmentNo, createDateRange: createDate }),
      },
      { kind: 'download', isDisabled: ({ id }) => id === loadingId },
      { kind: 'mail', operation: mailOperation },
    ];
    return [
      kinds.text('equipmentNo', { minWidth: 116, onCard: 1 }),
      kinds.text('equipmentName', { flex: true, minWidth: 180, isTitle: true }),
      kinds.text('projectName', { flex: true, minWidth: 160, onCard: 3 }),
      kinds.text('createDate', { minWidth: 116, onCard: 2 }),
      ...taskColumn(t, {
        holder,
        tasks,
        nameOf: ({ equipmentName, createDate }) => `${equipmentName} ${createDate}`,
        start: (kind, row) => {
          if (!hasDays) return void toast.error(t(kind === 'mail' ? 'chooseDay' : 'chooseTime'));
          if (kind === 'mail') return setMailed(row);
          setLoadingId(row.id);
          void download(() => downloadBiweekly(keyOf(row))).finally(() => setLoadingId(undefined));
        },
      }),
    ];
  }, [download, hasDays, holder, loadingId, t]);

  const merge = () => {
    const { rows } = selection;
    if (!hasDays) return void toast.error(t('bothDays'));
    if (rows.length === 0) return void toast.error(t('choose'));
    if (rows.length > MAX_MERGED) return void toast.error(t('tooMany', { most: MAX_MERGED }));
    void download(() => mergeBiweekly(rows.map(keyOf), { startDate, endDate }));
  };
  const button = (
    <Button loading={isLoading && loadingId === undefined} onClick={merge}>
      {t('action.merge')}
    </Button>
  );

  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      selection={selection}
      actions={button}
      bulk={button}
      filters={
        <>
          <FilterDates isRequired />
          <FilterText name="projectName" />
          <FilterText name="equipmentName" />
        </>
      }
    >
      {mailed && (
        <MailDialog
          subject={t('mailOf', { name: mailed.equipmentName, day: mailed.createDate })}
          emptyText={t('noAddress')}
          onSend={(emailAddress) => mailBiweekly(keyOf(mailed), emailAddress)}
          onClose={() => setMailed(undefined)}
        />
      )}
    </ListScreen>
  );
}
