import { problemOf } from '@/components/kit/detail/detail-problem';
import { DetailMessage } from '@/components/kit/detail/message-page';
import { withTexts } from '@/components/kit/layout/texts';
import { titleOf } from '@/components/kit/list/resource-page';
import { MaintenanceDetailScreen } from '@/components/maintenance/maintenance-detail-screen';
import { getMaintenance } from '@/lib/features/maintenance/work-contract';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';
import { sms } from '@/lib/platform/door/call';

export const generateMetadata = titleOf('maintenanceDetail');

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** One maintenance job (doc3 §2.6, silent-screens E1): `?jobNo=`. */
async function MaintenanceDetailRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('maintenanceDetail', params);
  const jobNo = [params.jobNo].flat()[0]?.trim();
  if (!jobNo) return <DetailMessage kind="missing" />;
  const { code, message, data } = await sms(getMaintenance, { jobNo });
  if (!data) return <DetailMessage kind={problemOf(code)} message={message} id={jobNo} />;
  return <MaintenanceDetailScreen key={jobNo} first={data} holder={holderOf(actor)} />;
}

export default withTexts(['maintenance', 'callbacks', 'list'], MaintenanceDetailRoute);
