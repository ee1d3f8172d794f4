import { openCallOut } from '@/lib/features/incidents/internal/keys';
import { unitsShown } from '@/lib/live/scope/equipment-scope';
import { focusOf, mappedKeys } from '@/lib/platform/auth/scope/scope';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { anyOf } from '@/lib/platform/contract/operation';
import { Prisma } from '@/lib/platform/db/generated/client';
import { historyStart } from '@/lib/platform/strategy/limits';
import {
  CITY_AREAS,
  CITY_ENDING,
  citySpellings,
  ITS_PROVINCE,
  PROVINCE_ENDING,
  PROVINCES,
  provinceSpellings,
  SHENZHEN,
  shortCity,
} from './shared/area-names';
import { CHINA } from './shared/coordinates';

/** Where units `e` are, as SQL. */

const PROVINCE = Prisma.sql`regexp_replace(btrim(coalesce(e.province, '')), ${PROVINCE_ENDING}, '')`;
export const CITY = Prisma.sql`regexp_replace(btrim(coalesce(e.city, '')), ${CITY_ENDING}, '')`;
export const DISTRICT = Prisma.sql`btrim(coalesce(e.district, ''))`;
const IN_SHENZHEN = Prisma.sql`coalesce(e.city, '') = ANY(${citySpellings(SHENZHEN)})`;

/** The area of the first level: a province, or Shenzhen. */
export const FIRST_AREA = Prisma.sql`CASE WHEN ${PROVINCE} = ${ITS_PROVINCE} AND ${IN_SHENZHEN} THEN ${SHENZHEN} ELSE ${PROVINCE} END`;

/** On the map: inside China's bounds, in a province that is known. */
export const LOCATED = Prisma.sql`coalesce(e.longitude BETWEEN ${CHINA.west} AND ${CHINA.east} AND e.latitude BETWEEN ${CHINA.south} AND ${CHINA.north}, false)
  AND ${PROVINCE} = ANY(${[...PROVINCES]})`;

function inFirstArea(area: string): Prisma.Sql {
  if (area === SHENZHEN) return Prisma.sql`e.province = ANY(${provinceSpellings(ITS_PROVINCE)}) AND ${IN_SHENZHEN}`;
  const province = Prisma.sql`e.province = ANY(${provinceSpellings(area)})`;
  return area === ITS_PROVINCE ? Prisma.sql`${province} AND NOT ${IN_SHENZHEN}` : province;
}

/** An area of the second level is a city, or a district of a city that is an area of the first. */
export const secondAreaOf = (parentArea: string) => (CITY_AREAS.includes(parentArea) ? DISTRICT : CITY);

/** Units of an area; a city is found by itself, a district within its parent. */
export function inArea(level: number, area: string, parentArea: string | undefined): Prisma.Sql {
  if (level === 1) return inFirstArea(area);
  if (level === 2) {
    const within = parentArea === undefined ? Prisma.sql`true` : inFirstArea(parentArea);
    if (area === '') return Prisma.sql`${within} AND ${secondAreaOf(parentArea ?? '')} = ''`;
    return parentArea !== undefined && CITY_AREAS.includes(parentArea)
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
  /** Everything on which the numbers depend. */
  readonly key: Readonly<Record<string, unknown>>;
}

export async function shownOnMap(actor: Actor): Promise<ShownOnMap> {
  const keptSince = await historyStart(actor);
  const readsCallbacks = may(actor, { access: anyOf('CALLBACK_READ') });
  const kept = keptSince === null ? Prisma.empty : Prisma.sql`AND (c.create_date >= ${keptSince} OR c.person_trapped)`;
  return {
    actor,
    units: unitsShown(actor),
    readsCallbacks,
    openCallbacks: readsCallbacks ? Prisma.sql`${openCallOut} ${kept}` : Prisma.sql`false`,
    key: { scope: mappedKeys(actor), focus: focusOf(actor), keptSince, readsCallbacks },
  };
}

/** Joins `o`, the units with an open call-out, to units `e`. */
export const withOpen = ({ openCallbacks }: ShownOnMap): Prisma.Sql => Prisma.sql`
  LEFT JOIN (SELECT DISTINCT c.equipment_no FROM callback c WHERE ${openCallbacks}) o ON o.equipment_no = e.equipment_no`;
