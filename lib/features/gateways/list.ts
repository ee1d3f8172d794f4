import { shownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { projectsInScope, mappedKeys, focusOf } from '@/lib/platform/auth/scope/scope';
import { unitsInScope } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import { readPageKeys } from '@/lib/platform/db/far-page';
import { Prisma } from '@/lib/platform/db/generated/client';
import { likeContains, likeStart, nameGrams } from '@/lib/platform/db/name-grams';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import type { Transaction } from '@/lib/platform/db/transaction';
import { partsOf, sharedCount } from '@/lib/platform/db/shared-counts';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { ONLINE_STATUS } from '@/lib/live/units/value-sets';
import type { BindState, CubeFilters, EdgeCubeRow, queryCubes } from './contract';

/** The register of boxes. Plain SQL: a unit names its box by a number without a foreign key (api.md §5.1 No FK). */

type Query = ParsedOf<typeof queryCubes>;
export type CubeOrder = Pick<Query, 'sortField' | 'sortOrder'>;

const sql = Prisma.sql;
/** Conditions of a unit whose box reports; the box works although the cabinet is disconnected (readings 175). */
const REPORTS = sql`s.online_status IN (${ONLINE_STATUS.online}, ${ONLINE_STATUS.disconnected})`;

/** The box `c` serves a unit `e` that meets all of these conditions. */
const servesUnit = (conditions: readonly Prisma.Sql[], joins: Prisma.Sql = Prisma.empty) =>
  sql`c.cube_no IN (SELECT e.cube_no FROM equipment e ${joins} WHERE e.deleted_at IS NULL AND e.cube_no IS NOT NULL AND ${Prisma.join(conditions, ' AND ')})`;

const STATUS = sql`JOIN equipment_status s USING (equipment_no)`;

/** "Contains" on columns of a unit, by the grams with which short texts are found, too. */
function unitContains(text: string, columns: readonly Prisma.Sql[]): Prisma.Sql {
  const contains = Prisma.join(
    columns.map((column) => sql`${column} ILIKE ${likeContains(text)}`),
    ' OR ',
  );
  const grams = nameGrams(text);
  return grams.length > 0 ? sql`(e.search_grams @> ${grams} AND (${contains}))` : sql`(${contains})`;
}

/**
 * The caller's boxes: those of units in scope. A box without a unit belongs to its branch (readings 62) and to no
 * project's focus.
 */
function scopeOf(actor: Actor): Prisma.Sql[] {
  const { branches, projects } = mappedKeys(actor);
  const focus = focusOf(actor);
  const own = servesUnit([unitsInScope(actor)]);
  return [
    // The branch is a condition on the box as well, so that its own index finds the newest boxes of a branch.
    ...(branches === null ? [] : [sql`c.branch_code = ANY(${[...branches]}) AND (c.bind_state <> 'BOUND' OR ${own})`]),
    ...(projects === null ? [] : [own]),
    ...(focus === null
      ? []
      : [
          servesUnit([
            sql`EXISTS (SELECT 1 FROM project_equipment pe JOIN project p USING (project_id) WHERE pe.equipment_no = e.equipment_no AND p.project_id = ANY(${[...focus]}) AND ${projectsInScope(actor)})`,
          ]),
        ]),
  ];
}

function onlineFilter(value: number): Prisma.Sql {
  if (value === ONLINE_STATUS.notInstalled) return sql`c.bind_state <> 'BOUND'`;
  return sql`c.bind_state = 'BOUND' AND ${servesUnit([value === 1 ? REPORTS : sql`NOT ${REPORTS}`], STATUS)}`;
}

/** The boxes of a list, as conditions on `edge_cube c`. */
export function cubeConditions(actor: Actor, filters: CubeFilters): Prisma.Sql {
  const { cubeNo, equipmentNo, key, branchCode, onlineStatus, bindState, fwVersion } = filters;
  return Prisma.join(
    [
      sql`c.kind = 'box'`,
      ...scopeOf(actor),
      ...(cubeNo ? [sql`c.cube_no LIKE ${likeStart(cubeNo)}`] : []),
      ...(equipmentNo ? [servesUnit([unitContains(equipmentNo, [sql`e.equipment_no`])])] : []),
      ...(key ? [servesUnit([unitContains(key, [sql`e.equipment_name`, sql`e.building_name`])])] : []),
      ...(branchCode ? [sql`c.branch_code = ANY(${branchCode})`] : []),
      ...(onlineStatus === undefined ? [] : [onlineFilter(onlineStatus)]),
      ...(bindState ? [sql`c.bind_state = ${bindState}::cube_bind_state`] : []),
      ...(fwVersion ? [sql`c.fw_version LIKE ${likeStart(fwVersion)}`] : []),
    ],
    ' AND ',
  );
}

export async function countCubes(conditions: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<
    { total: bigint }[]
  >`SELECT count(*) AS total FROM edge_cube c WHERE ${conditions}`;
  return Number(row?.total ?? 0);
}

/** Newest first without a sort field; the number ends every order (api.md §1.6). */
function orderOf({ sortField, sortOrder }: CubeOrder, isReversed: boolean): Prisma.Sql {
  const direction = ((sortField ? sortOrder : 'desc') === 'asc') === isReversed ? sql`DESC` : sql`ASC`;
  return sortField === 'cubeNo' ? sql`c.cube_no ${direction}` : sql`c.create_date ${direction}, c.cube_no ${direction}`;
}

async function keysOf(
  at: Transaction,
  conditions: Prisma.Sql,
  order: CubeOrder,
  isReversed: boolean,
  skip: number,
  take: number,
): Promise<string[]> {
  const rows = await at.$queryRaw<
    { cube_no: string }[]
  >`SELECT c.cube_no FROM edge_cube c WHERE ${conditions} ORDER BY ${orderOf(order, isReversed)} OFFSET ${skip} LIMIT ${take}`;
  return rows.map((row) => row.cube_no);
}

interface StoredBox {
  cubeNo: string;
  equipmentNo: string | null;
  equipmentName: string | null;
  buildingName: string | null;
  branchName: string | null;
  model: string | null;
  fwVersion: string | null;
  signal: number | null;
  iccid: string | null;
  connected: string | null;
  unitStatus: number | null;
  lastDataAt: Date | null;
  bindDate: Date | null;
  bindState: BindState;
  enabled: boolean;
  remark: string | null;
  createDate: Date;
}

/** Only the digits that distinguish two cards are shown; the whole number would allow to order data for it. */
export const maskedIccid = (iccid: string | null): string | null =>
  iccid === null ? null : iccid.length <= 8 ? '*'.repeat(iccid.length) : iccid.replace(/^(.{4}).*(.{4})$/, '$1****$2');

const onlineOf = ({ bindState, unitStatus }: StoredBox) =>
  bindState !== 'BOUND'
    ? ONLINE_STATUS.notInstalled
    : unitStatus === ONLINE_STATUS.online || unitStatus === ONLINE_STATUS.disconnected
      ? 1
      : 2;

function controllerOf({ unitStatus, connected }: StoredBox): boolean | null {
  if (unitStatus === ONLINE_STATUS.disconnected) return false;
  return connected === 'true' ? true : connected === 'false' ? false : null;
}

/** The rows of keys that a scoped query found, in the same order. */
async function readCubes(actor: Actor, keys: readonly string[]): Promise<EdgeCubeRow[]> {
  if (keys.length === 0) return [];
  const [rows, time] = await Promise.all([
    db().$queryRaw<StoredBox[]>`
      SELECT c.cube_no AS "cubeNo", e.equipment_no AS "equipmentNo", e.equipment_name AS "equipmentName", e.building_name AS "buildingName",
             b.branch_name AS "branchName", c.model, c.fw_version AS "fwVersion", c.signal, c.iccid, s.live #>> '{connected,value}' AS connected,
             s.online_status AS "unitStatus", c.last_data_at AS "lastDataAt", c.bind_date AS "bindDate", c.bind_state::text AS "bindState",
             c.enabled, c.remark, c.create_date AS "createDate"
        FROM unnest(${[...keys]}::text[]) WITH ORDINALITY AS k (cube_no, place)
        JOIN edge_cube c USING (cube_no)
        LEFT JOIN branch b ON b.branch_code = c.branch_code
        LEFT JOIN equipment e ON e.cube_no = c.cube_no AND e.deleted_at IS NULL
        LEFT JOIN equipment_status s ON s.equipment_no = e.equipment_no
       ORDER BY k.place`,
    shownTime(actor),
  ]);
  const at = (moment: Date | null) => moment && time(moment);
  return rows.map((row) => {
    const { connected: _connected, unitStatus: _status, ...rest } = row;
    return {
      ...rest,
      iccid: maskedIccid(row.iccid),
      onlineStatus: onlineOf(row),
      controllerConnected: controllerOf(row),
      lastDataAt: at(row.lastDataAt),
      bindDate: at(row.bindDate),
      createDate: time(row.createDate),
    };
  });
}

/** A page of the boxes the caller may see, narrowed by focus. */
export async function findCubePage(actor: Actor, query: Query): Promise<OutputOf<typeof queryCubes>> {
  const conditions = cubeConditions(actor, query);
  const { total, keys } = await readPageKeys(query, {
    count: () => sharedCount(actor, 'queryCubes', partsOf(conditions), () => countCubes(conditions)),
    keys: (isReversed, skip, take) => keysOf(db(), conditions, query, isReversed, skip, take),
  });
  return page(await readCubes(actor, keys), total, query);
}

/** Every box that matches the filters, in the order of the list. */
export async function* exportedCubes(actor: Actor, query: CubeFilters & CubeOrder): AsyncGenerator<EdgeCubeRow> {
  const conditions = cubeConditions(actor, query);
  for await (const keys of keysInOrder((at, skip, take) => keysOf(at, conditions, query, false, skip, take)))
    yield* await readCubes(actor, keys);
}
