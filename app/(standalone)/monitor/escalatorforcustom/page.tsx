import { EscalatorCustomPage } from '@/components/live/steps/escalator-page';
import { withTexts } from '@/components/kit/layout/texts';
import { liveMetadata, liveRoute, readPresent, showsTests } from '../live-route';
import type { LiveRouteProps } from '../live-route';

export const generateMetadata = ({ searchParams }: LiveRouteProps) => liveMetadata('escalatorforcustom', searchParams);

/** Live escalator for the airport's users (doc2 §2.6): `?equipmentNo=`; `&test=1` shows its test buttons (readings 86). */
const EscalatorCustomRoute = ({ searchParams }: LiveRouteProps) =>
  liveRoute(
    {
      routeKey: 'escalatorforcustom',
      displayType: 'ES',
      read: async (equipmentNo, actor, params) => {
        const dataOf = await readPresent(equipmentNo, actor);
        return function Present(equipment) {
          return (
            <EscalatorCustomPage key={equipmentNo} data={dataOf(equipment)} showsTests={showsTests(actor, params)} />
          );
        };
      },
    },
    searchParams,
  );

export default withTexts(['live', 'incidents'], EscalatorCustomRoute);
