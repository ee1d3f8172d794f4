import type { Actor } from '@/lib/platform/contract/actor';
import { projectScope } from '@/lib/platform/auth/scope/scope';
import type { UnitType } from '../unit-filters-contract';
import { Prisma } from '@/lib/platform/db/generated/client';
import { likeContains, nameGrams } from '@/lib/platform/db/name-grams';
import { unitsOfProjects, unitsShown } from '@/lib/live/scope/equipment-scope';
import type { DisplayType } from '@/lib/live/units/value-sets';

interface UnitFilters {
  readonly unitType?: UnitType;
  readonly projectId?: readonly string[];
  readonly branchCode?: readonly string[];
  readonly city?: string;
}

/** What an equipment list calls a type: 1 elevators, 2 escalators and walks (readings 48). */
export const displayTypesOf = (equipmentType: number): readonly DisplayType[] =>
  equipmentType === 1 ? ['EV'] : ['ES', 'WW'];
const typesOf = (unitType: UnitType): readonly DisplayType[] => (unitType === 'ESC' ? ['ES', 'WW'] : ['EV', 'OTHER']);

/** Conditions of `unitFilters`; projects count only as far as the caller sees them. */
export function unitConditions(
  actor: Actor,
  { unitType, projectId, branchCode, city }: UnitFilters,
): Prisma.EquipmentWhereInput[] {
  return [
    ...(unitType === undefined ? [] : [{ displayType: { in: [...typesOf(unitType)] } }]),
    ...(projectId
      ? [
          {
            projects: {
              some: {
                project: { AND: [projectScope(actor, { focus: false }), { projectId: { in: [...projectId] } }] },
              },
            },
          },
        ]
      : []),
    ...(branchCode ? [{ branchCode: { in: [...branchCode] } }] : []),
    ...(city ? [{ city }] : []),
  ];
}

interface ListedUnits extends UnitFilters {
  /** Part of number or name. */
  readonly key?: string;
  readonly displayTypes?: readonly DisplayType[];
}

/** The units `e` of a list that is read by SQL: the caller's, narrowed by focus and filters, as `equipmentWhere` has them. */
export function unitsWhere(
  actor: Actor,
  { key, displayTypes, unitType, projectId, branchCode, city }: ListedUnits,
): Prisma.Sql {
  const ofTypes = (types: readonly DisplayType[]) => Prisma.sql`e.display_type::text = ANY(${[...types]})`;
  const grams = key ? nameGrams(key) : [];
  return Prisma.join(
    [
      unitsShown(actor),
      ...(grams.length > 0 ? [Prisma.sql`e.search_grams @> ${grams}`] : []),
      ...(key
        ? [Prisma.sql`(e.equipment_no ILIKE ${likeContains(key)} OR e.equipment_name ILIKE ${likeContains(key)})`]
        : []),
      ...(displayTypes ? [ofTypes(displayTypes)] : []),
      ...(unitType ? [ofTypes(typesOf(unitType))] : []),
      ...(projectId ? [unitsOfProjects(actor, projectId)] : []),
      ...(branchCode ? [Prisma.sql`e.branch_code = ANY(${[...branchCode]})`] : []),
      ...(city ? [Prisma.sql`e.city = ${city}`] : []),
    ],
    ' AND ',
  );
}
