import { requireExportAllowed, shownTime } from '@/lib/account/internal';
import type { ShownTime } from '@/lib/account/internal';
import type { Actor } from '@/lib/auth/actor';
import { config } from '@/lib/config';
import { db } from '@/lib/db/client';
import { Prisma } from '@/lib/db/generated/client';
import { readChunks } from '@/lib/db/keyset';
import { stampedName } from '@/lib/files/filename';
import { xlsxStream, XLSX_TYPE } from '@/lib/files/xlsx';
import type { SheetColumn } from '@/lib/files/xlsx';
import type { Language } from '@/lib/i18n/languages';
import { translateServer } from '@/lib/i18n/server-messages';
import { AppError } from '@/lib/sms/errors';
import { FileAnswer } from '@/lib/sms/file-answer';
import type { ProjectFilters, ProjectRow } from './contract';
import { countProjects, projectConditions, readProjects } from './list';

/** Every project of the filters, newest first. */
async function* rowsOf(conditions: Prisma.Sql, time: ShownTime): AsyncGenerator<ProjectRow> {
  const chunks = readChunks<{ project_id: string; at: string }>((last, take) => {
    const after = last ? Prisma.sql`AND (p.create_date, p.project_id) < (${last.at}::timestamptz, ${last.project_id})` : Prisma.empty;
    return db().$queryRaw`
      SELECT p.project_id, p.create_date::text AS at FROM project p WHERE ${conditions} ${after} ORDER BY p.create_date DESC, p.project_id DESC LIMIT ${take}`;
  });
  for await (const keys of chunks) yield* await readProjects(keys.map((row) => row.project_id), time);
}

/** The columns of the list (doc1 §2) and the contact data, in the caller's language. */
function columnsOf(language: Language): SheetColumn<ProjectRow>[] {
  const text = (key: string) => translateServer(language, 'projects', key);
  const column = (field: keyof ProjectRow, width: number): SheetColumn<ProjectRow> => ({ header: text(`column.${field}`), value: (row) => row[field], width });
  return [
    column('branchName', 20), column('projectName', 36), column('tplnr', 20),
    { header: text('column.installStatus'), value: (row) => text(`installStatus.${row.installStatus}`), width: 14 },
    column('usernames', 32), column('equipmentTotal', 10),
    { header: text('column.autoCreate'), value: (row) => text(`source.${row.autoCreate}`), width: 12 },
    column('mobile', 16), column('email', 26), column('address', 36), column('createDate', 20),
  ];
}

/** @throws access_denied (data strategy), bad_request (more rows than an export may have), both before the first byte */
export async function exportProjectList(actor: Actor, filters: ProjectFilters, language: Language): Promise<FileAnswer> {
  await requireExportAllowed(actor);
  const conditions = projectConditions(actor, filters);
  const limit = config().exportMaxRows;
  if ((await countProjects(conditions)) > limit) throw new AppError('bad_request', { messageKey: 'exportLimit', params: { limit } });
  return new FileAnswer(xlsxStream(translateServer(language, 'routes', 'projectList'), columnsOf(language), rowsOf(conditions, await shownTime(actor))), stampedName('project', Date.now()), XLSX_TYPE);
}
