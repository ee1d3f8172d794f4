import { redirect } from 'next/navigation';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';
import { symptomList } from '@/components/symptoms/symptom-list';
import { SymptomListScreen } from '@/components/symptoms/symptom-list-screen';
import { campusEntry } from '@/lib/features/campus/entry';
import { FROM_CAMPUS } from '@/lib/features/symptoms/value-sets';
import { hrefOf } from '@/lib/routes';

export const generateMetadata = titleOf('symptomList');

const ListPage = listPage('symptomList', symptomList, SymptomListScreen);
type Params = Record<string, string | string[] | undefined>;

/** Symptoms (doc2 §2.10). */
async function SymptomListPage({ searchParams }: { readonly searchParams: Promise<Params> }) {
  const preset = campusEntry(await searchParams, FROM_CAMPUS);
  if (preset) redirect(hrefOf('symptomList', preset));
  return <ListPage searchParams={searchParams} />;
}

export default withTexts(['list', 'symptoms'], SymptomListPage);
