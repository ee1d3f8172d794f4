import { ErrorDetailScreen } from '@/components/error-inspection/error-detail-screen';
import { problemOf } from '@/components/kit/detail/detail-problem';
import { DetailMessage } from '@/components/kit/detail/message-page';
import { withTexts } from '@/components/kit/layout/texts';
import { titleOf } from '@/components/kit/list/resource-page';
import { getErrorInspection } from '@/lib/features/error-inspection/contract';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';
import { sms } from '@/lib/platform/door/call';

export const generateMetadata = titleOf('errorInspectionDetail');

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** One fault episode (silent-screens A3): `?errorId=`. */
async function ErrorDetailRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('errorInspectionDetail', params);
  const errorId = [params.errorId].flat()[0]?.trim();
  if (!errorId) return <DetailMessage kind="missing" />;
  const { code, message, data } = await sms(getErrorInspection, { errorId });
  if (!data) return <DetailMessage kind={problemOf(code)} message={message} id={errorId} />;
  return <ErrorDetailScreen key={errorId} first={data} holder={holderOf(actor)} />;
}

export default withTexts(['callbacks', 'errorInspection'], ErrorDetailRoute);
