import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { dayAfter } from '@/lib/features/facts/shared/days';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import { pulledStream } from '@/lib/platform/files/pulled-stream';
import { DEFAULT_LANGUAGE, type Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import { reportArchive } from './archive';
import type { downloadBiweeklyZip } from './biweekly-contract';
import { drawReport, type ReportToDraw, type UnitReportFile } from './file';
import { readReport } from './read';
import { biweeklyWindow } from './shared/report-days';
import { StoredReport } from './stored-report';
import { HEALTH_DAYS } from './value-sets';
import { viewOf } from './view';

/** Biweekly reports: rows of the job, whose payload is kept at the first read and stays (readings 98). */

interface Key {
  readonly equipmentNo: string;
  /** `yyyy-MM-dd` */
  readonly reportTime: string;
}

/** @throws not_found: no such unit, or no report of the day (readings 227); no_object_permission */
async function requireKept(actor: Actor, { equipmentNo, reportTime }: Key, now: number): Promise<StoredReport> {
  await requireEquipment(actor, equipmentNo);
  const where = { equipmentNo_reportTime: { equipmentNo, reportTime: new Date(reportTime) } };
  const row = await db().biweeklyReport.findUnique({ where, select: { payload: true } });
  if (row === null) throw new AppError('not_found', { messageKey: 'biweeklyMissing' });
  if (row.payload !== null) return StoredReport.parse(row.payload);
  const window = biweeklyWindow(reportTime);
  const payload = await readReport(
    { equipmentNo, ...window, healthFrom: dayAfter(reportTime, -HEALTH_DAYS), jobs: 'latest' },
    now,
  );
  // Of two who read at once the first one is kept.
  await db().$executeRaw`
    UPDATE biweekly_report SET payload = ${JSON.stringify(payload)}::jsonb
     WHERE equipment_no = ${equipmentNo} AND report_time = ${reportTime}::date AND payload IS NULL`;
  const kept = await db().biweeklyReport.findUniqueOrThrow({ where, select: { payload: true } });
  return StoredReport.parse(kept.payload);
}

/** @throws as requireKept; access_denied beyond the data strategy */
export async function biweeklyReport(
  actor: Actor,
  key: Key,
  language: Language,
  now = Date.now(),
): Promise<ReportToDraw> {
  const stored = await requireKept(actor, key, now);
  return {
    kind: 'biweekly',
    report: await viewOf(actor, stored, 'biweekly', language),
    day: key.reportTime,
    madeAt: stored.madeAt,
  };
}

/** @throws as biweeklyReport; unavailable while nothing can be drawn */
export async function drawBiweekly(actor: Actor, key: Key, language: Language): Promise<UnitReportFile> {
  await requireExportAllowed(actor);
  return drawReport(actor, await biweeklyReport(actor, key, language), language);
}

/** Everything is checked before the first byte: one report that the caller may not see refuses all. */
export async function biweeklyArchive(
  actor: Actor,
  { list, startDate, endDate }: ParsedOf<typeof downloadBiweeklyZip>,
  language: Language,
): Promise<FileAnswer> {
  await requireExportAllowed(actor);
  const keys = [...new Map(list.map((key) => [`${key.equipmentNo} ${key.reportTime}`, key])).values()];
  const reports: ReportToDraw[] = [];
  for (const key of keys) reports.push(await biweeklyReport(actor, key, language));
  const archive = reportArchive(actor, reports, language);
  // Before the answer starts, so that an unavailable gateway gives an error and not a broken file.
  const beginning = await archive.next();
  const days = keys.map(({ reportTime }) => reportTime).sort();
  const name = translateServer(DEFAULT_LANGUAGE, 'unitReports', 'file.archive', {
    startDate: startDate ?? days[0] ?? '',
    endDate: endDate ?? days.at(-1) ?? '',
  });
  return new FileAnswer(pulledStream(resumed(beginning, archive)), name, 'application/zip');
}

async function* resumed<T>(first: IteratorResult<T, unknown>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* rest;
}
