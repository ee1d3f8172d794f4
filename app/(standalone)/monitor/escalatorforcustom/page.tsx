import { EscalatorCustomPage } from '@/components/live/steps/escalator-page';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { liveMetadata, liveRoute, readPresent, showsTests } from '../live-route';
import type { LiveRouteProps } from '../live-route';

export const generateMetadata = ({ searchParams }: LiveRouteProps) => liveMetadata('escalatorforcustom', searchParams);

/** Live escalator for the airport's users (doc2 §2.6): `?equipmentNo=`; `&test=1` shows its test buttons (readings 86). */
async function EscalatorCustomRoute({ searchParams }: LiveRouteProps) {
  const params = await searchParams;
  const actor = await requirePage('escalatorforcustom', params);
  return liveRoute(params, {
    displayType: 'ES',
    read: async (equipmentNo) => {
      const dataOf = await readPresent(equipmentNo, actor);
      return function Present(equipment) {
        return (
          <EscalatorCustomPage key={equipmentNo} data={dataOf(equipment)} showsTests={showsTests(actor, params)} />
        );
      };
    },
  });
}

export default withTexts(['live', 'incidents'], EscalatorCustomRoute);
