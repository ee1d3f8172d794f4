import { db } from '@/lib/platform/db/client';
import { storedDay } from '@/lib/platform/i18n/shanghai';
import { photosOf } from '../job';
import { Strokes } from '../strokes';
import { maintenanceStatusOf } from '../value-sets';

/** A signed job with everything that its document shows. Times are instants, days `yyyy-MM-dd`. */
export async function jobOnPaper(jobNo: string) {
  const job = await db().maintenanceJob.findUnique({
    where: { jobNo },
    include: {
      equipment: { include: { branch: { select: { branchName: true } } } },
      items: { orderBy: { no: 'asc' } },
      parts: { orderBy: { id: 'asc' } },
      signature: true,
      report: { select: { status: true, filePath: true, mntOwners: true, registerNo: true } },
    },
  });
  if (!job) return null;
  const { signature, parts, planDate, items, ...rest } = job;
  return {
    ...rest,
    items: items.map((item) => ({ ...item, photos: photosOf(item.photos) })),
    planDate: storedDay(planDate),
    jobStatus: maintenanceStatusOf(job.jobStatus),
    parts: parts.map(({ name, quantity }) => ({ name, quantity: quantity.toNumber() })),
    /** null: signed elsewhere, or not at all. Strokes of points [x, y, ms] on a field of 1000 by 600. */
    signature: signature && { ...signature, strokes: Strokes.safeParse(signature.strokes).data ?? [] },
  };
}
export type JobOnPaper = NonNullable<Awaited<ReturnType<typeof jobOnPaper>>>;
