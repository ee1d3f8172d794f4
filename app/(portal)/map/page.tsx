import { withTexts } from '@/components/kit/layout/texts';
import { titleOf } from '@/components/kit/list/resource-page';
import { MapScreen } from '@/components/map/map-screen';
import { config } from '@/lib/config';
import { requirePage } from '@/lib/platform/auth/pages/page-guard';
import { holderOf } from '@/lib/platform/contract/access';

export const generateMetadata = titleOf('map');

/** The national map (doc3 §2.16, silent-screens D5). */
async function MapPage({
  searchParams,
}: {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const actor = await requirePage('map', searchParams);
  const { tiles, script, coordinates, approvalNumber } = config().map;
  return <MapScreen holder={holderOf(actor)} source={{ tiles, script, coordinates, approvalNumber }} />;
}

export default withTexts(['map'], MapPage);
