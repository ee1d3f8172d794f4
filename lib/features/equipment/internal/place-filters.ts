import type { Prisma } from '@/lib/platform/db/generated/client';
import {
  citySpellings,
  ITS_PROVINCE,
  PROVINCES,
  provinceSpellings,
  SHENZHEN,
  shortCity,
  UNLOCATED,
} from '@/lib/live/units/area-names';
import { CHINA, hasDistricts, parsePlace } from '@/lib/live/units/map-place';

/** The units of a bubble as conditions of lists: the same as `map/internal/places.ts` says in SQL. */

type Where = Prisma.EquipmentWhereInput;

const NONE: Where = { equipmentNo: { in: [] } };
const IN_SHENZHEN: Where = { city: { in: citySpellings(SHENZHEN) } };
const NO_CITY: Where = { OR: [{ city: null }, { city: { in: citySpellings('') } }] };
const NO_DISTRICT: Where = { OR: [{ district: null }, { district: '' }] };

function firstArea(area: string): Where[] {
  if (area === SHENZHEN) return [{ province: { in: provinceSpellings(ITS_PROVINCE) } }, IN_SHENZHEN];
  const province: Where = { province: { in: provinceSpellings(area) } };
  // Of a unit without a city NOT alone would say that it is unknown.
  return area === ITS_PROVINCE ? [province, { OR: [{ city: null }, { NOT: IN_SHENZHEN }] }] : [province];
}

function secondArea(area: string, second: string): Where {
  if (hasDistricts(area)) return second === '' ? NO_DISTRICT : { district: second };
  return second === '' ? NO_CITY : { city: { in: citySpellings(shortCity(second)) } };
}

const KNOWN = PROVINCES.flatMap(provinceSpellings);
/** Of no place of the map, as `NOT` of what follows would not say of a unit without coordinates. */
const NOWHERE: Where = {
  OR: [
    { longitude: null },
    { latitude: null },
    { province: null },
    { longitude: { lt: CHINA.west } },
    { longitude: { gt: CHINA.east } },
    { latitude: { lt: CHINA.south } },
    { latitude: { gt: CHINA.north } },
    { province: { notIn: KNOWN } },
  ],
};

/** @param text a place of `map-place.ts`; another text finds nothing */
function placeConditions(text: string): Where[] {
  if (text === UNLOCATED) return [NOWHERE];
  const place = parsePlace(text);
  if (!place) return [NONE];
  const { area, second } = place;
  return [
    { longitude: { gte: CHINA.west, lte: CHINA.east }, latitude: { gte: CHINA.south, lte: CHINA.north } },
    { province: { in: KNOWN } },
    ...(area === undefined ? [] : firstArea(area)),
    ...(area === undefined || second === undefined ? [] : [secondArea(area, second)]),
  ];
}

const NO_CODE: Where = { OR: [{ buildingCode: null }, { buildingCode: '' }] };
const NO_NAME: Where = { OR: [{ buildingName: null }, { buildingName: '' }] };
const NO_ADDRESS: Where = { OR: [{ address: null }, { address: '' }] };
const called = (buildingName: string, address: string): Where => ({
  AND: [buildingName === '' ? NO_NAME : { buildingName }, address === '' ? NO_ADDRESS : { address }],
});

/** @param key of one building, as `map/buildings.ts` makes it: its code, else name and address; a name may hold the bar between them */
function buildingCondition(key: string): Where {
  if (key.startsWith('c:')) return { buildingCode: key.slice(2) };
  if (!key.startsWith('n:')) return NONE;
  const parts = key.slice(2).split('|');
  const split = (at: number) => called(parts.slice(0, at).join('|'), parts.slice(at).join('|'));
  return { AND: [NO_CODE, { OR: parts.slice(1).map((_, index) => split(index + 1)) }] };
}

interface PlaceFilters {
  readonly place?: string;
  readonly building?: string;
}

/** Conditions of `placeFilters`. */
export const bubbleConditions = ({ place, building }: PlaceFilters): Where[] => [
  ...(place ? placeConditions(place) : []),
  ...(building ? [buildingCondition(building)] : []),
];
