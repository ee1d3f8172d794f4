import { choiceFilter, defineList, textFilter } from '@/components/kit/list/list-query';
import { BIND_STATES, CUBE_SORT_FIELDS, GATEWAY_ONLINE, queryCubes } from '@/lib/features/gateways/contract';

/** The register of boxes (silent-screens A1). */
export const gatewayList = defineList({
  name: 'gateways',
  rowKey: 'cubeNo',
  operation: queryCubes,
  filters: {
    cubeNo: textFilter(),
    equipmentNo: textFilter(),
    key: textFilter(),
    branchCode: textFilter(),
    onlineStatus: choiceFilter(),
    bindState: textFilter(),
    fwVersion: textFilter(),
  },
  sortFields: CUBE_SORT_FIELDS,
  choices: { onlineStatus: GATEWAY_ONLINE, bindState: BIND_STATES },
  lists: ['branchCode'],
});
