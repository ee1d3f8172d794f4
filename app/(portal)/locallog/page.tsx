import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { LocalLogScreen } from '@/components/local-log/local-log-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('locallog') };
}

/** The log of this browser (silent-screens B6); head office also sees the errors of all clients. */
async function LocallogPage() {
  const actor = await requirePage('locallog');
  return <LocalLogScreen username={actor.username} holder={holderOf(actor)} />;
}

export default withTexts(['list', 'localLog'], LocallogPage);
