import type { Transaction } from '@/lib/platform/db/transaction';
import { endLinks, stopWaiting, notifyTechnician } from './link';

/** A call-out as it is after a move. */
interface MovedCallback {
  readonly callbackId: string;
  readonly equipmentNo: string;
  readonly branchCode: string;
  readonly jobStatus: string;
  readonly personTrapped: boolean;
  readonly releaseDate: Date | null;
  readonly trappedDate: Date | null;
  readonly createDate: Date;
  readonly technicianName: string | null;
  readonly technicianPhone: string | null;
}

/** What a move of a call-out means for the technician's link, in the move's transaction (readings 245). */
export async function followTechnician(sql: Transaction, row: MovedCallback, operator: string | null): Promise<void> {
  const { callbackId, jobStatus, technicianName, technicianPhone } = row;
  if (jobStatus === 'PAGE' && technicianName && technicianPhone)
    await notifyTechnician(
      sql,
      { ...row, isTrapped: row.personTrapped && row.releaseDate === null, since: row.trappedDate ?? row.createDate },
      { technicianName, technicianPhone, operator },
    );
  else if (jobStatus === 'REQU' || jobStatus === 'CLSO' || jobStatus === 'CLSC') await endLinks(sql, callbackId);
  else await stopWaiting(sql, callbackId);
}
