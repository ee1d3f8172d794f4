import { portNumbers } from '@/lib/features/cubes/internal/box-numbers';
import { projectsInScope, focusOf } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import { readPageKeys } from '@/lib/platform/db/far-page';
import { Prisma } from '@/lib/platform/db/generated/client';
import { likeContains, likeStart } from '@/lib/platform/db/name-grams';
import { partsOf, sharedCount } from '@/lib/platform/db/shared-counts';
import { shownTime } from '@/lib/platform/strategy/limits';
import { ONLINE_STATUS } from '@/lib/live/units/value-sets';
import { isCustomer } from '@/lib/platform/auth/accounts/account-types';
import { MOST_PORTS, type ProFilters, type ProGatewayRow, type ProUnit, type queryProGateways } from './contract';

/**
 * Pro gateways and their units. Plain SQL: a unit names its port by a number without a foreign key (api.md §5.1 No FK).
 */

type Query = ParsedOf<typeof queryProGateways>;
const sql = Prisma.sql;

/** Numbers of units on ports of the gateway `c`. */
const ON_PORTS = sql`SELECT e.equipment_no FROM generate_series(1, ${MOST_PORTS}) n JOIN equipment e ON e.cube_no = c.cube_no || '-' || n AND e.deleted_at IS NULL`;
const HAS_UNITS = sql`EXISTS (${ON_PORTS})`;
/** Heard within 72 h, and no later report that its link is down (readings 176). */
const IS_UP = sql`coalesce(c.last_data_at > now() - interval '72 hours' AND NOT (c.state = 'offline' AND c.state_at >= c.last_data_at), false)`;

function onlineFilter(value: number): Prisma.Sql {
  if (value === ONLINE_STATUS.notInstalled) return sql`NOT ${HAS_UNITS}`;
  return value === 1 ? sql`${HAS_UNITS} AND ${IS_UP}` : sql`${HAS_UNITS} AND NOT ${IS_UP}`;
}

/** The gateways of a list, as conditions on `edge_cube c JOIN project p`. */
function conditionsOf(actor: Actor, filters: ProFilters): Prisma.Sql {
  const { gatewayNo, key, branchCode, onlineStatus, hasFreePort } = filters;
  const focus = focusOf(actor);
  const taken = sql`(SELECT count(*) FROM (${ON_PORTS}) u)`;
  return Prisma.join(
    [
      sql`c.kind = 'pro'`,
      projectsInScope(actor),
      ...(focus === null ? [] : [sql`p.project_id = ANY(${[...focus]})`]),
      ...(gatewayNo ? [sql`c.cube_no LIKE ${likeStart(gatewayNo)}`] : []),
      ...(key ? [sql`(p.project_name ILIKE ${likeContains(key)} OR c.remark ILIKE ${likeContains(key)})`] : []),
      ...(branchCode ? [sql`p.branch_code = ANY(${branchCode})`] : []),
      ...(onlineStatus === undefined ? [] : [onlineFilter(onlineStatus)]),
      ...(hasFreePort === undefined ? [] : [hasFreePort ? sql`${taken} < c.ports` : sql`${taken} >= c.ports`]),
    ],
    ' AND ',
  );
}

const FROM = sql`FROM edge_cube c JOIN project p USING (project_id)`;

async function count(conditions: Prisma.Sql): Promise<number> {
  const [row] = await db().$queryRaw<{ total: bigint }[]>`SELECT count(*) AS total ${FROM} WHERE ${conditions}`;
  return Number(row?.total ?? 0);
}

/** Newest first without a sort field; the number ends every order (api.md §1.6). */
function orderOf({ sortField, sortOrder }: Query, isReversed: boolean): Prisma.Sql {
  const direction = ((sortField ? sortOrder : 'desc') === 'asc') === isReversed ? sql`DESC` : sql`ASC`;
  if (sortField === 'gatewayNo') return sql`c.cube_no ${direction}`;
  const column = sortField === 'ports' ? sql`c.ports` : sql`c.create_date`;
  return sql`${column} ${direction}, c.cube_no ${direction}`;
}

interface StoredProGateway {
  gatewayNo: string;
  projectId: string;
  projectName: string;
  remark: string | null;
  branchName: string;
  ports: number;
  isUp: boolean;
  ip: string | null;
  fwVersion: string | null;
  health: { cpu?: number; disk?: number; temperature?: number } | null;
  lastDataAt: Date | null;
}

