import { requireFewProjects, requireFewUnits } from '@/lib/features/health-report/internal/few-projects';
import { monthOf } from '@/lib/features/facts/shared/days';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { safeFilenameOf } from '@/lib/platform/files/filename';
import type { FileToKeep } from '@/lib/platform/files/made-files';
import { formatDate } from '@/lib/platform/i18n/format';
import { DEFAULT_LANGUAGE, type Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import { reportArchive } from '../archive';
import { biweeklyReport } from '../biweekly';
import type { UnitReportKind } from '../document';
import type { ReportToDraw } from '../file';
import { archiveMail } from '../mail-words';
import { monthlyOf } from '../monthly';
import { monthlyWindow } from '../shared/report-days';
import { writeBiweeklyRows } from './biweekly-rows';

/** Reports on all units of projects as they are sent by themselves: one zip, since an e-mail has fewer files than projects units. */

interface Question {
  readonly actor: Actor;
  readonly projectIds: readonly string[];
  readonly dueDate: string;
  readonly now: number;
}

interface Mailed {
  readonly subject: string;
  readonly text: string;
  readonly files: readonly FileToKeep[];
}

const unitsOf = ({ actor, projectIds }: Question): Prisma.EquipmentWhereInput => ({
  AND: [equipmentScope(actor, { focus: false }), { projects: { some: { projectId: { in: [...projectIds] } } } }],
});

/** @throws validation_failed (M17), too_many_equipment */
export async function checkMailedUnits(question: Question): Promise<void> {
  requireFewProjects(question.actor, question.projectIds);
  await requireFewUnits(unitsOf(question));
}

async function namesOf({ projectIds }: Question): Promise<string[]> {
  const found = await db().project.findMany({
    where: { projectId: { in: [...projectIds] } },
    select: { projectId: true, projectName: true },
  });
  return projectIds.flatMap((id) => found.find(({ projectId }) => projectId === id)?.projectName ?? []);
}

const UNITS = { equipmentNo: true } as const;
const BY_NAME = [{ equipmentName: 'asc' }, { equipmentNo: 'asc' }] as const;

/** The e-mail with these reports, of which the caller may see all. Its zip is drawn when it is written. */
async function mailOf(
  question: Question & { readonly language: Language },
  kind: UnitReportKind,
  reports: readonly ReportToDraw[],
): Promise<Mailed> {
  const { actor, language, dueDate } = question;
  const projects = await namesOf(question);
  const word = (key: string, params: Record<string, string | number>) =>
    translateServer(DEFAULT_LANGUAGE, 'unitReports', key, params);
  const [first = ''] = projects;
  const name = safeFilenameOf(first, (project) =>
    word('file.mailed', {
      title: word(`title.${kind}`, {}),
      name: projects.length > 1 ? word('mail.several', { name: project, total: projects.length }) : project,
      day: dueDate.replaceAll('-', ''),
    }),
  );
  return {
    ...archiveMail({ kind, projects, reports: reports.map(({ report }) => report) }, language),
    files: [{ name, type: 'zip', parts: reportArchive(actor, reports, language) }],
  };
}

/**
 * The reports that stand on the due date. @throws as checkMailedUnits; access_denied: the data strategy; not_found: there
 * is none; unavailable while nothing can be drawn
 */
export async function makeMailedBiweekly(question: Question & { readonly language: Language }): Promise<Mailed> {
  const { actor, dueDate, now, language } = question;
  await requireExportAllowed(actor);
  await checkMailedUnits(question);
  const reportTime = new Date(dueDate);
  // The job that writes them may have had no process to run in.
  if ((await db().biweeklyReport.findFirst({ where: { reportTime }, select: { id: true } })) === null)
    await writeBiweeklyRows(now);
  const rows = await db().equipment.findMany({
    where: { AND: [unitsOf(question), { biweeklyReports: { some: { reportTime } } }] },
    select: UNITS,
    orderBy: [...BY_NAME],
  });
  if (rows.length === 0) throw new AppError('not_found', { messageKey: 'biweeklyMissing' });
  const reports: ReportToDraw[] = [];
  for (const { equipmentNo } of rows)
    reports.push(await biweeklyReport(actor, { equipmentNo, reportTime: dueDate }, language, now));
  return mailOf(question, 'biweekly', reports);
}

/**
 * Those of the month before the due date. @throws as makeMailedBiweekly; not_found: there is no unit
 */
export async function makeMailedMonthly(question: Question & { readonly language: Language }): Promise<Mailed> {
  const { actor, dueDate, now, language } = question;
  await requireExportAllowed(actor);
  await checkMailedUnits(question);
  const rows = await db().equipment.findMany({ where: unitsOf(question), select: UNITS, orderBy: [...BY_NAME] });
  if (rows.length === 0) throw new AppError('not_found', { messageKey: 'reportUnitsMissing' });
  const window = monthlyWindow(monthOf(dueDate, -1).slice(0, 7), formatDate(now));
  const reports: ReportToDraw[] = [];
  for (const { equipmentNo } of rows) reports.push(await monthlyOf(actor, { equipmentNo, window, now }, language));
  return mailOf(question, 'monthly', reports);
}
