import { projectsOfUser, unitsOfUser } from './internal/holdings';
import { shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { db, pool } from '@/lib/platform/db/client';
import { partsOf, sharedCount } from '@/lib/platform/db/shared-counts';
import { readPageKeys } from '@/lib/platform/db/far-page';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { activityOf, monthOf, usageSql } from './activity';
import type { Month } from './activity';
import type { queryUsers, UserPage } from './contract';
import type { UserFilters, UserRow } from './account-contract';
import { customerWord } from './value-sets';
import { usersWhere } from './where';

type Query = ParsedOf<typeof queryUsers>;

export type UserOrder = Pick<Query, 'sortField' | 'sortOrder'>;

/** Names that a row carries at most: a branch has hundreds of projects. */
const MAX_NAMES = 200;

const COLUMNS: Readonly<Record<Exclude<NonNullable<Query['sortField']>, 'customerText'>, Prisma.Sql>> = {
  createDate: Prisma.sql`u.create_date`,
  username: Prisma.sql`u.username`,
  nickName: Prisma.sql`u.nick_name`,
  phone: Prisma.sql`u.phone`,
  branchName: Prisma.sql`b.branch_name`,
};

/** Columns that may be empty: such accounts come last, in either direction. Only these say so: no index has that order. */
const MAY_BE_EMPTY: ReadonlySet<Query['sortField']> = new Set(['phone', 'branchName']);

/** Newest first without a sort field; the username ends every order (api.md §1.6). `isReversed` reads from the end. */
function orderOf({ sortField, sortOrder }: UserOrder, isReversed: boolean): Prisma.Sql {
  const field = sortField ?? 'createDate';
  const isAscending = (sortField !== undefined && sortOrder === 'asc') !== isReversed;
  const direction = Prisma.raw(isAscending ? 'ASC' : 'DESC');
  if (field === 'customerText')
    return Prisma.sql`u.user_type ${direction}, u.customer_type ${direction}, u.tier ${direction}, u.username ${direction}`;
  if (field === 'username') return Prisma.sql`u.username ${direction}`;
  const empty = MAY_BE_EMPTY.has(field) ? Prisma.raw(isReversed ? 'NULLS FIRST' : 'NULLS LAST') : Prisma.empty;
  return Prisma.sql`${COLUMNS[field]} ${direction} ${empty}, u.username ${direction}`;
}

interface StoredUserRow {
  username: string;
  nick_name: string;
  email: string | null;
  phone: string | null;
  branch_code: string | null;
  branch_name: string | null;
  customer_type: number | null;
  projectbranch_type: number | null;
  user_type: number;
  tier: number | null;
  create_date: Date;
  last_sign_in_at: Date | null;
  project_names: string[];
  equipment_total: number;
  was_used: boolean;
  days: number;
  weeks: number;
}

function toRow(stored: StoredUserRow, month: Month, language: Language, time: ShownTime): UserRow {
  const {
    user_type: userType,
    customer_type: customerType,
    tier,
    project_names: names,
    create_date: createDate,
    last_sign_in_at: lastSignInAt,
    was_used: wasUsed,
    days,
    weeks,
  } = stored;
  return {
    username: stored.username,
    nickName: stored.nick_name,
    email: stored.email,
    phone: stored.phone,
    branchCode: stored.branch_code,
    branchName: stored.branch_name,
    customerType,
    customerText: translateServer(language, 'userList', `customer.${customerWord({ userType, customerType, tier })}`),
    projectbranchType: stored.projectbranch_type,
    userType,
    createDate: time(createDate),
    projectNames: names.length > MAX_NAMES ? `${names.slice(0, MAX_NAMES).join(',')}…` : names.join(','),
    equipmentTotal: stored.equipment_total,
    status: activityOf({ createDate, lastSignInAt, wasUsed, days, weeks }, month),
    lastSignInDate: lastSignInAt ? time(lastSignInAt) : null,
    activeDays: days,
  };
}

/** The rows of these accounts, in their order. What is computed is computed for them alone. @param time how the caller sees times */
export async function rowsOfUsers(
  actor: Actor,
  usernames: readonly string[],
  month: Month,
  language: Language,
  time: ShownTime,
): Promise<UserRow[]> {
  if (usernames.length === 0) return [];
  const statement = Prisma.sql`
    SELECT u.username, u.nick_name, u.email, u.phone, u.branch_code, b.branch_name, u.customer_type, u.projectbranch_type, u.user_type, u.tier, u.create_date, u.last_sign_in_at,
           ARRAY(SELECT DISTINCT project_name FROM (${projectsOfUser(actor)}) names ORDER BY project_name LIMIT ${MAX_NAMES + 1}) AS project_names,
           (SELECT count(*)::int FROM (${unitsOfUser(actor)}) units) AS equipment_total,
           past.was_used, usage.days, usage.weeks
    FROM users u LEFT JOIN branch b ON b.branch_code = u.branch_code ${usageSql(month)}
    WHERE u.username = ANY(${[...usernames]})`;
  // Planning it takes as long as running it for a page, so each connection keeps its plan; its text depends on the kind of scope alone.
  const { rows: stored } = await pool().query<StoredUserRow>({
    name: `user-rows-${actor.userType}`,
    text: statement.text,
    values: statement.values,
  });
  const byName = new Map(stored.map((row) => [row.username, row]));
  return usernames.flatMap((username) => {
    const row = byName.get(username);
    return row ? [toRow(row, month, language, time)] : [];
  });
}

export async function countUsers(actor: Actor, filters: UserFilters, month: Month): Promise<number> {
  const [found] = await db().$queryRaw<
    { total: number }[]
  >`SELECT count(*)::int AS total FROM users u WHERE ${usersWhere(actor, filters, month)}`;
  return found?.total ?? 0;
}

/** A stretch of the list's keys, in its order. */
export async function readUserKeys(
  at: Transaction,
  conditions: Prisma.Sql,
  order: UserOrder,
  isReversed: boolean,
  skip: number,
  take: number,
): Promise<string[]> {
  const join =
    order.sortField === 'branchName' ? Prisma.sql`LEFT JOIN branch b ON b.branch_code = u.branch_code` : Prisma.empty;
  const rows = await at.$queryRaw<
    { username: string }[]
  >`SELECT u.username FROM users u ${join} WHERE ${conditions} ORDER BY ${orderOf(order, isReversed)} LIMIT ${take} OFFSET ${skip}`;
  return rows.map(({ username }) => username);
}

/** A page of the accounts in the caller's scope. Keys first, so that devices and activity are computed for one page only. */
export async function findUserPage(actor: Actor, query: Query, language: Language): Promise<UserPage> {
  const month = monthOf(query.startDate, Date.now());
  const conditions = usersWhere(actor, query, month, { isPage: true });
  const { total, keys } = await readPageKeys(query, {
    count: () =>
      sharedCount(actor, 'queryUsers', partsOf(usersWhere(actor, query, month)), () => countUsers(actor, query, month)),
    keys: (isReversed, skip, take) => readUserKeys(db(), conditions, query, isReversed, skip, take),
  });
  return page(await rowsOfUsers(actor, keys, month, language, await shownTime(actor)), total, query);
}
