import { getTranslations } from 'next-intl/server';
import { BranchDashboard } from '@/components/dashboards/branch-dashboard';
import { withTexts } from '@/components/kit/layout/texts';
import { titleOf } from '@/components/kit/list/resource-page';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { sessionEnd } from '@/lib/platform/auth/sessions/session-end';
import { holderOf } from '@/lib/platform/contract/access';

export const generateMetadata = titleOf('kaBranchDashboard');

/** silent-screens D3. */
async function KaBranchDashboardPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requirePage('kaBranchDashboard', searchParams);
  // Doc 1 §1: not of a project's own people.
  return (
    <BranchDashboard
      title={(await getTranslations('routes'))('kaBranchDashboard')}
      holder={holderOf(actor)}
      mayChooseLanguage={!isCustomer(actor)}
      sessionEnd={await sessionEnd(actor.sessionId)}
    />
  );
}

export default withTexts(['dashboards', 'callbacks', 'symptoms'], KaBranchDashboardPage);
