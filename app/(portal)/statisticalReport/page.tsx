import { createLoader } from 'nuqs/server';
import { withTexts } from '@/components/kit/layout/texts';
import { titleOf } from '@/components/kit/list/resource-page';
import { askedOf, statInput, STATISTICS_PARAMS } from '@/components/statistics/statistics-query';
import type { FirstStatistics, Today } from '@/components/statistics/statistics-query';
import { StatisticsScreen } from '@/components/statistics/statistics-screen';
import { statCallbacks, statEntrapments, statTotal } from '@/lib/features/statistics/contract';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';
import { sms } from '@/lib/platform/door/call';
import { pageFocus } from '@/lib/platform/focus/page-focus';
import { formatDate } from '@/lib/platform/i18n/format';

export const generateMetadata = titleOf('statisticalReport');

const load = createLoader(STATISTICS_PARAMS);
type Params = Record<string, string | string[] | undefined>;

function todayInShanghai(): Today {
  const [year = 0, month = 0, day = 0] = formatDate(Date.now()).split('-').map(Number);
  return { year, month, day };
}

/** The data at rendering; undefined when the focus is unknown: the browser then asks. */
async function firstOf(params: Params, today: Today): Promise<FirstStatistics | undefined> {
  const focus = await pageFocus();
  if (focus === undefined) return undefined;
  const asked = askedOf(load(params), today);
  const input = statInput(asked);
  const [total, callbacks, entrapments] = await Promise.all([
    sms(statTotal, input),
    sms(statCallbacks, input),
    asked.type === 'ESC' ? undefined : sms(statEntrapments, input),
  ]);
  return {
    focus,
    input,
    total: total.data ?? undefined,
    callbacks: callbacks.data ?? undefined,
    entrapments: entrapments?.data ?? undefined,
  };
}

/** Statistics (doc3 §2.9). */
async function StatisticalReportPage({ searchParams }: { readonly searchParams: Promise<Params> }) {
  const params = await searchParams;
  const actor = await requirePage('statisticalReport', params);
  const today = todayInShanghai();
  return <StatisticsScreen first={await firstOf(params, today)} holder={holderOf(actor)} today={today} />;
}

export default withTexts(['statistics'], StatisticalReportPage);
