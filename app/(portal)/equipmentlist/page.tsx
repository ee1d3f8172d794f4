import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { redirect } from 'next/navigation';
import { EquipmentListScreen } from '@/components/equipment/equipment-list-screen';
import { equipmentList, presetParams } from '@/components/equipment/equipment-list';
import { loadFirstPage } from '@/components/kit/list/load-first-page';
import { withTexts } from '@/components/kit/layout/texts';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { hrefOf } from '@/lib/routes';
import { holderOf } from '@/lib/platform/contract/access';

type SearchParams = Promise<Record<string, string | string[] | undefined>>;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('routes'))('equipmentlist') };
}

/**
 * Equipment list (doc2 §2.2). A preset (`?type=`) is replaced by its filters, so that the URL shows what is filtered.
 */
async function EquipmentListPage({ searchParams }: { readonly searchParams: SearchParams }) {
  const params = await searchParams;
  const actor = await requirePage('equipmentlist', params);
  const preset = presetParams(params);
  if (preset) redirect(hrefOf('equipmentlist', preset));
  return (
    <EquipmentListScreen first={await loadFirstPage(equipmentList, 'equipmentlist', params)} holder={holderOf(actor)} />
  );
}

export default withTexts(['equipment', 'list'], EquipmentListPage);
