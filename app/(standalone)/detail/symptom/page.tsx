import { problemOf } from '@/components/kit/detail/detail-problem';
import { DetailMessage } from '@/components/kit/detail/message-page';
import { withTexts } from '@/components/kit/layout/texts';
import { titleOf } from '@/components/kit/list/resource-page';
import { SymptomDetailScreen } from '@/components/symptoms/symptom-detail-screen';
import { getSymptom } from '@/lib/features/symptoms/contract';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';
import { sms } from '@/lib/platform/door/call';

export const generateMetadata = titleOf('symptomDetail');

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** One symptom (doc2 §2.11): `?symptomId=`. */
async function SymptomDetailRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('symptomDetail', params);
  const symptomId = [params.symptomId].flat()[0]?.trim();
  if (!symptomId) return <DetailMessage kind="missing" />;
  const { code, message, data } = await sms(getSymptom, { symptomId });
  if (!data) return <DetailMessage kind={problemOf(code)} message={message} id={symptomId} />;
  return <SymptomDetailScreen key={symptomId} first={data} holder={holderOf(actor)} />;
}

export default withTexts(['callbacks', 'symptoms', 'notifications'], SymptomDetailRoute);
