import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { firstPage, listInput, readListState } from '@/components/list/list-query';
import { approvalList } from '@/components/approvals/approval-list';
import { ApprovalListScreen } from '@/components/approvals/approval-list-screen';
import { requirePage } from '@/lib/auth/page-guard';
import { queryApprovals } from '@/lib/approvals/contract';
import { smsEnvelope } from '@/lib/sms/call';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('userApprovalList') };
}

/** Applications of branches (silent-screens B3). */
export default async function UserApprovalListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('userApprovalList', params);
  const input = listInput(approvalList, readListState(approvalList, params));
  const { data } = await smsEnvelope(queryApprovals, input);
  return <ApprovalListScreen first={firstPage(input, data)} canDecide={actor.userType === 0 && actor.authorities.has('USER_WRITE')} username={actor.username} isHeadOffice={actor.userType === 0} />;
}
