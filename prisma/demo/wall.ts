import { ROLE_NAMES } from './access';
import type { Account } from './accounts';
import type { Row } from './rows';
import type { Unit } from './units';

/** The monitoring walls (api.md §5.6): customers watch the units of their projects, head office a hundred of the first. */
const MOST_UNITS = 200;
const MOST_OF_ALL = 100;
const HAS_WALL = new Set<string>([ROLE_NAMES.essence, ROLE_NAMES.elite, ROLE_NAMES.platform]);

interface View {
  account: Account;
  projects: ReadonlySet<string> | null;
  units: Unit[];
}

export class Wall {
  static readonly VIEW_COLUMNS = ['username', 'title', 'mute', 'campus_view_size', 'create_by', 'create_date', 'update_date'] as const;
  static readonly UNIT_COLUMNS = ['username', 'equipment_no', 'equipment_nick_name', 'position'] as const;
  private readonly all: View[];

  constructor(accounts: readonly Account[]) {
    this.all = accounts.filter(({ roles, userType }) => userType !== 2 && roles.some((role) => HAS_WALL.has(role)))
      .map((account) => ({ account, projects: account.userType === 0 ? null : new Set(account.projects), units: [] }));
  }

  add(unit: Unit): void {
    for (const view of this.all) {
      const isWanted = view.projects === null ? view.units.length < MOST_OF_ALL : view.projects.has(unit.project.projectId) && view.units.length < MOST_UNITS;
      if (isWanted) view.units.push(unit);
    }
  }

  views(now: Date): Row[] {
    return this.all.map(({ account, units }) => [
      account.username, account.userType === 0 ? '设备运行监控中心' : `${account.nickName.split('_')[0]}电扶梯监控`, account.persona === 'customerElite' ? 1 : 0,
      units.length > 80 ? 100 : units.length > 40 ? 80 : 40, account.username, now, now,
    ]);
  }

  /** Units in the order of the wall, under the short names that a caretaker uses. */
  units(): Row[] {
    return this.all.flatMap(({ account, units }) => units.map((unit, position): Row => [account.username, unit.equipmentNo, account.userType === 0 ? null : unit.shortName, position]));
  }
}
