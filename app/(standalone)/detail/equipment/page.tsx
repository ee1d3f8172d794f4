import { UnitMessage } from '@/components/equipment/detail/unit-message';
import { UnitScreen } from '@/components/equipment/detail/unit-screen';
import { titleOf } from '@/components/kit/list/resource-page';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/page-guard';
import { holderOf } from '@/lib/platform/contract/access';
import { loadUnit } from './load-unit';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export const generateMetadata = titleOf('equipmentDetail');

/** The page of one unit (doc2 §2.4): `?equipmentNo=`. */
async function EquipmentDetailRoute({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const holder = holderOf(await requirePage('equipmentDetail', params));
  const equipmentNo = [params.equipmentNo].flat()[0]?.trim();
  if (!equipmentNo) return <UnitMessage kind="missingNumber" />;
  const unit = await loadUnit(equipmentNo);
  if (typeof unit === 'string') return <UnitMessage kind={unit} equipmentNo={equipmentNo} />;
  return <UnitScreen key={equipmentNo} unit={unit} holder={holder} />;
}

export default withTexts(['callbacks', 'equipment', 'equipmentDetail', 'list', 'symptoms'], EquipmentDetailRoute);
