import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { firstPage, listInput, readListState } from '@/components/list/list-query';
import { feedbackList } from '@/components/feedback/feedback-list';
import { FeedbackListScreen } from '@/components/feedback/feedback-list-screen';
import { requirePage } from '@/lib/auth/page-guard';
import { queryFeedback } from '@/lib/feedback/contract';
import { smsEnvelope } from '@/lib/sms/call';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('userFeedbackList') };
}

/** User feedback (silent-screens B1). */
export default async function UserFeedbackListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('userFeedbackList', params);
  const input = listInput(feedbackList, readListState(feedbackList, params));
  const { data } = await smsEnvelope(queryFeedback, input);
  return <FeedbackListScreen first={firstPage(input, data)} canWrite={actor.authorities.has('USER_FEEDBACK_WRITE')} isHeadOffice={actor.userType === 0} />;
}
