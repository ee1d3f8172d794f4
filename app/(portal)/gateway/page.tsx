import { gatewayList } from '@/components/gateways/gateway-list';
import { GatewayListScreen } from '@/components/gateways/gateway-list-screen';
import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';

export const generateMetadata = titleOf('gateway');

/** Boxes (doc1 §2, silent-screens A1). */
export default withTexts(
  ['boxes', 'escalator', 'gateways', 'list', 'symptoms'],
  listPage('gateway', gatewayList, GatewayListScreen),
);
