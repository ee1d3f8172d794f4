import { withTexts } from '@/components/kit/layout/texts';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { titleOf } from '@/components/kit/list/resource-page';
import { queryModeOf, reportListOf } from '@/components/maintenance-reports/report-lists';
import { ReportScreen } from '@/components/maintenance-reports/report-screen';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

export const generateMetadata = titleOf('maintenanceReport');

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Maintenance reports (doc3 §2.7), in the mode that the address names. */
async function MaintenanceReportPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const holder = holderOf(await requirePage('maintenanceReport', params));
  const mode = queryModeOf([params.mode].flat()[0]);
  return (
    <ReportScreen
      first={await loadFirstPage(reportListOf(mode), 'maintenanceReport', params)}
      holder={holder}
      mode={mode}
    />
  );
}

export default withTexts(['list', 'maintenanceReports'], MaintenanceReportPage);
