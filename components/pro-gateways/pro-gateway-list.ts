import { choiceFilter, defineList, textFilter } from '@/components/kit/list/list-query';
import { PRO_ONLINE, PRO_SORT_FIELDS, queryProGateways } from '@/lib/features/pro-gateways/contract';

export const FREE_PORT = [1, 0] as const;

/** Pro gateways (silent-screens A2). */
export const proGatewayList = defineList({
  name: 'proGateways',
  rowKey: 'gatewayNo',
  operation: queryProGateways,
  filters: {
    gatewayNo: textFilter(),
    key: textFilter(),
    branchCode: textFilter(),
    onlineStatus: choiceFilter(),
    hasFreePort: choiceFilter(),
  },
  sortFields: PRO_SORT_FIELDS,
  choices: { onlineStatus: PRO_ONLINE, hasFreePort: FREE_PORT },
  lists: ['branchCode'],
});
