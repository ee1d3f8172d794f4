import type { Prisma } from '@/lib/platform/db/generated/client';
import { keptReason } from '../symptom-rows';
import { SYMPTOM_MOVES } from '../transitions';

/** The symptoms on these jobs end with them (silent-screens F2). @param jobs those without a date are not done */
export async function closeWithJobs(
  sql: Prisma.TransactionClient,
  jobs: readonly { readonly jobNo: string; readonly doneDate: Date | null }[],
): Promise<void> {
  const { from, to } = SYMPTOM_MOVES.jobDone;
  for (const { jobNo, doneDate } of jobs)
    if (doneDate)
      await sql.symptom.updateMany({
        where: { jobNo, symptomState: { in: [...from] } },
        data: { symptomState: to, closedDate: doneDate, closeReason: keptReason('repaired'), updatedAt: new Date() },
      });
}
