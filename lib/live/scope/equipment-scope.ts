import { isBranchUser } from '@/lib/platform/auth/accounts/account-types';
import {
  focusOf,
  inBranches,
  inProjects,
  mappedKeys,
  projectScope,
  projectsInScope,
  rowsOf,
} from '@/lib/platform/auth/scope/scope';
import type { ScopedActor, ScopeOptions } from '@/lib/platform/auth/scope/scope';
import { AppError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import type { DisplayType } from '@/lib/platform/db/generated/client';

/**
 * The units an actor may touch, and through them everything that carries an equipmentNo (api.md §1.5), by the rules of
 * `lib/platform/auth/scope`. Deleted units are in nobody's scope.
 */

/** `eq`: equipment and, through a relation, everything with an equipmentNo. */
export function equipmentScope(actor: ScopedActor, { focus }: ScopeOptions): Prisma.EquipmentWhereInput {
  const narrowed = focus ? focusOf(actor) : null;
  const inFocus: Prisma.EquipmentWhereInput[] =
    narrowed === null
      ? []
      : [
          {
            projects: {
              some: { project: { AND: [projectScope(actor, { focus: false }), { projectId: { in: [...narrowed] } }] } },
            },
          },
        ];
  return { AND: [{ deletedAt: null }, equipmentOfMappings(actor), ...inFocus] };
}

function equipmentOfMappings(actor: ScopedActor): Prisma.EquipmentWhereInput {
  return rowsOf<Prisma.EquipmentWhereInput>(actor, {
    head: {},
    branch: { branchCode: inBranches(actor) },
    project: { projects: { some: { projectId: inProjects(actor) } } },
    none: { equipmentNo: { in: [] } },
  });
}

/**
 * `eq` for a table of facts that carry their unit's branch beside its number: the same rows as by the unit alone. The branch
 * is said of the fact as well, so that its own index finds the newest of a branch.
 */
export function equipmentFactScope(actor: ScopedActor, options: ScopeOptions): EquipmentFactScope {
  const equipment = equipmentScope(actor, options);
  return isBranchUser(actor) ? { branchCode: inBranches(actor), equipment } : { equipment };
}
interface EquipmentFactScope {
  readonly branchCode?: { in: string[] };
  readonly equipment: Prisma.EquipmentWhereInput;
}

/** Units that are there, in whoever's scope: tells a foreign row (511) from one that is gone (404). */
export const LIVE_UNIT = { deletedAt: null } as const satisfies Prisma.EquipmentWhereInput;

/** Units `e` that the caller may see. */
export function unitsInScope(actor: ScopedActor): Prisma.Sql {
  const { branches, projects } = mappedKeys(actor);
  if (branches) return Prisma.sql`e.deleted_at IS NULL AND e.branch_code = ANY(${[...branches]})`;
  if (projects)
    return Prisma.sql`e.deleted_at IS NULL AND EXISTS (SELECT 1 FROM project_equipment own WHERE own.equipment_no = e.equipment_no AND own.project_id = ANY(${[...projects]}))`;
  return Prisma.sql`e.deleted_at IS NULL`;
}

/** Units `e` in some of the projects, as far as the caller sees those. */
export const unitsOfProjects = (actor: ScopedActor, projectIds: readonly string[]): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM project_equipment pe JOIN project p ON p.project_id = pe.project_id
                      WHERE pe.equipment_no = e.equipment_no AND pe.project_id = ANY(${[...projectIds]}) AND ${projectsInScope(actor)})`;

/** Units `e` that a list shows the caller: in scope, and in the focus projects where there are some. */
export function unitsShown(actor: ScopedActor): Prisma.Sql {
  const focus = focusOf(actor);
  return focus === null ? unitsInScope(actor) : Prisma.sql`${unitsInScope(actor)} AND ${unitsOfProjects(actor, focus)}`;
}

/** Where a unit belongs, read with it. */
export interface UnitPlace {
  readonly branchCode: string;
  readonly projectIds: readonly string[];
}

/** `eq` for a row that is already there and goes to many listeners: the same units as `equipmentScope` without focus. */
export function seesUnit(actor: ScopedActor, { branchCode, projectIds }: UnitPlace): boolean {
  return rowsOf<boolean>(actor, {
    head: true,
    branch: actor.mappings.branches.includes(branchCode),
    project: projectIds.some((projectId) => actor.mappings.projects.includes(projectId)),
    none: false,
  });
}

/** Which of these numbers the actor may see, for a socket's subscription list. Unknown and deleted ones are not among them. */
export async function equipmentInScope(actor: ScopedActor, equipmentNos: readonly string[]): Promise<Set<string>> {
  if (equipmentNos.length === 0) return new Set();
  const rows = await db().equipment.findMany({
    where: { AND: [{ equipmentNo: { in: [...equipmentNos] } }, equipmentScope(actor, { focus: false })] },
    select: { equipmentNo: true },
  });
  return new Set(rows.map(({ equipmentNo }) => equipmentNo));
}

export interface EquipmentRef {
  equipmentNo: string;
  displayType: DisplayType;
  branchCode: string;
}

/**
 * Asserts that a unit exists and the actor may see it; focus does not matter for a key.
 * @throws not_found for an unknown number, no_object_permission (511) for one outside the scope
 */
export async function requireEquipment(actor: ScopedActor, equipmentNo: string): Promise<EquipmentRef> {
  const select = { equipmentNo: true, displayType: true, branchCode: true } as const;
  const found = await db().equipment.findFirst({
    where: { AND: [{ equipmentNo }, equipmentScope(actor, { focus: false })] },
    select,
  });
  if (found) return found;
  const exists = await db().equipment.count({ where: { equipmentNo, deletedAt: null } });
  throw exists > 0
    ? new AppError('no_object_permission', { messageKey: 'noEquipmentPermission' })
    : new AppError('not_found', { messageKey: 'equipmentNotFound' });
}
