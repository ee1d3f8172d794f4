import { z } from 'zod';
import { EquipmentPick } from '@/lib/features/equipment/contract';
import { anyOf, operation, SIGNED_IN } from '@/lib/platform/contract/operation';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { code, codeOut, filterText, pageOf, paging, text } from '@/lib/platform/contract/schemas';
import { DISPLAY_TYPES } from '@/lib/live/units/value-sets';

/** The national map (doc3 §2.16, api.md §2.20): units and open call-outs by area and building, in the caller's scope and focus. */

/** Province or Shenzhen, city, district. */
export const AREA_LEVELS = [1, 2, 3] as const;

const count = z.number().int().min(0);
/** Of WGS-84; where the units are, on average. */
const position = { longitude: z.number().nullable(), lattitude: z.number().nullable() };
/** Units with an open call-out, and these call-outs; null: the caller may not read call-outs. */
const trouble = { malfunction: count.nullable(), openCallbacks: count.nullable() };
/** Somebody is trapped in one of its units; false for who may not read incidents. */
const trapped = z.boolean();

/** On the map of key accounts: units that are unhealthy (silent-screens D2, F5). */
const unhealthy = count.optional();

export const MapArea = z.object({
  /** Its short name; empty: the rows say none. */
  area: z.string(),
  parentArea: z.string().nullable(),
  level: codeOut(AREA_LEVELS),
  total: count,
  ...trouble,
  unhealthy,
  trapped,
  ...position,
});
export type MapArea = z.output<typeof MapArea>;

export const listMapAreas = operation({
  name: 'listMapAreas',
  method: 'POST',
  path: 'map/areas',
  access: SIGNED_IN,
  scope: 'eq',
  input: z
    .object({ level: code(AREA_LEVELS), parentArea: filterText(100) })
    .refine(({ level, parentArea }) => level === 1 || parentArea !== undefined, {
      path: ['parentArea'],
      error: 'required',
    }),
  output: z.object({
    areas: z.array(MapArea),
    /** Of the first level: units of no known place; with the areas they make up all units. */
    unlocated: count.nullable(),
  }),
  summary: 'Units and open call-outs by province, city or district (api.md §2.20)',
  audit: 'view',
});
export type MapAreas = OutputOf<typeof listMapAreas>;

const degrees = (limit: number) => z.number({ error: 'badValue' }).min(-limit, 'badValue').max(limit, 'badValue');
export const MOST_BUILDINGS = 2000;
export const MOST_OF_BUILDING = 200;

export const MapBuilding = z.object({
  /** Names the building in the question for its units; null: a square of the grid. */
  key: z.string().nullable(),
  building: z.string().nullable(),
  address: z.string().nullable(),
  total: count,
  ...trouble,
  unhealthy,
  /** On the map of key accounts: the project of most of its units. */
  projectId: z.string().optional(),
  trapped,
  elevator: count,
  escalator: count,
  sidewalk: count,
  /** More than one: a square of the grid. */
  buildings: count,
  ...position,
  units: z
    .array(
      z.object({
        equipmentNo: z.string(),
        equipmentName: z.string(),
        displayType: z.enum(DISPLAY_TYPES),
        trapped,
        malfunction: z.boolean(),
      }),
    )
    .optional(),
  callbackIds: z.array(z.string()).optional(),
});
export type MapBuilding = z.output<typeof MapBuilding>;

export const listMapBuildings = operation({
  name: 'listMapBuildings',
  method: 'POST',
  path: 'map/buildings',
  access: SIGNED_IN,
  scope: 'eq',
  input: z.object({
    area: text(100),
    level: code(AREA_LEVELS).default(1),
    parentArea: filterText(100),
    bounds: z.object({ west: degrees(180), south: degrees(90), east: degrees(180), north: degrees(90) }).optional(),
    /** `key` of one building: its row with units and open call-outs. */
    building: filterText(500),
  }),
  output: z.array(MapBuilding),
  summary: 'Buildings of an area, or one with its units (api.md §2.20)',
  audit: 'view',
});

export const UNLOCATED_SORT_FIELDS = ['equipmentNo', 'equipmentName', 'buildingName'] as const;

export const listUnlocated = operation({
  name: 'listUnlocated',
  method: 'GET',
  path: 'map/unlocated',
  access: anyOf('EQUIPMENT_WRITE'),
  scope: 'eq',
  input: paging(UNLOCATED_SORT_FIELDS),
  output: pageOf(EquipmentPick),
  summary: 'Units without a place on the map (api.md §2.20)',
  audit: 'view',
});

export const mapOperations = [listMapAreas, listMapBuildings, listUnlocated] as const;
