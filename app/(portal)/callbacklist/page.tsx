import { redirect } from 'next/navigation';
import { CallbackListScreen } from '@/components/callbacks/callback-list-screen';
import { callbackList } from '@/components/callbacks/callback-list';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';
import { FROM_CAMPUS } from '@/lib/features/callbacks/value-sets';
import { hrefOf } from '@/lib/routes';

export const generateMetadata = titleOf('callbacklist');

const ListPage = listPage('callbacklist', callbackList, CallbackListScreen);
type Params = Record<string, string | string[] | undefined>;

/** Any value but empty, 0 and false (readings 83). */
const isTrue = (value: string | string[] | undefined) => !['', '0', 'false', undefined].includes([value].flat()[0]);

/** Call-outs (doc2 §2.8). From the wall the first five states are chosen, in the URL as any other choice (readings 44). */
async function CallbackListPage({ searchParams }: { readonly searchParams: Promise<Params> }) {
  const { fromCampus, ...params } = await searchParams;
  if (isTrue(fromCampus) && params.jobStatus === undefined) {
    const kept = Object.entries(params).map(([name, value]) => [name, [value].flat().join(',')]);
    redirect(hrefOf('callbacklist', { ...Object.fromEntries(kept), jobStatus: FROM_CAMPUS.join(',') }));
  }
  return <ListPage searchParams={searchParams} />;
}

export default withTexts(['callbacks', 'escalator'], CallbackListPage);
