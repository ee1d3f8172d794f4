import { withTexts } from '@/components/kit/layout/texts';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { titleOf } from '@/components/kit/list/resource-page';
import { KIND_PARAM, kindOf, listOfKind } from '@/components/third-gateways/third-gateway-list';
import { ThirdGatewayScreen } from '@/components/third-gateways/third-gateway-screen';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

export const generateMetadata = titleOf('threeSidedLadder');

interface Props {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Gateways of other makers (doc3 §2.15). */
async function ThreeSidedLadderPage({ searchParams }: Props) {
  const params = await searchParams;
  const holder = holderOf(await requirePage('threeSidedLadder', params));
  const kind = kindOf(params[KIND_PARAM]);
  const first = await loadFirstPage(listOfKind(kind), 'threeSidedLadder', params);
  return <ThirdGatewayScreen loaded={kind} first={first} holder={holder} />;
}

export default withTexts(['list', 'thirdGateways'], ThreeSidedLadderPage);
