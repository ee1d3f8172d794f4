import { readErpMaster } from '@/lib/features/maintenance/internal';
import { AppError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import { logger } from '@/lib/platform/system/log';
import { makeDocument } from './documents';

/** What other parts of the server ask of maintenance reports. */

/** So many are made in one go; the rest a minute later. */
const BATCH = 50;
/** So many are looked at for them: some that cannot be made must not keep the others waiting. */
const LOOKED_AT = 1000;

/**
 * Makes the documents of jobs that were signed here: their reports stand at 2, generating. Where an ERP is master, what it says
 * is generating is its own matter: its file comes by `importReportFile`. What cannot be made is logged and tried again a minute
 * later; it stops no other. While nothing can be drawn at all, nothing more is tried.
 * @returns how many were made
 */
export async function makeSignedDocuments(): Promise<number> {
  const waiting = await db().maintenanceReport.findMany({
    where: {
      status: '2',
      filePath: null,
      job: { jobStatus: 'CONFIRM', ...((await readErpMaster()) ? { signature: { isNot: null } } : {}) },
    },
    orderBy: [{ updatedAt: 'asc' }, { jobNo: 'asc' }],
    take: LOOKED_AT,
    select: { jobNo: true },
  });
  let made = 0;
  for (const { jobNo } of waiting) {
    if (made === BATCH) break;
    try {
      await makeDocument(jobNo);
      made += 1;
    } catch (error) {
      logger('paper').warn({ err: error, jobNo }, 'a maintenance record was not made, will be tried again');
      if (error instanceof AppError && error.id === 'unavailable') break;
    }
  }
  return made;
}

export { reportsToSign } from './list';
