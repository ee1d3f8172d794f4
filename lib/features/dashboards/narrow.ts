import type { ShownCalls } from '@/lib/live/scope/shown-calls';
import { unitsShown } from '@/lib/live/scope/equipment-scope';
import { branchScope, focusOf, mappedKeys, projectScope, requireProject } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import { Prisma } from '@/lib/platform/db/generated/client';
import { historyStart, strategyOf } from '@/lib/platform/strategy/limits';
import type { DashIn } from './contract';
import type { DashboardView } from './value-sets';

/** Which units a dashboard is of: those of the caller, in his focus, narrowed by its selectors (readings 228, 231). */

export interface Narrowed extends ShownCalls {
  readonly actor: Actor;
  /** In scope; null: all of the caller's. */
  readonly branchCodes: readonly string[] | null;
  readonly projectIds: readonly string[] | null;
  /** The data strategy leaves faults. */
  readonly showsFaults: boolean;
  /** Everything on which the numbers depend; who has the same shares them. */
  readonly key: Readonly<Record<string, unknown>>;
}

/** Projects of a view: with a key account, but for one that is chosen, and for `ops`. */
const ofKeyAccounts = (view: DashboardView) => view === 'ka' || view === 'kaBranch';

/** @throws not_found, no_object_permission (511) */
async function requireBranch(actor: Actor, branchCode: string): Promise<void> {
  const found = await db().branch.count({ where: { AND: [{ branchCode }, branchScope(actor)] } });
  if (found > 0) return;
  const exists = await db().branch.count({ where: { branchCode } });
  throw new AppError(exists > 0 ? 'no_object_permission' : 'not_found');
}

/** Where a project is: the city of most of its units. */
const cityOf = (projectId: Prisma.Sql) => Prisma.sql`
  (SELECT x.city FROM project_equipment y JOIN equipment x ON x.equipment_no = y.equipment_no
    WHERE y.project_id = ${projectId} AND x.deleted_at IS NULL AND x.city IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1)`;

export interface DashboardProject {
  readonly projectId: string;
  readonly projectName: string;
  readonly city: string | null;
}

const MOST_PROJECTS = 1000;

/** The projects of a view in scope, and in focus where there is one; by name. */
export async function projectsOf(
  actor: Actor,
  view: DashboardView,
  only: readonly string[] | null = null,
): Promise<DashboardProject[]> {
  const rows = await db().project.findMany({
    where: {
      AND: [
        projectScope(actor, { focus: view !== 'kaProject' }),
        ...(ofKeyAccounts(view) ? [{ kaId: { not: null } }] : []),
        ...(only ? [{ projectId: { in: [...only] } }] : []),
      ],
    },
    select: { projectId: true, projectName: true, kaId: true },
    orderBy: [{ projectName: 'asc' }, { projectId: 'asc' }],
    take: MOST_PROJECTS,
  });
  const cities = await citiesOf(rows.map(({ projectId }) => projectId));
  // Of a project's own page those of key accounts are offered first (silent-screens D4).
  const inOrder =
    view === 'kaProject' ? [...rows].sort((a, b) => Number(a.kaId === null) - Number(b.kaId === null)) : rows;
  return inOrder.map(({ projectId, projectName }) => ({ projectId, projectName, city: cities.get(projectId) ?? null }));
}

async function citiesOf(projectIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db().$queryRaw<{ project_id: string; city: string | null }[]>`
    SELECT p.project_id, ${cityOf(Prisma.sql`p.project_id`)} AS city FROM project p WHERE p.project_id = ANY(${[...projectIds]})`;
  return new Map(rows.flatMap(({ project_id: id, city }) => (city === null ? [] : [[id, city] as const])));
}

/**
 * @throws validation_failed: a project's page without exactly one project
 * @throws not_found, no_object_permission (511): a branch or project that is not there, or not the caller's
 */
export async function narrow(actor: Actor, { view, branchCode, projectIds, city }: DashIn): Promise<Narrowed> {
  if (view === 'kaProject' && projectIds?.length !== 1) throw new FieldError('projectIds', 'required');
  if (branchCode !== undefined) await requireBranch(actor, branchCode);
  if (projectIds) await requireProjects(actor, projectIds);
  const focus = focusOf(actor);
  const isOfProjects =
    ofKeyAccounts(view) || projectIds !== undefined || city !== undefined || (view === 'ops' && focus !== null);
  const projects = isOfProjects
    ? (await projectsOf(actor, view, projectIds ?? null))
        .filter((project) => city === undefined || project.city === city)
        .map(({ projectId }) => projectId)
    : null;
  const [{ dataGroups }, keptSince] = await Promise.all([strategyOf(actor), historyStart(actor)]);
  const branchCodes = branchCode === undefined ? null : [branchCode];
  // A project's own page is the project of its selector, whatever the focus.
  const own = view === 'kaProject' ? { ...actor, focus: null } : actor;
  return {
    actor: own,
    branchCodes,
    projectIds: projects,
    units: Prisma.join(
      [
        unitsShown(own),
        ...(branchCodes ? [Prisma.sql`e.branch_code = ANY(${branchCodes})`] : []),
        ...(projects
          ? [
              Prisma.sql`EXISTS (SELECT 1 FROM project_equipment n WHERE n.equipment_no = e.equipment_no AND n.project_id = ANY(${projects}))`,
            ]
          : []),
      ],
      ' AND ',
    ),
    showsFaults: dataGroups.includes('faults'),
    keptSince,
    key: {
      scope: mappedKeys(own),
      focus: focusOf(own),
      branchCodes,
      projects,
      dataGroups: [...dataGroups].sort(),
      keptSince,
    },
  };
}

async function requireProjects(actor: Actor, projectIds: readonly string[]): Promise<void> {
  const found = await db().project.count({
    where: { AND: [{ projectId: { in: [...projectIds] } }, projectScope(actor, { focus: false })] },
  });
  if (found === new Set(projectIds).size) return;
  for (const projectId of projectIds) await requireProject(actor, projectId);
}
