import { getTranslations } from 'next-intl/server';
import { KaDashboard } from '@/components/dashboards/ka-dashboard';
import { withTexts } from '@/components/kit/layout/texts';
import { titleOf } from '@/components/kit/list/resource-page';
import { config } from '@/lib/config';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { sessionEnd } from '@/lib/platform/auth/sessions/session-end';
import { holderOf } from '@/lib/platform/contract/access';

export const generateMetadata = titleOf('kaDashboard');

/** silent-screens D2. */
async function KaDashboardPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requirePage('kaDashboard', searchParams);
  const { tiles, script, coordinates, approvalNumber } = config().map;
  // Doc 1 §1: not of a project's own people.
  return (
    <KaDashboard
      title={(await getTranslations('routes'))('kaDashboard')}
      holder={holderOf(actor)}
      mayChooseLanguage={!isCustomer(actor)}
      sessionEnd={await sessionEnd(actor.sessionId)}
      map={{ tiles, script, coordinates, approvalNumber }}
    />
  );
}

export default withTexts(['dashboards', 'facts', 'callbacks', 'list', 'map'], KaDashboardPage);
