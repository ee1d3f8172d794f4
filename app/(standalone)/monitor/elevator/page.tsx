import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ElevatorPage } from '@/components/live/elevator-page';
import { LivePageMessage } from '@/components/live/live-page-message';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { batchEquipmentStatus, getEquipment, listEquipmentFaults } from '@/lib/features/equipment/contract';
import { sms } from '@/lib/platform/door/call';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('elevator') };
}

/** Live elevator (doc2 §2.5): `?equipmentNo=`. The first picture is the server's, the rest follows over the live connection. */
async function ElevatorRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  await requirePage('elevator', params);
  const equipmentNo = [params.equipmentNo].flat()[0]?.trim();
  if (!equipmentNo) return <LivePageMessage kind="missingNumber" />;

  const [equipment, status, faults] = await Promise.all([
    sms(getEquipment, { equipmentNo }),
    sms(batchEquipmentStatus, { equipmentNoList: [equipmentNo] }),
    sms(listEquipmentFaults, { equipmentNo }),
  ]);
  // 400: the number is not one that can exist.
  if (equipment.code === 404 || equipment.code === 400)
    return <LivePageMessage kind="notFound" equipmentNo={equipmentNo} />;
  if (equipment.code === 511) return <LivePageMessage kind="forbidden" equipmentNo={equipmentNo} />;
  if (!equipment.data) return <LivePageMessage kind="failed" equipmentNo={equipmentNo} />;
  if (equipment.data.displayType !== 'EV')
    return <LivePageMessage kind="otherType" equipmentNo={equipmentNo} equipment={equipment.data} />;
  return (
    <ElevatorPage
      key={equipmentNo}
      data={{
        equipment: equipment.data,
        status: status.data?.[0] ?? null,
        faults: faults.data?.gbCodeShowList ?? null,
      }}
    />
  );
}

export default withTexts(['live'], ElevatorRoute);
