import { readErpMaster } from '@/lib/features/maintenance/internal/erp';
import { AppError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import { logger } from '@/lib/platform/system/log';
import { makeDocument } from '../documents';

/** How many are drawn in one run; the rest follows a minute later. */
const BATCH = 50;
/** How many are read for that: some that cannot be drawn must not delay the others. */
const LOOKED_AT = 1000;

/**
 * Draws the documents of jobs that were signed here: their reports are at 2, generating. When an ERP is master, its
 * reports are left alone: their files arrive by `importReportFile`. One that fails is logged and tried again a minute
 * later; it does not stop the others. While nothing can be drawn at all, the run ends.
 * @returns how many were drawn
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
