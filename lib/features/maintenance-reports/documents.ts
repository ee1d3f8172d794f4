import { jobOnPaper, type JobOnPaper } from '@/lib/features/maintenance/internal/job-on-paper';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { db } from '@/lib/platform/db/client';
import { withMadeFiles } from '@/lib/platform/files/made-files';
import { findStoredFile, openStoredFile, readStoredFile } from '@/lib/platform/files/stored-files';
import { smallPicture } from '@/lib/platform/files/small-picture';
import { formatDate, formatDateTime } from '@/lib/platform/i18n/format';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { startOfDay } from '@/lib/platform/i18n/shanghai';
import { drawPaper } from '@/lib/platform/pdf/draw';
import { logger } from '@/lib/platform/system/log';
import { cutToHistory, seesDatesOnly } from '@/lib/platform/strategy/limits';
import { documentScope, type ReportWhere } from './list';
import { maintenanceRecord, type RecordPhotos } from './record';
import { GENERATED } from './value-sets';

/**
 * The documents of reports. A document is drawn once from the job and stored with its hash; it never changes (readings
 * 93). It is in Chinese, the language of the work and of the law that requires it. A reader who may see dates only gets
 * a separate drawing, which is not stored (readings 183).
 */

/** The name of the documents, in every language (readings 52). */
const named = (key: string, params: Record<string, string>) =>
  translateServer(DEFAULT_LANGUAGE, 'maintenanceReports', `file.${key}`, params);
export const recordFilename = (jobNo: string) => named('record', { jobNo });
export const archiveFilename = (startDate: string, endDate: string) => named('archive', { startDate, endDate });

const WAITS = { maxWait: 20_000, timeout: 20_000 };

/** A quarter of a page wide on paper, and sharp there. */
const PHOTO_PX = 360;

/** The photos of the items, one after the other: a large one takes memory while it is made small. */
async function smallPhotos({ jobNo, items }: JobOnPaper): Promise<RecordPhotos> {
  const small = new Map<string, string>();
  for (const path of items.flatMap(({ photos }) => photos))
    try {
      const bytes = await readStoredFile(await findStoredFile(path, 'report'));
      small.set(path, (await smallPicture(bytes, PHOTO_PX)).toString('base64'));
    } catch (error) {
      logger('paper').warn({ err: error, jobNo, path }, 'a photo could not be printed');
    }
  return small;
}

async function draw(jobNo: string, time: typeof formatDate): Promise<Uint8Array> {
  const job = await jobOnPaper(jobNo);
  if (!job) throw new AppError('not_found');
  const photos = await smallPhotos(job);
  return drawPaper(maintenanceRecord(job, { language: DEFAULT_LANGUAGE, time, photos }));
}

/**
 * Draws the document of a report that has none, and marks it as generated. A second call at the same time gets the
 * first one's document.
 * @returns its path
 * @throws not_found, unavailable
 */
export async function makeDocument(jobNo: string): Promise<string> {
  const drawn = { name: recordFilename(jobNo), type: 'pdf' as const, bytes: await draw(jobNo, formatDateTime) };
  return withMadeFiles([drawn], (keep) =>
    db().$transaction(async (sql) => {
      await sql.$queryRaw`SELECT 1 FROM maintenance_report WHERE job_no = ${jobNo} FOR UPDATE`;
      const report = await sql.maintenanceReport.findUniqueOrThrow({
        where: { jobNo },
        select: { filePath: true, equipmentNo: true },
      });
      if (report.filePath !== null) return report.filePath;
      const [kept] = await keep(sql, { kind: 'report', username: null, equipmentNo: report.equipmentNo });
      if (!kept) throw new AppError('server_error');
      await sql.maintenanceReport.update({
        where: { jobNo },
        data: { filePath: kept.path, status: GENERATED, updatedAt: new Date() },
      });
      return kept.path;
    }, WAITS),
  );
}

/** A document that may be sent. */
export interface Document {
  readonly filename: string;
  /** When it was finished; only its day for who may see dates only. */
  readonly at: Date;
  /** Its bytes are stored; otherwise `prepare` draws them, or the first read does. */
  readonly isMade: boolean;
  /** @throws unavailable while nothing can be drawn */
  prepare(): Promise<void>;
  open(): Promise<AsyncIterable<Uint8Array>>;
}

/** A report that the caller may read. @throws not_found, no_object_permission, access_denied (data strategy) */
export async function requireReport(actor: Actor, jobNo: string, scope?: ReportWhere) {
  const report = await requireRow(
    (within: ReportWhere) =>
      db().maintenanceReport.findFirst({
        where: { AND: [{ jobNo, equipment: { deletedAt: null } }, within] },
        select: { jobNo: true, status: true, filePath: true, mntDate: true, updatedAt: true },
      }),
    scope ?? (await documentScope(actor)),
  );
  const { span, historyMonths } = await cutToHistory(actor, {});
  if (historyMonths !== undefined && span.gte !== undefined && report.mntDate < new Date(formatDate(span.gte)))
    throw new AppError('access_denied', { messageKey: 'beyondHistory', params: { months: historyMonths } });
  if (report.status !== GENERATED) throw new AppError('not_found', { messageKey: 'reportNotGenerated' });
  return report;
}

/** The document of a report that `requireReport` has allowed. */
export async function documentOf(
  actor: Actor,
  {
    jobNo,
    filePath,
    updatedAt,
  }: { readonly jobNo: string; readonly filePath: string | null; readonly updatedAt: Date },
): Promise<Document> {
  const filename = recordFilename(jobNo);
  if (await seesDatesOnly(actor)) {
    let drawn: Uint8Array | undefined;
    const prepare = async () => {
      drawn ??= await draw(jobNo, formatDate);
    };
    async function* once() {
      await prepare();
      if (drawn) yield drawn;
      drawn = undefined;
    }
    const at = new Date(startOfDay(updatedAt.getTime()));
    return { filename, at, isMade: false, prepare, open: () => Promise.resolve(once()) };
  }
  let path = filePath;
  const made = async () => (path ??= await makeDocument(jobNo));
  return {
    filename,
    at: updatedAt,
    isMade: path !== null,
    prepare: async () => void (await made()),
    open: async () => openStoredFile(await findStoredFile(await made(), 'report')),
  };
}
