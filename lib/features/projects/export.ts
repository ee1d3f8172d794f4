import { shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import type { FileAnswer } from '@/lib/platform/contract/file-answer';
import { exportSheet, type ExportCaller } from '@/lib/platform/list/export-sheet';
import type { ProjectFilters, ProjectRow } from './contract';
import { countProjects, projectConditions, readProjectKeys, readProjects } from './list';
import type { ProjectOrder } from './list';

/** Every project that matches the filters, in the order of the list. */
async function* rowsOf(
  actor: Actor,
  conditions: Prisma.Sql,
  order: ProjectOrder,
  time: ShownTime,
): AsyncGenerator<ProjectRow> {
  for await (const ids of keysInOrder((sql, skip, take) => readProjectKeys(sql, conditions, order, false, skip, take)))
    yield* await readProjects(actor, ids, time);
}

/** The list (doc1 §2) and the contact data, as a workbook. @throws what `exportSheet` throws */
export function exportProjectList(caller: ExportCaller, asked: ProjectFilters & ProjectOrder): Promise<FileAnswer> {
  return exportSheet<ProjectRow>(caller, {
    route: 'projectList',
    namespace: 'projects',
    name: 'project',
    columns: ({ field, option }) => [
      field('branchName', 20),
      field('projectName', 36),
      field('tplnr', 20),
      option('installStatus', 14),
      field('usernames', 32),
      field('equipmentTotal', 10),
      option('autoCreate', 12, 'source'),
      field('mobile', 16),
      field('email', 26),
      field('address', 36),
      field('createDate', 20),
    ],
    read: async () => {
      const conditions = projectConditions(caller.actor, asked);
      return {
        total: await countProjects(conditions),
        rows: rowsOf(caller.actor, conditions, asked, await shownTime(caller.actor)),
      };
    },
  });
}
