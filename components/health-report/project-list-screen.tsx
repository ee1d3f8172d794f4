'use client';

import Button from '@mui/material/Button';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { columnKinds } from '@/components/kit/list/column-kinds';
import { FilterText } from '@/components/kit/list/filter-bar';
import { FilterMonths } from '@/components/kit/list/filter-month';
import { ListScreen, type ListScreenProps } from '@/components/kit/list/list-screen';
import { taskColumn, type RowTask } from '@/components/kit/list/row-tasks';
import { useResourceList } from '@/components/kit/list/use-resource-list';
import { useRowSelection } from '@/components/kit/list/use-row-selection';
import { later } from '@/components/kit/layout/later';
import { ReportMenu, type ReportWay } from '@/components/kit/report/report-menu';
import { useFileDownload } from '@/components/kit/report/use-file-download';
import { toast } from '@/components/kit/ui/toast';
import { precheckHealthReport } from '@/lib/features/health-report/contract';
import { mailHealthReport, type ReportProject } from '@/lib/features/health-report/project-list-contract';
import { daysOfMonths, MAX_REPORT_MONTHS, monthBounds } from '@/lib/features/health-report/shared/report-days';
import { INTERVAL_DAYS, MAX_MAILED_PROJECTS, MAX_PROJECTS } from '@/lib/features/health-report/value-sets';
import { queryReportSubscriptions } from '@/lib/features/report-subscriptions/contract';
import { isBranchUser, isCustomer } from '@/lib/platform/auth/accounts/account-types';
import { callSms } from '@/lib/platform/client/client';
import { may } from '@/lib/platform/contract/access';
import { formatDate } from '@/lib/platform/i18n/format';
import { hrefOf } from '@/lib/routes';
import { ProjectFilter } from './project-filter';
import { downloadReport, mailReport, type ReportQuestion } from './report-calls';
import { reportProjects } from './report-projects';

const MailDialog = later(
  async () => (await import('@/components/kit/report/mail-dialog')).ReportMailDialog,
  ['report'],
);

const SubscriptionsDialog = later(
  async () => (await import('@/components/report-subscriptions/shared/subscriptions-dialog')).SubscriptionsDialog,
  ['escalator', 'list', 'reportSubscriptions'],
);

/** Project reports (doc3 §2.11): of one project by its row, of several by the menu. */
export function ReportProjectsScreen({ first, holder }: ListScreenProps<typeof reportProjects>) {
  const t = useTranslations('reportProjects');
  const list = useResourceList(reportProjects, first);
  const { startDate, endDate } = list.filters;
  const months = useMemo(() => ({ startDate, endDate }), [startDate, endDate]);
  const selection = useRowSelection(list, { max: MAX_PROJECTS });
  const [bounds] = useState(() => monthBounds(formatDate(Date.now())));
  const [mailed, setMailed] = useState<{ readonly asked: ReportQuestion; readonly name: string }>();
  const [isSubscribing, setIsSubscribing] = useState(false);
  const { download, isLoading } = useFileDownload();
  /** The row whose report is on its way. */
  const [loadingId, setLoadingId] = useState<string>();

  const columns = useMemo(() => {
    const kinds = columnKinds<ReportProject>(t);
    const askedOf = ({ projectId }: ReportProject): ReportQuestion => ({ projectId, ...daysOfMonths(months) });
    const tasks: readonly RowTask<ReportProject, ReportWay>[] = [
      { kind: 'preview', href: (row) => hrefOf('healthReport', { ...askedOf(row) }) },
      { kind: 'download', isDisabled: ({ projectId }) => projectId === loadingId },
      { kind: 'mail', operation: mailHealthReport },
    ];
    return [
      kinds.text('projectName', { flex: true, minWidth: 200 }),
      kinds.text('projectId', { onCard: 3 }),
      kinds.text('address', { flex: true, minWidth: 160, onCard: 1 }),
      kinds.text('branchName', { onCard: 2 }),
      ...taskColumn(t, {
        holder,
        tasks,
        nameOf: ({ projectName }) => projectName,
        start: (kind, row) => {
          if (kind === 'mail') return setMailed({ asked: askedOf(row), name: row.projectName });
          setLoadingId(row.projectId);
          void download(() => downloadReport(askedOf(row))).finally(() => setLoadingId(undefined));
        },
      }),
    ];
  }, [download, holder, loadingId, months, t]);

  const several = async (way: ReportWay) => {
    const { rows } = selection;
    if (rows.length === 0) return void toast.error(t('choose'));
    if (way === 'mail' && isBranchUser(holder) && rows.length > MAX_MAILED_PROJECTS)
      return void toast.error(t('tooMany', { most: MAX_MAILED_PROJECTS }));
    const asked = { projectId: rows.map(({ projectId }) => projectId).join(','), ...daysOfMonths(months) };
    // Opened by the click itself: a tab that comes after an answer is taken for an unwanted one.
    const tab = way === 'preview' ? window.open('', '_blank') : null;
    await download(async () => {
      try {
        await callSms(precheckHealthReport, { ...asked, intervalDays: INTERVAL_DAYS });
      } catch (error) {
        tab?.close();
        throw error;
      }
      if (way === 'download') return downloadReport(asked);
      if (way === 'mail') return setMailed({ asked, name: t('several', { count: rows.length }) });
      if (tab) {
        tab.opener = null;
        tab.location.href = hrefOf('healthReport', asked);
      } else toast.error(t('blocked'));
    });
  };
  const menu = <ReportMenu isLoading={isLoading && loadingId === undefined} onChoose={(way) => void several(way)} />;

  return (
    <ListScreen
      t={t}
      list={list}
      columns={columns}
      selection={selection}
      actions={
        <>
          {menu}
          {may(holder, queryReportSubscriptions) && (
            <Button onClick={() => setIsSubscribing(true)}>{t('subscriptions')}</Button>
          )}
        </>
      }
      bulk={menu}
      filters={
        <>
          <FilterMonths
            startName="startDate"
            endName="endDate"
            {...bounds}
            maxMonths={MAX_REPORT_MONTHS}
            tooMany={t('tooManyMonths', { most: MAX_REPORT_MONTHS })}
          />
          {isCustomer(holder) ? <ProjectFilter months={months} /> : <FilterText name="searchKey" />}
        </>
      }
    >
      {isSubscribing && (
        <SubscriptionsDialog holder={holder} chosen={selection.rows} onClose={() => setIsSubscribing(false)} />
      )}
      {mailed && (
        <MailDialog
          subject={t('mailOf', { name: mailed.name, startDate, endDate })}
          onSend={(emailAddress) => mailReport(mailed.asked, emailAddress)}
          onClose={() => setMailed(undefined)}
        />
      )}
    </ListScreen>
  );
}
