import { shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import { shownAccounts } from '@/lib/platform/auth/scope/account-names';
import type { Actor } from '@/lib/platform/contract/actor';
import { mappedKeys, focusOf, userScopeSql } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import { partsOf, sharedCount } from '@/lib/platform/db/shared-counts';
import { Prisma } from '@/lib/platform/db/generated/client';
import { readPageKeys } from '@/lib/platform/db/far-page';
import { likeContains, nameGrams } from '@/lib/platform/db/name-grams';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { MAPPING_TYPE, CUSTOMER_TYPE } from '@/lib/platform/auth/accounts/account-types';
import type { ProjectFilters, ProjectRow, queryProjects } from './contract';
import { GRAM_LENGTH } from './internal/project-keyword';
import { installStatusOf } from './shared/sap-selection';

/** The project list. Plain SQL: accounts refer to projects by a key without a relation (api.md §5.1 No FK). */

type Query = ParsedOf<typeof queryProjects> & { searchKey?: string };
export type ProjectOrder = Pick<Query, 'sortField' | 'sortOrder'>;
type SortField = NonNullable<Query['sortField']>;
type Direction = 'asc' | 'desc';

const sql = Prisma.sql;

/** Accounts of customers, not of our staff (doc1 §3 customerType). */
const EXTERNAL = sql`EXISTS (SELECT 1 FROM user_mapping m JOIN users u ON u.username = m.username WHERE m.type = ${MAPPING_TYPE.project} AND m.mapping_id = p.project_id AND u.deleted_at IS NULL AND u.customer_type = ${CUSTOMER_TYPE.external})`;

/** "Contains" on the name, by the index that fits: trigrams cannot find one or two characters. */
function nameContains(text: string): Prisma.Sql {
  const contains = sql`p.project_name ILIKE ${likeContains(text)}`;
  return [...text].length <= GRAM_LENGTH && nameGrams(text).length > 0
    ? sql`(p.search_grams @> ARRAY[${text.toLowerCase()}] AND ${contains})`
    : contains;
}

/** The projects of a list: those in scope, narrowed by focus and filters. Their table is `p`. */
export function projectConditions(actor: Actor, filters: ProjectFilters): Prisma.Sql {
  const { branches, projects } = mappedKeys(actor);
  const focus = focusOf(actor);
  const { projectName, searchKey, branchCode, haveEquipment, externalAccount } = filters;
  return Prisma.join(
    [
      sql`p.deleted_at IS NULL`,
      ...(branches === null ? [] : [sql`p.branch_code = ANY(${[...branches]})`]),
      ...(projects === null ? [] : [sql`p.project_id = ANY(${[...projects]})`]),
      ...(focus === null ? [] : [sql`p.project_id = ANY(${[...focus]})`]),
      ...(projectName === undefined ? [] : [nameContains(projectName)]),
      ...(searchKey === undefined
        ? []
        : [sql`(${nameContains(searchKey)} OR p.project_id ILIKE ${likeContains(searchKey)})`]),
      ...(branchCode === undefined ? [] : [sql`p.branch_code = ANY(${branchCode})`]),
      ...(haveEquipment === undefined
        ? []
        : [haveEquipment === 0 ? sql`p.equipment_total = 0` : sql`p.equipment_total > 0`]),
      ...(externalAccount === undefined ? [] : [externalAccount === 2 ? EXTERNAL : sql`NOT ${EXTERNAL}`]),
    ],
    ' AND ',
  );
}

const COLUMNS: Record<SortField, Prisma.Sql> = {
  createDate: sql`p.create_date`,
  projectId: sql`p.project_id`,
  projectName: sql`p.project_name`,
  branchCode: sql`p.branch_code`,
  branchName: sql`(SELECT b.branch_name FROM branch b WHERE b.branch_code = p.branch_code)`,
  tplnr: sql`p.tplnr`,
  equipmentTotal: sql`p.equipment_total`,
  autoCreate: sql`p.auto_create`,
  createBy: sql`p.create_by`,
};

/** Newest first without a sort field; the id ends every order (api.md §1.6). */
function orderOf({ sortField, sortOrder }: ProjectOrder, isReversed: boolean): Prisma.Sql {
  const wanted: Direction = sortField ? sortOrder : 'desc';
  const direction = (wanted === 'asc') === isReversed ? sql`DESC` : sql`ASC`;
  return sortField === 'projectId'
    ? sql`p.project_id ${direction}`
    : sql`${COLUMNS[sortField ?? 'createDate']} ${direction}, p.project_id ${direction}`;
}

export async function countProjects(conditions: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total FROM project p WHERE ${conditions}`;
  return Number(row?.total ?? 0);
}

/**
 * The rows of these projects, in the same order, with the accounts that the caller may see. @param time how the caller
 * sees times
 */
export async function readProjects(
  actor: Actor,
  projectIds: readonly string[],
  time: ShownTime,
): Promise<ProjectRow[]> {
  const ids = [...projectIds];
  const [rows, accounts] = await Promise.all([
    db().project.findMany({
      where: { projectId: { in: ids } },
      select: {
        projectId: true,
        branchCode: true,
        projectName: true,
        mobile: true,
        email: true,
        address: true,
        autoCreate: true,
        tplnr: true,
        equipmentTotal: true,
        installedTotal: true,
        isMessage: true,
        createBy: true,
        createDate: true,
        branch: { select: { branchName: true } },
      },
    }),
    db().$queryRaw<{ project_id: string; usernames: string }[]>`
      SELECT m.mapping_id AS project_id, string_agg(u.username, ',' ORDER BY u.username) AS usernames
        FROM user_mapping m JOIN users u ON u.username = m.username
       WHERE m.type = ${MAPPING_TYPE.project} AND m.mapping_id = ANY(${ids}) AND u.deleted_at IS NULL AND ${userScopeSql(actor)} GROUP BY 1`,
  ]);
  const accountOf = await shownAccounts(
    actor,
    rows.map(({ createBy }) => createBy),
  );
  const usernames = new Map(accounts.map((row) => [row.project_id, row.usernames]));
  const byId = new Map(rows.map((row) => [row.projectId, row]));
  return ids.flatMap((projectId) => {
    const row = byId.get(projectId);
    if (!row) return [];
    const { branch, installedTotal, autoCreate, isMessage, createBy, createDate, ...rest } = row;
    return [
      {
        ...rest,
        branchName: branch.branchName,
        autoCreate: autoCreate === '1' ? '1' : '0',
        isMessage: isMessage === '1' ? '1' : '0',
        createBy: accountOf(createBy)?.username ?? '',
        installStatus: installStatusOf({ equipmentTotal: rest.equipmentTotal, installedTotal }),
        usernames: usernames.get(projectId) ?? '',
        createDate: time(createDate),
      },
    ];
  });
}

/** A part of the list's keys, in order. */
export async function readProjectKeys(
  at: Transaction,
  conditions: Prisma.Sql,
  order: ProjectOrder,
  isReversed: boolean,
  skip: number,
  take: number,
): Promise<string[]> {
  const rows = await at.$queryRaw<
    { project_id: string }[]
  >`SELECT p.project_id FROM project p WHERE ${conditions} ORDER BY ${orderOf(order, isReversed)} OFFSET ${skip} LIMIT ${take}`;
  return rows.map((row) => row.project_id);
}

/** The page of projects that the caller may see, narrowed by focus. */
export async function findProjectPage(actor: Actor, query: Query): Promise<OutputOf<typeof queryProjects>> {
  const conditions = projectConditions(actor, query);
  const { total, keys } = await readPageKeys(query, {
    count: () => sharedCount(actor, 'queryProjects', partsOf(conditions), () => countProjects(conditions)),
    keys: (isReversed, skip, take) => readProjectKeys(db(), conditions, query, isReversed, skip, take),
  });
  return page(await readProjects(actor, keys, await shownTime(actor)), total, query);
}
