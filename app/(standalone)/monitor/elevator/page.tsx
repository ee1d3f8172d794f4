import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { ElevatorPage } from '@/components/live/elevator-page';
import { LivePageMessage } from '@/components/live/live-page-message';
import { ElevatorReplayPage } from '@/components/live/replay/elevator-replay-page';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { batchEquipmentStatus, getEquipment, listEquipmentFaults } from '@/lib/features/equipment/contract';
import type { EquipmentDetail } from '@/lib/features/equipment/contract';
import { getEquipmentReplay } from '@/lib/features/equipment-replay/contract';
import { calledState } from '@/lib/live/units/condition';
import { holderOf } from '@/lib/platform/contract/access';
import type { Holder } from '@/lib/platform/contract/authorities';
import { sms } from '@/lib/platform/door/call';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

const first = (value: string | string[] | undefined) => [value].flat()[0]?.trim();

/** Asked once for the title and for the page. */
const findUnit = cache((equipmentNo: string) => sms(getEquipment, { equipmentNo }));
const findStatus = cache((equipmentNo: string) => sms(batchEquipmentStatus, { equipmentNoList: [equipmentNo] }));

/** Unit and state, so that each of many tabs says what it shows; of a unit that may not be seen, nothing. */
export async function generateMetadata({ searchParams }: { readonly searchParams: SearchParams }): Promise<Metadata> {
  const params = await searchParams;
  const [equipmentNo, at] = [first(params.equipmentNo), first(params.at)];
  const [routes, common] = [await getTranslations('routes'), await getTranslations('common')];
  const found = equipmentNo ? await findUnit(equipmentNo) : undefined;
  const unit = found?.code === 200 ? found.data : null;
  const name = unit?.equipmentName ?? routes('elevator');
  if (at) return { title: `${common('replay')} · ${name}` };
  const status = unit && equipmentNo ? (await findStatus(equipmentNo)).data?.[0] : undefined;
  const state = status ? calledState(status) : 'online';
  return { title: state === 'online' ? name : `${common(`status.${state}`)} · ${name}` };
}

/**
 * Live elevator (doc2 §2.5): `?equipmentNo=`. The first picture is the server's, the rest follows over the live connection.
 * With `&at=` it is the page of that moment (readings 75).
 */
async function ElevatorRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('elevator', params);
  const [equipmentNo, at] = [first(params.equipmentNo), first(params.at)];
  if (!equipmentNo) return <LivePageMessage kind="missingNumber" />;

  const unit = findUnit(equipmentNo);
  const page = await (at ? readPast(equipmentNo, at) : readPresent(equipmentNo, holderOf(actor)));
  const equipment = await unit;
  // 400: the number is not one that can exist.
  if (equipment.code === 404 || equipment.code === 400)
    return <LivePageMessage kind="notFound" equipmentNo={equipmentNo} />;
  if (equipment.code === 511) return <LivePageMessage kind="forbidden" equipmentNo={equipmentNo} />;
  if (!equipment.data) return <LivePageMessage kind="failed" equipmentNo={equipmentNo} />;
  if (equipment.data.displayType !== 'EV')
    return <LivePageMessage kind="otherType" equipmentNo={equipmentNo} equipment={equipment.data} />;
  return page(equipment.data);
}

async function readPresent(equipmentNo: string, holder: Holder) {
  const [status, faults] = await Promise.all([findStatus(equipmentNo), sms(listEquipmentFaults, { equipmentNo })]);
  const [known, open] = [status.data?.[0] ?? null, faults.data?.gbCodeShowList ?? null];
  return function Present(equipment: EquipmentDetail) {
    return <ElevatorPage key={equipmentNo} data={{ equipment, status: known, faults: open, holder }} />;
  };
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
