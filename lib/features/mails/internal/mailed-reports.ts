import { db } from '@/lib/platform/db/client';
import { removeBytes } from '@/lib/platform/files/stored-files';
import { logger } from '@/lib/platform/system/log';

/** Longer than an e-mail is tried, and than the link to a large file is valid. */
const KEPT_MS = 30 * 86_400_000;
const BATCH = 500;

/** Removes report files that only an e-mail held, 30 days after they were made (readings 226). @returns how many */
export async function forgetMailedReports(now: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const old = await db().storedFile.findMany({
      where: { kind: 'mailedReport', createDate: { lt: new Date(now - KEPT_MS) }, deletedAt: null },
      select: { path: true },
      take: BATCH,
    });
    const paths = old.map(({ path }) => path);
    await db().storedFile.updateMany({ where: { path: { in: paths } }, data: { deletedAt: new Date(now) } });
    await removeBytes(paths);
    removed += paths.length;
    if (paths.length < BATCH) break;
  }
  if (removed > 0) logger('mail').info({ removed }, 'files of old report e-mails were removed');
  return removed;
}
