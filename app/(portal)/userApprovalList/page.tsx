import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { approvalList } from '@/components/approvals/approval-list';
import { ApprovalListScreen } from '@/components/approvals/approval-list-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('userApprovalList') };
}

/** Applications of branches (silent-screens B3). */
async function UserApprovalListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('userApprovalList', params);
  return (
    <ApprovalListScreen
      first={await loadFirstPage(approvalList, 'userApprovalList', params)}
      username={actor.username}
      holder={holderOf(actor)}
    />
  );
}

export default withTexts(['approvals', 'escalator', 'list'], UserApprovalListPage);
