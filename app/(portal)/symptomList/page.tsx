import { redirect } from 'next/navigation';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';
import { symptomList } from '@/components/symptoms/symptom-list';
import { SymptomListScreen } from '@/components/symptoms/symptom-list-screen';
import { FROM_CAMPUS, isFromCampus } from '@/lib/features/symptoms/value-sets';
import { hrefOf } from '@/lib/routes';

export const generateMetadata = titleOf('symptomList');

const ListPage = listPage('symptomList', symptomList, SymptomListScreen);
type Params = Record<string, string | string[] | undefined>;

/** Symptoms (doc2 §2.10). From the wall some categories and states are chosen, in the URL as any other choice (readings 44). */
async function SymptomListPage({ searchParams }: { readonly searchParams: Promise<Params> }) {
  const { fromCampus, ...params } = await searchParams;
  if (isFromCampus([fromCampus].flat()[0]) && !params.categoryList && !params.symptomStateList) {
    const kept = Object.entries(params).map(([name, value]) => [name, [value].flat().join(',')]);
    const { categoryList, symptomStateList } = FROM_CAMPUS;
    redirect(
      hrefOf('symptomList', {
        ...Object.fromEntries(kept),
        categoryList: categoryList.join(','),
        symptomStateList: symptomStateList.join(','),
      }),
    );
  }
  return <ListPage searchParams={searchParams} />;
}

export default withTexts(['symptoms'], SymptomListPage);
