import { getTranslations } from 'next-intl/server';
import { ProjectDashboard } from '@/components/dashboards/project-dashboard';
import { withTexts } from '@/components/kit/layout/texts';
import { titleOf } from '@/components/kit/list/resource-page';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { sessionEnd } from '@/lib/platform/auth/sessions/session-end';
import { holderOf } from '@/lib/platform/contract/access';

export const generateMetadata = titleOf('kaProjectDashboard');

/** silent-screens D4. */
async function KaProjectDashboardPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requirePage('kaProjectDashboard', searchParams);
  // Doc 1 §1: not of a project's own people.
  return (
    <ProjectDashboard
      title={(await getTranslations('routes'))('kaProjectDashboard')}
      holder={holderOf(actor)}
      mayChooseLanguage={!isCustomer(actor)}
      sessionEnd={await sessionEnd(actor.sessionId)}
    />
  );
}

export default withTexts(['dashboards', 'facts', 'callbacks'], KaProjectDashboardPage);
