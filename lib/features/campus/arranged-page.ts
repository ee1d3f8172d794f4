import { projectScope } from '@/lib/platform/auth/scope/scope';
import type { Actor } from '@/lib/platform/contract/actor';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { readTrappedUnits } from '@/lib/live/scope/trapped-units';
import { ERROR_STATUS, unheardStatus } from '@/lib/live/units/value-sets';
import { strategyOf } from '@/lib/platform/strategy/limits';
import type { CampusPage, pageCampusEquipment } from './contract';
import { NEEDS, needOf } from './needs-care';
import { MAX_WALL_UNITS } from './value-sets';
import { WALL_UNIT, wallUnitOf } from './wall-unit';

/** The chosen wall in groups or worst first (readings 146): the order is one over all pages, so the worst stand on the first. */

const STATUS = {
  select: { onlineStatus: true, errorStatus: true, connection: true },
} as const;

type Projects = NonNullable<OutputOf<typeof pageCampusEquipment>['projects']>;

/** The project a unit stands in: of several the first by number. */
function projectSelect(actor: Actor) {
  return {
    where: { project: projectScope(actor, { focus: true }) },
    orderBy: { projectId: 'asc' },
    take: 1,
    select: { project: { select: { projectId: true, projectName: true } } },
  } satisfies Prisma.Equipment$projectsArgs;
}

interface ArrangedUnit {
  readonly equipmentNo: string;
  readonly rank: number;
  /** Place on the wall, from 0, as the rows came. */
  readonly place: number;
  readonly project: { projectId: string; projectName: string } | undefined;
}

/** Every unit of the wall with what its place depends on; a wall has at most 2000. */
async function findPlaces(
  actor: Actor,
  where: Prisma.CampusViewEquipmentWhereInput,
  order: 'position' | 'worst',
): Promise<ArrangedUnit[]> {
  const [rows, { dataGroups }] = await Promise.all([
    db().campusViewEquipment.findMany({
      where,
      orderBy: [{ position: 'asc' }, { equipmentNo: 'asc' }],
      take: MAX_WALL_UNITS,
      select: {
        equipmentNo: true,
        equipment: { select: { cubeNo: true, status: STATUS, projects: projectSelect(actor) } },
      },
    }),
    strategyOf(actor),
  ]);
  // An order must not tell whose faults are withheld.
  const showsFaults = dataGroups.includes('faults');
  const trapped = await readTrappedUnits(rows.map(({ equipmentNo }) => equipmentNo));
  return rows.map(({ equipmentNo, equipment: { cubeNo, status, projects } }, place) => {
    const call = status ?? {
      onlineStatus: unheardStatus(cubeNo),
      errorStatus: ERROR_STATUS.unknown,
      connection: null,
    };
    const need = needOf(
      {
        onlineStatus: call.onlineStatus,
        errorStatus: showsFaults ? call.errorStatus : ERROR_STATUS.unknown,
        entrapmentStatus: trapped.has(equipmentNo) ? 1 : 0,
      },
      call.connection === 'offline',
    );
    const rank = order === 'position' || need === undefined ? NEEDS.length : NEEDS.indexOf(need);
    return { equipmentNo, rank, place, project: projects[0]?.project };
  });
}

/** Groups one after the other, each by its first unit; those without a project that the caller sees are one group. */
function groupedByProject(ordered: readonly ArrangedUnit[]): ArrangedUnit[] {
  const groups = new Map<string | undefined, ArrangedUnit[]>();
  for (const unit of ordered) {
    const key = unit.project?.projectId;
    const held = groups.get(key);
    if (held) held.push(unit);
    else groups.set(key, [unit]);
  }
  return [...groups.values()].flat();
}

/**
 * A page of the wall in the order asked for.
 * @param where the caller's wall, scope and focus
 */
export async function findArrangedPage(
  actor: Actor,
  where: Prisma.CampusViewEquipmentWhereInput,
  {
    pageIndex,
    pageSize,
    group,
    order,
  }: Pick<ParsedOf<typeof pageCampusEquipment>, 'pageIndex' | 'pageSize' | 'group' | 'order'>,
): Promise<{ equipmentList: CampusPage; projects?: Projects }> {
  const places = await findPlaces(actor, where, order);
  const ordered = [...places].sort((a, b) => a.rank - b.rank || a.place - b.place);
  const all = group === 'project' ? groupedByProject(ordered) : ordered;
  const shown = all.slice((pageIndex - 1) * pageSize, pageIndex * pageSize);
  const rows = await db().campusViewEquipment.findMany({
    where: { AND: [where, { equipmentNo: { in: shown.map(({ equipmentNo }) => equipmentNo) } }] },
    select: { equipmentNo: true, equipmentNickName: true, position: true, equipment: { select: WALL_UNIT } },
  });
  const byNo = new Map(rows.map((row) => [row.equipmentNo, row]));
  const records = shown.flatMap(({ equipmentNo }) => {
    const row = byNo.get(equipmentNo);
    return row ? wallUnitOf(row.equipment, row.position, row.equipmentNickName) : [];
  });
  const equipmentList = page(records, places.length, { pageIndex, pageSize });
  return group === 'project' ? { equipmentList, projects: projectsOf(shown, places) } : { equipmentList };
}

/** @param all every unit of the wall, for the totals */
function projectsOf(shown: readonly ArrangedUnit[], all: readonly ArrangedUnit[]): Projects {
  const totals = new Map<string, number>();
  for (const { project } of all) if (project) totals.set(project.projectId, (totals.get(project.projectId) ?? 0) + 1);
  return collect(shown, (projectId) => totals.get(projectId) ?? null);
}

function collect(
  units: readonly Pick<ArrangedUnit, 'equipmentNo' | 'project'>[],
  totalOf: (projectId: string) => number | null,
): Projects {
  const projects = new Map<string, { projectId: string; projectName: string; equipmentNos: string[] }>();
  for (const { equipmentNo, project } of units) {
    if (!project) continue;
    const held = projects.get(project.projectId) ?? { ...project, equipmentNos: [] };
    held.equipmentNos.push(equipmentNo);
    projects.set(project.projectId, held);
  }
  return [...projects.values()].map((project) => ({ ...project, total: totalOf(project.projectId) }));
}

/** The projects of the units in need on a page; how many of them each has in all is not known there. */
export async function projectsOnPage(
  actor: Actor,
  units: readonly { readonly equipmentNo: string }[],
): Promise<Projects> {
  const rows = await db().equipment.findMany({
    where: { equipmentNo: { in: units.map(({ equipmentNo }) => equipmentNo) } },
    select: { equipmentNo: true, projects: projectSelect(actor) },
  });
  const byNo = new Map(rows.map(({ equipmentNo, projects }) => [equipmentNo, projects[0]?.project]));
  return collect(
    units.map(({ equipmentNo }) => ({ equipmentNo, project: byNo.get(equipmentNo) })),
    () => null,
  );
}
