import { redirect } from 'next/navigation';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';
import { maintenanceList } from '@/components/maintenance/maintenance-list';
import { MaintenanceListScreen } from '@/components/maintenance/maintenance-list-screen';
import { campusEntry } from '@/lib/features/campus/entry';
import { FILTER_STATUSES } from '@/lib/features/maintenance/value-sets';
import { hrefOf } from '@/lib/routes';

export const generateMetadata = titleOf('maintenanceList');

const ListPage = listPage('maintenanceList', maintenanceList, MaintenanceListScreen);
type Params = Record<string, string | string[] | undefined>;

/**
 * Maintenance jobs (doc3 §2.6). Opened from the wall, the first state is chosen; the URL has it like any other choice
 * (readings 46).
 */
async function MaintenanceListPage({ searchParams }: { readonly searchParams: Promise<Params> }) {
  const preset = campusEntry(await searchParams, { jobStatus: FILTER_STATUSES.slice(0, 1) });
  if (preset) redirect(hrefOf('maintenanceList', preset));
  return <ListPage searchParams={searchParams} />;
}

export default withTexts(['maintenance', 'list'], MaintenanceListPage);
