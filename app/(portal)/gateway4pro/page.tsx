import { withTexts } from '@/components/kit/layout/texts';
import { listPage, titleOf } from '@/components/kit/list/resource-page';
import { proGatewayList } from '@/components/pro-gateways/pro-gateway-list';
import { ProGatewayListScreen } from '@/components/pro-gateways/pro-gateway-list-screen';

export const generateMetadata = titleOf('gateway4pro');

/** Pro gateways (doc1 §2, silent-screens A2). */
export default withTexts(
  ['boxes', 'escalator', 'gateways', 'list', 'proGateways', 'symptoms'],
  listPage('gateway4pro', proGatewayList, ProGatewayListScreen),
);
