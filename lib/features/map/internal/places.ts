import { anyCallback } from '@/lib/features/callbacks/contract';
import { queryIncidents } from '@/lib/features/incidents/contract';
import { openCallOut } from '@/lib/features/incidents/internal/keys';
import { unitsShown } from '@/lib/live/scope/equipment-scope';
import { OPEN_ENTRAPMENTS } from '@/lib/live/scope/trapped-units';
import { focusOf, mappedKeys } from '@/lib/platform/auth/scope/scope';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { Prisma } from '@/lib/platform/db/generated/client';
import { historyStart } from '@/lib/platform/strategy/limits';
import {
  CITY_ENDING,
  citySpellings,
  ITS_PROVINCE,
  PROVINCE_ENDING,
  PROVINCES,
  provinceSpellings,
  SHENZHEN,
  shortCity,
} from '@/lib/live/units/area-names';
import { CHINA, hasDistricts } from '@/lib/live/units/map-place';

/** Where units `e` are, as SQL. */

const PROVINCE = Prisma.sql`regexp_replace(coalesce(e.province, ''), ${PROVINCE_ENDING}, '')`;
export const CITY = Prisma.sql`regexp_replace(coalesce(e.city, ''), ${CITY_ENDING}, '')`;
export const DISTRICT = Prisma.sql`coalesce(e.district, '')`;
const IN_SHENZHEN = Prisma.sql`coalesce(e.city, '') = ANY(${citySpellings(SHENZHEN)})`;

/** The area of the first level: a province, or Shenzhen. */
export const FIRST_AREA = Prisma.sql`CASE WHEN ${PROVINCE} = ${ITS_PROVINCE} AND ${IN_SHENZHEN} THEN ${SHENZHEN} ELSE ${PROVINCE} END`;

/** On the map: inside China's bounds, in a province that is known. The list says the same: `equipment/internal/place-filters.ts`. */
export const LOCATED = Prisma.sql`coalesce(e.longitude BETWEEN ${CHINA.west} AND ${CHINA.east} AND e.latitude BETWEEN ${CHINA.south} AND ${CHINA.north}
  AND e.province = ANY(${PROVINCES.flatMap(provinceSpellings)}), false)`;

function inFirstArea(area: string): Prisma.Sql {
  if (area === SHENZHEN) return Prisma.sql`e.province = ANY(${provinceSpellings(ITS_PROVINCE)}) AND ${IN_SHENZHEN}`;
  const province = Prisma.sql`e.province = ANY(${provinceSpellings(area)})`;
  return area === ITS_PROVINCE ? Prisma.sql`${province} AND NOT ${IN_SHENZHEN}` : province;
}

/** An area of the second level is a city, or a district of a city that is an area of the first. */
export const secondAreaOf = (parentArea: string) => (hasDistricts(parentArea) ? DISTRICT : CITY);

/** Units of an area; a city is found by itself, a district within its parent. */
export function inArea(level: number, area: string, parentArea: string | undefined): Prisma.Sql {
  if (level === 1) return inFirstArea(area);
  if (level === 2) {
    const within = parentArea === undefined ? Prisma.sql`true` : inFirstArea(parentArea);
    if (area === '') return Prisma.sql`${within} AND ${secondAreaOf(parentArea ?? '')} = ''`;
    return parentArea !== undefined && hasDistricts(parentArea)
      ? Prisma.sql`${within} AND ${DISTRICT} = ${area}`
      : Prisma.sql`${within} AND e.city = ANY(${citySpellings(shortCity(area))})`;
  }
  const within =
    parentArea === undefined ? Prisma.sql`true` : Prisma.sql`e.city = ANY(${citySpellings(shortCity(parentArea))})`;
  return Prisma.sql`${within} AND ${DISTRICT} = ${area}`;
}

/** What of the units a caller is shown. */
export interface ShownOnMap {
  readonly actor: Actor;
  readonly units: Prisma.Sql;
  readonly readsCallbacks: boolean;
  /** Open call-outs `c` that the caller's list holds. */
  readonly openCallbacks: Prisma.Sql;
  readonly readsIncidents: boolean;
  /** Of key accounts: the numbers of unhealthy units, and the projects to which a building may belong. */
  readonly keyAccounts?: { readonly unhealthy: Prisma.Sql; readonly projectIds: readonly string[] };
  /** Everything on which the numbers depend, but for a choice of units. */
  readonly key: Readonly<Record<string, unknown>>;
}

/** @param units which of the caller's units `e`; absent: those that lists show */
export async function shownOnMap(actor: Actor, units: Prisma.Sql = unitsShown(actor)): Promise<ShownOnMap> {
  const keptSince = await historyStart(actor);
  const readsCallbacks = may(actor, anyCallback);
  const readsIncidents = may(actor, queryIncidents);
  const kept = keptSince === null ? Prisma.empty : Prisma.sql`AND (c.create_date >= ${keptSince} OR c.person_trapped)`;
  return {
    actor,
    units,
    readsCallbacks,
    readsIncidents,
    openCallbacks: readsCallbacks ? Prisma.sql`${openCallOut} ${kept}` : Prisma.sql`false`,
    key: { scope: mappedKeys(actor), focus: focusOf(actor), keptSince, readsCallbacks, readsIncidents },
  };
}

const NO_UNITS = Prisma.sql`SELECT NULL::text AS equipment_no WHERE false`;

/** Joins to units `e` those with open call-outs as `o`, those in which somebody is trapped as `t`, unhealthy ones as `h`. */
export const withTrouble = ({ openCallbacks, readsIncidents, keyAccounts }: ShownOnMap): Prisma.Sql => Prisma.sql`
  LEFT JOIN (SELECT c.equipment_no, count(*) AS calls FROM callback c WHERE ${openCallbacks} GROUP BY 1) o ON o.equipment_no = e.equipment_no
  LEFT JOIN (SELECT DISTINCT x.equipment_no FROM (${OPEN_ENTRAPMENTS}) x WHERE ${readsIncidents}) t ON t.equipment_no = e.equipment_no
  LEFT JOIN (${keyAccounts?.unhealthy ?? NO_UNITS}) h ON h.equipment_no = e.equipment_no`;
export const OPEN_CALLS = Prisma.sql`coalesce(sum(o.calls), 0)::int`;
export const IS_TRAPPED = Prisma.sql`coalesce(bool_or(t.equipment_no IS NOT NULL), false)`;
