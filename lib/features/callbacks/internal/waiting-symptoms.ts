import type { Prisma } from '@/lib/platform/db/generated/client';
import { UNTAKEN_STATES } from '@/lib/live/detector/symptom-state';

/**
 * A call-out that a person opens or joins also handles the unit's waiting symptoms of the categories A and B (readings
 * 241): they are OPEN until the call-out ends.
 */
export async function takeWaitingSymptoms(
  sql: Prisma.TransactionClient,
  equipmentNo: string,
  { callbackId, jobStatus }: { callbackId: string; jobStatus: string },
): Promise<void> {
  await sql.symptom.updateMany({
    where: { equipmentNo, category: { in: ['A', 'B'] }, symptomState: { in: [...UNTAKEN_STATES] } },
    data: { symptomState: 'OPEN', callbackId, cbstate: jobStatus, dueDate: null, updatedAt: new Date() },
  });
}
