import { holdingsOf } from '@/lib/features/users/internal/holdings';
import { shownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { phoneCondition, phoneMatch } from '@/lib/platform/auth/limits/phone-search';
import { userScope } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import { dayRange } from '@/lib/platform/db/day-range';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText } from '@/lib/platform/db/name-grams';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { keyedList } from '@/lib/platform/list/keyed-list';
import { isHeadOffice } from '@/lib/platform/auth/accounts/account-types';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import type { CampusApplyRow, queryCampusApply } from './contract';
import { WALL_TABS } from './value-sets';

type Query = ParsedOf<typeof queryCampusApply>;

/** Applications of the caller and of the accounts in his scope. */
export function applyScope(actor: Actor): Prisma.CampusApplyWhereInput {
  // An empty condition inside OR would match nothing.
  return isHeadOffice(actor) ? {} : { OR: [{ username: actor.username }, { user: userScope(actor) }] };
}

async function keyword(actor: Actor, key: string): Promise<Prisma.CampusApplyWhereInput> {
  const phone = await phoneMatch(actor, key, { isShown: true });
  return {
    OR: [
      { applyUsername: containsText(key) },
      { username: containsText(key) },
      ...(phone ? [{ applyPhone: phoneCondition(phone) }] : []),
    ],
  };
}

async function filtersOf(
  actor: Actor,
  { key, status, branchCode, ...days }: Query,
): Promise<Prisma.CampusApplyWhereInput[]> {
  const createDate = dayRange(days);
  return [
    ...(key ? [await keyword(actor, key)] : []),
    ...(status ? [{ status }] : []),
    ...(branchCode ? [{ branchCode: { in: branchCode } }] : []),
    ...(createDate ? [{ createDate }] : []),
  ];
}

/** The tabs as stored; what is not known any more opens nothing. */
export const tabsOf = (stored: unknown) => WALL_TABS.filter((tab) => Array.isArray(stored) && stored.includes(tab));

/** A day of the calendar as stored (midnight UTC) in the contract's form. */

const applications = keyedList({
  name: 'queryCampusApply',
  id: 'applyId',
  emptyLast: ['handledDate', 'validUntil'],
  count: (where: Prisma.CampusApplyWhereInput) => db().campusApply.count({ where }),
  keys: (sql, stretch) => sql.campusApply.findMany({ ...stretch, select: { applyId: true } }),
  rows: (ids) =>
    db().campusApply.findMany({
      where: { applyId: { in: ids } },
      include: { user: { select: { nickName: true, branch: { select: { branchName: true } } } } },
    }),
});

/** A page of applications, newest first unless asked otherwise. */
export async function findApplications(actor: Actor, query: Query): Promise<OutputOf<typeof queryCampusApply>> {
  const where: Prisma.CampusApplyWhereInput = { AND: [applyScope(actor), ...(await filtersOf(actor, query))] };
  const { total, rows } = await applications.page(actor, query, where);
  const [holdings, time] = await Promise.all([
    holdingsOf(
      actor,
      rows.map(({ username }) => username),
    ),
    shownTime(actor),
  ]);
  return page(
    rows.map(({ user, branchCode: _branch, tabs, validUntil, handledDate, createDate, ...row }): CampusApplyRow => ({
      ...row,
      nickName: user.nickName,
      branchName: user.branch?.branchName ?? null,
      projectTotal: holdings.get(row.username)?.projects ?? 0,
      equipmentTotal: holdings.get(row.username)?.equipment ?? 0,
      validUntil: storedDay(validUntil),
      tabs: tabsOf(tabs),
      handledDate: handledDate && time(handledDate),
      createDate: time(createDate),
    })),
    total,
    query,
  );
}
