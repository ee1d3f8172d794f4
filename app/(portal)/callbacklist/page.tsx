import { redirect } from 'next/navigation';
import { CallbackListScreen } from '@/components/callbacks/callback-list-screen';
import { callbackList } from '@/components/callbacks/callback-list';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';
import { campusEntry } from '@/lib/features/campus/entry';
import { FROM_CAMPUS } from '@/lib/features/callbacks/value-sets';
import { hrefOf } from '@/lib/routes';

export const generateMetadata = titleOf('callbacklist');

const ListPage = listPage('callbacklist', callbackList, CallbackListScreen);
type Params = Record<string, string | string[] | undefined>;

/**
 * Call-outs (doc2 §2.8). Opened from the wall, the first five states are chosen; the URL has them like any other choice
 * (readings 44).
 */
async function CallbackListPage({ searchParams }: { readonly searchParams: Promise<Params> }) {
  const preset = campusEntry(await searchParams, { jobStatus: FROM_CAMPUS });
  if (preset) redirect(hrefOf('callbacklist', preset));
  return <ListPage searchParams={searchParams} />;
}

export default withTexts(['callbacks', 'incidents', 'list'], CallbackListPage);
