import { ElevatorPage } from '@/components/live/elevator-page';
import { LivePageMessage } from '@/components/live/live-page-message';
import { ElevatorReplayPage } from '@/components/live/replay/elevator-replay-page';
import { withTexts } from '@/components/kit/layout/texts';
import type { EquipmentDetail } from '@/lib/features/equipment/contract';
import { getEquipmentReplay } from '@/lib/features/equipment-replay/contract';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { sms } from '@/lib/platform/door/call';
import { firstOf, liveMetadata, liveRoute, readPresent } from '../live-route';
import type { LiveRouteProps } from '../live-route';

export const generateMetadata = ({ searchParams }: LiveRouteProps) => liveMetadata('elevator', searchParams);

/**
 * Live elevator (doc2 §2.5): `?equipmentNo=`. The first picture is the server's, the rest follows over the live connection.
 * With `&at=` it is the page of that moment (readings 75).
 */
async function ElevatorRoute({ searchParams }: LiveRouteProps) {
  const params = await searchParams;
  const actor = await requirePage('elevator', params);
  return liveRoute(params, {
    displayType: 'EV',
    read: async (equipmentNo) => {
      const at = firstOf(params.at);
      if (at) return readPast(equipmentNo, at);
      const dataOf = await readPresent(equipmentNo, actor);
      return function Present(equipment) {
        return <ElevatorPage key={equipmentNo} data={dataOf(equipment)} />;
      };
    },
  });
}

async function readPast(equipmentNo: string, at: string) {
  const { code, message, data } = await sms(getEquipmentReplay, { equipmentNo, at });
  return function Past(equipment: EquipmentDetail) {
    // A refusal may have data of its own.
    if (code === 200 && data)
      return <ElevatorReplayPage key={`${equipmentNo} ${at}`} equipment={equipment} replay={data} />;
    const kind = code === 400 ? 'badMoment' : code === 403 ? 'refused' : 'failed';
    return <LivePageMessage kind={kind} equipmentNo={equipmentNo} equipment={equipment} reason={message} />;
  };
}

export default withTexts(['live', 'incidents'], ElevatorRoute);
