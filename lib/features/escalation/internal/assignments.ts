import { db, pool } from '@/lib/platform/db/client';
import { letPass, TOO_LATE_MS, notifyStep } from '../steps';
import type { Transaction } from '@/lib/platform/db/transaction';

/**
 * Notifies the dispatchers of the branch about a dispatched technician: nobody accepted in time (readings 80: only a
 * warning, the call-out is not returned), or the technician returned the work. By incident notice, for trapped persons
 * by text message too; each once.
 */

const BATCH = 200;
const WAITS = { maxWait: 20_000, timeout: 60_000 };
/** Levels of a link's steps, beside the percentages of clocks. */
const NOT_ACCEPTED = 2;
const GIVEN_BACK = 3;

export interface LinkIncident {
  readonly linkId: bigint;
  readonly callbackId: string;
  readonly equipmentNo: string;
  readonly equipmentName: string;
  readonly branchCode: string;
  readonly technicianName: string;
  readonly technicianPhone: string;
  readonly isTrapped: boolean;
}

const paramsOf = ({ equipmentName, equipmentNo, callbackId, technicianName, technicianPhone }: LinkIncident) => ({
  name: equipmentName,
  no: equipmentNo,
  id: callbackId,
  technician: technicianName,
  phone: technicianPhone,
});
const incidentOf = ({ callbackId: objectId, equipmentNo, branchCode, isTrapped }: LinkIncident) => ({
  objectId,
  equipmentNo,
  branchCode,
  isTrapped,
});

/** Runs in the transaction of the technician's move. */
export async function notifyGivenBack(
  sql: Transaction,
  link: LinkIncident & { reason: string },
  now: number,
): Promise<void> {
  await notifyStep(
    sql,
    incidentOf(link),
    { linkId: link.linkId, level: GIVEN_BACK },
    {
      from: 'dispatcher',
      words: {
        namespace: 'assignments',
        title: 'givenBack.title',
        message: link.isTrapped ? 'givenBack.trapped' : 'givenBack.other',
        params: { ...paramsOf(link), reason: link.reason },
      },
      now,
    },
  );
}

/** Links whose acceptance is overdue. */
export async function overdueLinks(now: number): Promise<bigint[]> {
  const { rows } = await pool().query<{ id: string }>(
    `SELECT id::text FROM technician_link WHERE accept_due <= to_timestamp($1 / 1000.0) ORDER BY accept_due LIMIT ${BATCH}`,
    [now],
  );
  return rows.map(({ id }) => BigInt(id));
}

/**
 * Notifies about one of them, once; when another process handles it at this moment, that one does. @returns how many
 * steps were written
 */
export async function notifyNotAccepted(id: bigint, now: number): Promise<number> {
  return db().$transaction(async (sql) => {
    const locked = await sql.$queryRaw<unknown[]>`
      SELECT 1 FROM technician_link WHERE id = ${id} AND accept_due <= ${new Date(now)} FOR NO KEY UPDATE SKIP LOCKED`;
    if (locked.length === 0) return 0;
    const { callback, acceptDue, ...row } = await sql.technicianLink.findUniqueOrThrow({
      where: { id },
      select: {
        callbackId: true,
        technicianName: true,
        technicianPhone: true,
        acceptDue: true,
        callback: {
          select: {
            entrapments: { where: { releasedAt: null }, select: { id: true }, take: 1 },
            equipment: { select: { equipmentNo: true, equipmentName: true, branchCode: true, deletedAt: true } },
          },
        },
      },
    });
    const { deletedAt, ...unit } = callback.equipment;
    const isOld = acceptDue !== null && now > acceptDue.getTime() + TOO_LATE_MS;
    const link = { linkId: id, ...row, ...unit, isTrapped: callback.entrapments.length > 0 };
    await sql.technicianLink.update({
      where: { id },
      data: { acceptDue: null, ...(isOld || deletedAt ? {} : { missedToldDate: new Date(now) }) },
    });
    if (deletedAt) return 0;
    const step = { linkId: id, level: NOT_ACCEPTED };
    if (isOld) await letPass(sql, incidentOf(link), step, now);
    else
      await notifyStep(sql, incidentOf(link), step, {
        from: 'dispatcher',
        words: {
          namespace: 'assignments',
          title: 'missed.title',
          message: link.isTrapped ? 'missed.trapped' : 'missed.other',
          params: paramsOf(link),
        },
        now,
      });
    return 1;
  }, WAITS);
}
