import { Footer } from '@/components/kit/layout/footer';
import { withTexts } from '@/components/kit/layout/texts';
import { SidewalkPage } from '@/components/live/steps/sidewalk-page';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { liveMetadata, liveRoute, readPresent, showsTests } from '../live-route';
import type { LiveRouteProps } from '../live-route';

export const generateMetadata = ({ searchParams }: LiveRouteProps) => liveMetadata('sidewalk', searchParams);

/** Live moving walk (doc2 §2.7): `?equipmentNo=`; `&test=1` shows its test buttons (readings 86). */
async function SidewalkRoute({ searchParams }: LiveRouteProps) {
  const params = await searchParams;
  const actor = await requirePage('sidewalk', params);
  return liveRoute(params, {
    displayType: 'WW',
    read: async (equipmentNo) => {
      const dataOf = await readPresent(equipmentNo, actor);
      return function Present(equipment) {
        return (
          <SidewalkPage
            key={equipmentNo}
            data={dataOf(equipment)}
            showsTests={showsTests(actor, params)}
            footer={<Footer />}
          />
        );
      };
    },
  });
}

export default withTexts(['live', 'incidents'], SidewalkRoute);
