import type { Actor } from '@/lib/platform/contract/actor';
import { projectScope } from '@/lib/platform/auth/scope/scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { containsText, gramFilter } from '@/lib/platform/db/name-grams';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { page } from '@/lib/platform/contract/schemas';
import type { querySapProjects, SapProject } from './look-up-contract';
import { nameContains } from './internal/project-keyword';

/**
 * The data of the picker: projects that the import brought from SAP and those added by hand, because an account may be
 * linked to both. Another source can replace these two functions.
 */

type Where = Prisma.ProjectWhereInput;

/** This cannot be a project's id: a key has no colon (api.md §1.2 Keys). */
const groupId = (first: SapProject) => `group:${first.projectId}`;

/** Neighbouring rows with one name become a group with their sums (doc1 §3). */
export function groupByName(leaves: readonly SapProject[]): SapProject[] {
  const groups: SapProject[][] = [];
  for (const leaf of leaves) {
    const last = groups.at(-1);
    if (last?.[0]?.projectName === leaf.projectName) last.push(leaf);
    else groups.push([leaf]);
  }
  return groups.flatMap((members) => {
    const [first] = members;
    if (!first || members.length === 1) return members;
    const parentId = groupId(first);
    const sum = (of: (leaf: SapProject) => number) => members.reduce((total, leaf) => total + of(leaf), 0);
    return [
      {
        projectId: parentId,
        projectName: first.projectName,
        tplnr: '',
        equipmentTotal: sum((leaf) => leaf.equipmentTotal),
        installedTotal: sum((leaf) => leaf.installedTotal),
        headerconttracts: [...new Set(members.map((leaf) => leaf.headerconttracts).filter(Boolean))].join(','),
        parentId: null,
        children: members.map((leaf) => ({ ...leaf, parentId })),
      },
    ];
  });
}

/** In the caller's scope; the focus does not narrow what may be granted. `total` counts projects (readings 18). */
export async function findSapProjects(
  actor: Actor,
  query: ParsedOf<typeof querySapProjects>,
): Promise<OutputOf<typeof querySapProjects>> {
  const { projectName, equipmentNo, pageSize } = query;
  const conditions: Where[] = [projectScope(actor, { focus: false })];
  if (projectName) conditions.push(nameContains(projectName));
  if (equipmentNo)
    conditions.push({
      equipment: {
        some: {
          equipment: {
            AND: [{ deletedAt: null }, gramFilter(equipmentNo), { equipmentNo: containsText(equipmentNo) }],
          },
        },
      },
    });
  const where: Where = { AND: conditions };
  const [total, rows] = await Promise.all([
    db().project.count({ where }),
    db().project.findMany({
      where,
      orderBy: [{ projectName: 'asc' }, { tplnr: 'asc' }, { projectId: 'asc' }],
      take: pageSize,
      select: {
        projectId: true,
        projectName: true,
        tplnr: true,
        equipmentTotal: true,
        installedTotal: true,
        headerconttracts: true,
      },
    }),
  ]);
  const leaves = rows.map(({ tplnr, headerconttracts, ...row }) => ({
    ...row,
    tplnr: tplnr ?? '',
    headerconttracts: headerconttracts ?? '',
    parentId: null,
    children: [],
  }));
  return page(groupByName(leaves), total, query);
}
