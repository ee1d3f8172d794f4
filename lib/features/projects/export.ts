import { requireExportAllowed, shownTime } from '@/lib/platform/strategy/limits';
import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { config } from '@/lib/config';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import { stampedName } from '@/lib/platform/files/filename';
import { xlsxStream, XLSX_TYPE } from '@/lib/platform/files/xlsx';
import type { SheetColumn } from '@/lib/platform/files/xlsx';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ProjectFilters, ProjectRow } from './contract';
import { countProjects, projectConditions, readProjectKeys, readProjects } from './list';
import type { ProjectOrder } from './list';

/** Every project of the filters, in the order of the list. */
async function* rowsOf(conditions: Prisma.Sql, order: ProjectOrder, time: ShownTime): AsyncGenerator<ProjectRow> {
  for await (const ids of keysInOrder((sql, skip, take) => readProjectKeys(sql, conditions, order, false, skip, take)))
    yield* await readProjects(ids, time);
}

/** The columns of the list (doc1 §2) and the contact data, in the caller's language. */
function columnsOf(language: Language): SheetColumn<ProjectRow>[] {
  const text = (key: string) => translateServer(language, 'projects', key);
  const column = (field: keyof ProjectRow, width: number): SheetColumn<ProjectRow> => ({
    header: text(`column.${field}`),
    value: (row) => row[field],
    width,
  });
  return [
    column('branchName', 20),
    column('projectName', 36),
    column('tplnr', 20),
    { header: text('column.installStatus'), value: (row) => text(`installStatus.${row.installStatus}`), width: 14 },
    column('usernames', 32),
    column('equipmentTotal', 10),
    { header: text('column.autoCreate'), value: (row) => text(`source.${row.autoCreate}`), width: 12 },
    column('mobile', 16),
    column('email', 26),
    column('address', 36),
    column('createDate', 20),
  ];
}

/** @throws access_denied (data strategy), bad_request (more rows than an export may have), both before the first byte */
export async function exportProjectList(
  actor: Actor,
  filters: ProjectFilters & ProjectOrder,
  language: Language,
): Promise<FileAnswer> {
  await requireExportAllowed(actor);
  const conditions = projectConditions(actor, filters);
  const limit = config().exportMaxRows;
  if ((await countProjects(conditions)) > limit)
    throw new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });
  return new FileAnswer(
    xlsxStream(
      translateServer(language, 'routes', 'projectList'),
      columnsOf(language),
      rowsOf(conditions, filters, await shownTime(actor)),
    ),
    stampedName('project', Date.now()),
    XLSX_TYPE,
  );
}
