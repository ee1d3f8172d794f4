import { CallbackDetailScreen } from '@/components/callbacks/callback-detail-screen';
import { problemOf } from '@/components/kit/detail/detail-problem';
import { DetailMessage } from '@/components/kit/detail/message-page';
import { withTexts } from '@/components/kit/layout/texts';
import { titleOf } from '@/components/kit/list/resource-page';
import { getCallback } from '@/lib/features/callbacks/contract';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';
import { sms } from '@/lib/platform/door/call';

export const generateMetadata = titleOf('callbackDetail');

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** One call-out (doc2 §2.9): `?callbackId=`. */
async function CallbackDetailRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('callbackDetail', params);
  const callbackId = [params.callbackId].flat()[0]?.trim();
  if (!callbackId) return <DetailMessage kind="missing" />;
  const { code, message, data } = await sms(getCallback, { callbackId });
  if (!data) return <DetailMessage kind={problemOf(code)} message={message} id={callbackId} />;
  return <CallbackDetailScreen key={callbackId} first={data} holder={holderOf(actor)} />;
}

export default withTexts(['callbacks', 'list', 'notifications', 'symptoms'], CallbackDetailRoute);
