import { choiceFilter, textFilter, defineList } from '@/components/kit/list/list-query';
import { queryUsers } from '@/lib/features/users/contract';
import { USER_SORT_FIELDS } from '@/lib/features/users/account-contract';
import { previousMonth } from '@/lib/features/users/months';
import { ACTIVITIES, customerFilters } from '@/lib/features/users/value-sets';
import { USER_TYPE } from '@/lib/platform/auth/accounts/account-types';

/** The user list (doc1 §2). The month filter starts at the previous month; a branch user has fewer customer types. */

const define = (userType: number) =>
  defineList({
    name: 'users',
    rowKey: 'username',
    operation: queryUsers,
    filters: {
      startDate: textFilter(),
      keyword: textFilter(),
      branchCodes: textFilter(),
      status: textFilter(),
      customerType: choiceFilter(),
      haveEquipment: choiceFilter(),
    },
    sortFields: USER_SORT_FIELDS,
    choices: { status: ACTIVITIES, customerType: customerFilters(userType), haveEquipment: [0, 1] },
    lists: ['branchCodes'],
    defaults: () => ({ startDate: previousMonth(Date.now()) }),
  });

const OF_BRANCH = define(USER_TYPE.branch);
const OF_OTHERS = define(USER_TYPE.headOffice);

export type UserListDefinition = typeof OF_OTHERS;
export const userListOf = (userType: number): UserListDefinition =>
  userType === USER_TYPE.branch ? OF_BRANCH : OF_OTHERS;