interface StoredUnit extends ProUnit {
  cubeNo: string;
  buildingName: string | null;
}

/** The units of these gateways, by gateway number and then by port. */
export async function unitsOnPorts(
  gatewayNos: readonly string[],
  sql: Pick<Prisma.TransactionClient, 'equipment'> = db(),
): Promise<Map<string, StoredUnit[]>> {
  const rows = await sql.equipment.findMany({
    where: { deletedAt: null, cubeNo: { in: gatewayNos.flatMap(portNumbers) } },
    select: {
      equipmentNo: true,
      equipmentName: true,
      equipmentType: true,
      buildingName: true,
      cubeNo: true,
      status: { select: { onlineStatus: true } },
    },
  });
  const byGateway = new Map<string, StoredUnit[]>(gatewayNos.map((no) => [no, []]));
  for (const { cubeNo, status, ...unit } of rows) {
    const at = (cubeNo ?? '').lastIndexOf('-');
    byGateway.get((cubeNo ?? '').slice(0, at))?.push({
      ...unit,
      cubeNo: cubeNo ?? '',
      port: Number((cubeNo ?? '').slice(at + 1)),
      onlineStatus: status?.onlineStatus ?? ONLINE_STATUS.offline,
    });
  }
  for (const units of byGateway.values()) units.sort((a, b) => a.port - b.port);
  return byGateway;
}

/** Shows the network and hides the host. */
const maskedIp = (ip: string) =>
  ip.includes('.') ? ip.replace(/\.\d+\.\d+$/, '.*.*') : ip.replace(/^((?:[^:]*:){2}).*$/, '$1…');

async function readGateways(actor: Actor, keys: readonly string[]): Promise<ProGatewayRow[]> {
  if (keys.length === 0) return [];
  const [rows, units, time] = await Promise.all([
    db().$queryRaw<StoredProGateway[]>`
      SELECT c.cube_no AS "gatewayNo", p.project_id AS "projectId", p.project_name AS "projectName", c.remark, b.branch_name AS "branchName",
             coalesce(c.ports, 0) AS ports, ${IS_UP} AS "isUp", c.ip, c.fw_version AS "fwVersion", c.health, c.last_data_at AS "lastDataAt"
        FROM unnest(${[...keys]}::text[]) WITH ORDINALITY AS k (cube_no, place)
        JOIN edge_cube c USING (cube_no) JOIN project p USING (project_id) JOIN branch b ON b.branch_code = p.branch_code
       ORDER BY k.place`,
    unitsOnPorts(keys),
    shownTime(actor),
  ]);
  return rows.map(({ isUp, health, ip, lastDataAt, ...row }) => {
    const own = units.get(row.gatewayNo) ?? [];
    const buildings = [...new Set(own.flatMap(({ buildingName }) => buildingName ?? []))];
    return {
      ...row,
      buildingName: buildings.join(' / ') || null,
      attached: own.length,
      onlineStatus: own.length === 0 ? ONLINE_STATUS.notInstalled : isUp ? 1 : 2,
      onlineUnits: own.filter(({ onlineStatus }) => onlineStatus === ONLINE_STATUS.online).length,
      ip: ip === null ? null : isCustomer(actor) ? maskedIp(ip) : ip,
      cpu: health?.cpu ?? null,
      disk: health?.disk ?? null,
      temperature: health?.temperature ?? null,
      lastDataAt: lastDataAt && time(lastDataAt),
      units: own.map(({ port, equipmentNo, equipmentName, equipmentType, onlineStatus }) => ({
        port,
        equipmentNo,
        equipmentName,
        equipmentType,
        onlineStatus,
      })),
    };
  });
}

/** A page of the pro gateways of projects in scope, narrowed by focus. */
export async function findProPage(actor: Actor, query: Query): Promise<OutputOf<typeof queryProGateways>> {
  const conditions = conditionsOf(actor, query);
  const { total, keys } = await readPageKeys(query, {
    count: () => sharedCount(actor, 'queryProGateways', partsOf(conditions), () => count(conditions)),
    keys: async (isReversed, skip, take) => {
      const rows = await db().$queryRaw<
        { cube_no: string }[]
      >`SELECT c.cube_no ${FROM} WHERE ${conditions} ORDER BY ${orderOf(query, isReversed)} OFFSET ${skip} LIMIT ${take}`;
      return rows.map((row) => row.cube_no);
    },
  });
  return page(await readGateways(actor, keys), total, query);
}
