import { UnitScreen } from '@/components/equipment/detail/unit-screen';
import { DetailMessage } from '@/components/kit/detail/message-page';
import { titleOf } from '@/components/kit/list/resource-page';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';
import { loadUnit } from './load-unit';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export const generateMetadata = titleOf('equipmentDetail');

/** The page of one unit (doc2 §2.4): `?equipmentNo=`. */
async function EquipmentDetailRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const holder = holderOf(await requirePage('equipmentDetail', params));
  const equipmentNo = [params.equipmentNo].flat()[0]?.trim();
  if (!equipmentNo) return <DetailMessage kind="missing" />;
  const loaded = await loadUnit(equipmentNo);
  if ('problem' in loaded) return <DetailMessage kind={loaded.problem} message={loaded.message} id={equipmentNo} />;
  return <UnitScreen key={equipmentNo} unit={loaded} holder={holder} />;
}

export default withTexts(['callbacks', 'equipmentDetail', 'list', 'symptoms'], EquipmentDetailRoute);
