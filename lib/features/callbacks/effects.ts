import type { Prisma } from '@/lib/platform/db/generated/client';
import { writeServiceFacts } from '@/lib/features/activities/internal';
import type { CallbackStatusCode } from './latest-status';

/**
 * What a change of a call-out leaves behind, in its own transaction (silent-screens F3 Effects): the history row, the activity
 * of the unit, the service message, and the state of its symptoms. The live item comes from the database's trigger.
 */

type Sql = Prisma.TransactionClient;

export interface Told {
  readonly callbackId: string;
  readonly equipmentNo: string;
  readonly branchCode: string;
  readonly equipmentName: string;
}

export interface Step {
  readonly status: CallbackStatusCode;
  readonly at: Date;
  readonly operator: string | null;
  readonly reason?: string | null;
  readonly expectedReturnDate?: Date | null;
  /** More than the reason, for readers of the message. */
  readonly words?: string | null;
}

/** A step of the life cycle was made. */
export async function recordStep(sql: Sql, told: Told, step: Step): Promise<void> {
  const { callbackId } = told;
  const { status, at, operator, reason, expectedReturnDate } = step;
  await sql.callbackStatus.create({
    data: {
      callbackId,
      status,
      updateTime: at,
      operator,
      reason: reason ?? null,
      expectedReturnDate: expectedReturnDate ?? null,
    },
  });
  await tell(sql, told, status, step.words ?? reason, at);
  await sql.symptom.updateMany({ where: { callbackId }, data: { cbstate: status } });
  await moveSymptoms(sql, callbackId, status, at);
}

/** The end of a call-out ends its symptoms; a cancelled one gives them back to the desk (silent-screens F2). */
async function moveSymptoms(sql: Sql, callbackId: string, status: CallbackStatusCode, at: Date): Promise<void> {
  if (status === 'CLSO')
    await sql.symptom.updateMany({
      where: { callbackId, symptomState: 'OPEN' },
      data: { symptomState: 'CLOSED', closedDate: at },
    });
  if (status === 'CLSC') {
    const open = { callbackId, symptomState: 'OPEN' };
    await sql.symptom.updateMany({
      where: { ...open, clearedDate: { not: null } },
      data: { symptomState: 'INACTIVE' },
    });
    await sql.symptom.updateMany({ where: open, data: { symptomState: 'NOT_PROCESSED' } });
  }
}

const tell = (
  sql: Sql,
  { callbackId, ...unit }: Told,
  status: CallbackStatusCode | 'JOINED',
  detail: string | null | undefined,
  at: Date,
) => writeServiceFacts(sql, [{ ...unit, subType: 'callback', objectId: callbackId, status, detail, at }]);

/** Trapped or injured persons joined the open call-out: its state stays, and everybody hears of it. */
export async function recordJoin(sql: Sql, told: Told, detail: string, at: Date): Promise<void> {
  await tell(sql, told, 'JOINED', detail, at);
  await sql.$executeRaw`INSERT INTO outbox (topic, key, payload) VALUES ('callback', ${told.callbackId}, '{}')`;
}
