import type { Actor } from '@/lib/platform/contract/actor';
import { FileAnswer } from '@/lib/platform/contract/file-answer';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { pulledStream } from '@/lib/platform/files/pulled-stream';
import { zipStream } from '@/lib/platform/files/zip-stream';
import type { ZipPart } from '@/lib/platform/files/zip-stream';
import { requireExportAllowed } from '@/lib/platform/strategy/limits';
import type { downloadReportZip } from './contract';
import { archiveFilename, documentOf, requireReport, type Document } from './documents';
import { documentScope, reportDays } from './list';

/**
 * Several documents as one archive (api.md §2.13). They are read or drawn one after the other while the archive is
 * sent.
 */

/**
 * Everything is checked before the first byte: one report that the caller may not see, or that is not generated,
 * refuses all.
 * @throws validation_failed, access_denied, not_found, no_object_permission, unavailable
 */
export async function archiveOf(actor: Actor, asked: ParsedOf<typeof downloadReportZip>): Promise<FileAnswer> {
  reportDays(asked);
  await requireExportAllowed(actor);
  const scope = await documentScope(actor);
  const reports = [];
  for (const jobNo of new Set(asked.jobNos)) reports.push(await requireReport(actor, jobNo, scope));
  const documents: Document[] = [];
  for (const report of reports) documents.push(await documentOf(actor, report));
  // Before the answer starts, so that an unavailable gateway gives an error and not a broken file.
  await documents.find(({ isMade }) => !isMade)?.prepare();

  async function* parts(): AsyncGenerator<ZipPart> {
    for (const { filename, at, open } of documents) yield { path: filename, at, data: await open() };
  }
  return new FileAnswer(
    pulledStream(zipStream(parts())),
    archiveFilename(asked.startDate ?? '', asked.endDate ?? ''),
    'application/zip',
  );
}
