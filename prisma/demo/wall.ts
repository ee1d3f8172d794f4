import { holds } from '@/lib/platform/contract/authorities';
import { isHeadOffice, isBranchUser, CUSTOMER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import { ROLES } from './access';
import type { Account } from './accounts';
import { branchName, PLACES } from './places';
import { CENTER_UNITS } from './projects';
import type { Row } from './rows';
import type { Unit } from './units';

/**
 * The monitoring walls (api.md §5.6): customers watch the units of their projects, head office and the shown people of a
 * branch a hundred of the first, which are those whose lifts move most. Other people of a branch have chosen nothing. Head
 * office has the escalators of the Shanghai center, which have a screen of their own, and no others (doc3 §2.4).
 */
const MOST_UNITS = 200;
const MOST_OF_ALL = 100;
const OPENING = ROLES.filter(({ authorities }) => holds({ authorities: new Set(authorities) }, 'CAMPUS_VIEW_READ')).map(
  ({ role }) => role,
);

interface View {
  account: Account;
  most: number;
  units: Unit[];
}

const isStaff = (account: Account) => isBranchUser(account) || account.customerType === CUSTOMER_TYPE.internal;

function isSeenBy(account: Account, { project }: Unit): boolean {
  const { projects, branches } = account;
  if (isHeadOffice(account)) return true;
  return isBranchUser(account) ? branches.includes(project.place.branchCode) : projects.includes(project.projectId);
}

function titleOf(account: Account): string {
  if (isHeadOffice(account)) return '设备运行监控中心';
  const place = isStaff(account) ? PLACES.find(({ branchCode }) => branchCode === account.branchCode) : undefined;
  return `${place ? branchName(place) : account.nickName.split('_')[0]}电扶梯监控`;
}

export class Wall {
  static readonly VIEW_COLUMNS = [
    'username',
    'title',
    'mute',
    'campus_view_size',
    'create_by',
    'create_date',
    'update_date',
  ] as const;
  static readonly UNIT_COLUMNS = ['username', 'equipment_no', 'equipment_nick_name', 'position'] as const;
  private readonly all: View[];

  constructor(accounts: readonly Account[]) {
    this.all = accounts
      .filter(
        (account) =>
          (account.persona !== undefined || !isBranchUser(account)) &&
          account.roles.some((role) => OPENING.includes(role)),
      )
      .map((account) => ({ account, most: isStaff(account) ? MOST_OF_ALL : MOST_UNITS, units: [] }));
  }

  add(unit: Unit): void {
    for (const { account, most, units } of this.all) {
      if (!isSeenBy(account, unit)) continue;
      if (isHeadOffice(account)) {
        if (unit.project.isCenter || (unit.displayType !== 'ES' && units.length < most - CENTER_UNITS))
          units.push(unit);
      } else if (units.length < most) units.push(unit);
    }
  }

  views(now: Date): Row[] {
    return this.all.map(({ account, units }) => [
      account.username,
      titleOf(account),
      account.persona === 'customerElite' ? 1 : 0,
      units.length > 80 ? 100 : units.length > 40 ? 80 : 40,
      account.username,
      now,
      now,
    ]);
  }

  /** Units in the order of the wall; a customer under the short names that a caretaker uses. */
  units(): Row[] {
    return this.all.flatMap(({ account, units }) =>
      units.map((unit, position): Row => [
        account.username,
        unit.equipmentNo,
        isStaff(account) && !unit.project.isCenter ? null : unit.shortName,
        position,
      ]),
    );
  }
}
