import type { Transaction } from '@/lib/platform/db/transaction';
import { endLinks, stopWaiting, notifyTechnician } from './link';

/** A call-out after a move. */
interface MovedCallback {
  readonly callbackId: string;
  readonly equipmentNo: string;
  readonly branchCode: string;
  readonly jobStatus: string;
  /** It is closed or cancelled. */
  readonly isOver: boolean;
  readonly personTrapped: boolean;
  readonly releaseDate: Date | null;
  readonly trappedDate: Date | null;
  readonly createDate: Date;
  readonly technicianName: string | null;
  readonly technicianPhone: string | null;
}

/** Updates the technician's link after a move of the call-out, in the move's transaction (readings 245). */
export async function followTechnician(sql: Transaction, row: MovedCallback, operator: string | null): Promise<void> {
  const { callbackId, jobStatus, isOver, technicianName, technicianPhone } = row;
  if (jobStatus === 'PAGE' && technicianName && technicianPhone)
    await notifyTechnician(
      sql,
      { ...row, isTrapped: row.personTrapped && row.releaseDate === null, since: row.trappedDate ?? row.createDate },
      { technicianName, technicianPhone, operator },
    );
  else if (jobStatus === 'REQU' || isOver) await endLinks(sql, callbackId);
  else await stopWaiting(sql, callbackId);
}
