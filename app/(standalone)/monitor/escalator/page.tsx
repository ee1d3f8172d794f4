import { EscalatorPage } from '@/components/live/steps/escalator-page';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { liveMetadata, liveRoute, readPresent } from '../live-route';
import type { LiveRouteProps } from '../live-route';

export const generateMetadata = ({ searchParams }: LiveRouteProps) => liveMetadata('escalator', searchParams);

/** Live escalator (doc2 §2.6): `?equipmentNo=`. The airport's users are sent on to the variant (doc1 §2). */
async function EscalatorRoute({ searchParams }: LiveRouteProps) {
  const params = await searchParams;
  const actor = await requirePage('escalator', params);
  return liveRoute(params, {
    displayType: 'ES',
    read: async (equipmentNo) => {
      const dataOf = await readPresent(equipmentNo, actor);
      return function Present(equipment) {
        return <EscalatorPage key={equipmentNo} data={dataOf(equipment)} />;
      };
    },
  });
}

export default withTexts(['live', 'incidents'], EscalatorRoute);
