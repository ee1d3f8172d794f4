import { EscalatorPage } from '@/components/live/steps/escalator-page';
import { withTexts } from '@/components/kit/layout/texts';
import { liveMetadata, liveRoute, readPresent } from '../live-route';
import type { LiveRouteProps } from '../live-route';

export const generateMetadata = ({ searchParams }: LiveRouteProps) => liveMetadata('escalator', searchParams);

/** Live escalator (doc2 §2.6): `?equipmentNo=`. The airport's users are sent on to the variant (doc1 §2). */
const EscalatorRoute = ({ searchParams }: LiveRouteProps) =>
  liveRoute(
    {
      routeKey: 'escalator',
      displayType: 'ES',
      read: async (equipmentNo, actor) => {
        const dataOf = await readPresent(equipmentNo, actor);
        return function Present(equipment) {
          return <EscalatorPage key={equipmentNo} data={dataOf(equipment)} />;
        };
      },
    },
    searchParams,
  );

export default withTexts(['live', 'incidents'], EscalatorRoute);
