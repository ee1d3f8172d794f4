import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { feedbackList } from '@/components/feedback/feedback-list';
import { FeedbackListScreen } from '@/components/feedback/feedback-list-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('userFeedbackList') };
}

/** User feedback (silent-screens B1). */
async function UserFeedbackListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('userFeedbackList', params);
  return <FeedbackListScreen first={await loadFirstPage(feedbackList, params)} holder={holderOf(actor)} />;
}

export default withTexts(['escalator', 'feedback', 'list'], UserFeedbackListPage);
