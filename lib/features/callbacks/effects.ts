import { writeServiceFacts } from '@/lib/features/activities/internal/service-facts';
import type { ServiceFact } from '@/lib/features/activities/internal/service-facts';
import { textReceivers } from '@/lib/features/notifications/internal/receivers';
import type { NoticeWord } from '@/lib/features/notifications/internal/words';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { Transaction } from '@/lib/platform/db/transaction';
import { followSymptoms } from './internal/follow-symptoms';
import type { CallbackStatusCode } from './state';
import { syncMarks } from './internal/sla-marks';

/**
 * What a change of a call-out writes in its transaction (silent-screens F3 Effects): the history row, the unit's
 * activity, the service message, and the state of its symptoms. The channel item comes from the database's trigger.
 */

export interface CallbackUnit {
  readonly callbackId: string;
  readonly equipmentNo: string;
  readonly branchCode: string;
  readonly equipmentName: string;
}

export interface CallbackStep {
  readonly status: CallbackStatusCode;
  readonly at: Date;
  readonly operator: string | null;
  readonly reason?: string | null;
  readonly expectedReturnDate?: Date | null;
  /** What the notice says beside the state, in the language of each reader: the cause, or who was sent. */
  readonly words?: ServiceFact['detail'];
  /** Nobody in charge knows of it yet: somebody has to acknowledge trapped persons (readings 84). */
  readonly asks?: boolean;
}

/** Time in which somebody in charge has to acknowledge an entrapment, ms. */
const ACK_WITHIN_MS = 2 * 60_000;
/** Steps of a rescue that are also sent by text message (silent-screens F4). */
const TEXTED: readonly CallbackStatusCode[] = ['PAGE', 'SITE', 'CLSO'];

/** Records a step of the life cycle. */
export async function recordStep(sql: Transaction, unit: CallbackUnit, step: CallbackStep): Promise<void> {
  const { callbackId } = unit;
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
  const { personTrapped } = await sql.callback.findUniqueOrThrow({
    where: { callbackId },
    select: { personTrapped: true },
  });
  await notify(sql, unit, status, step.words ?? reason, at, personTrapped && step.asks === true);
  if (personTrapped && TEXTED.includes(status)) await sendTextMessages(sql, unit, status, step.words);
  await followSymptoms(sql, [{ callbackId, status, at }]);
  await syncMarks(sql, { callbackId });
}

/** For everybody who sees the unit and its call-outs. The entrapment itself is told by a text message of its own. */
async function sendTextMessages(
  sql: Transaction,
  { callbackId, equipmentNo, branchCode, equipmentName }: CallbackUnit,
  status: CallbackStatusCode,
  words: ServiceFact['detail'],
): Promise<void> {
  await textReceivers(sql, {
    equipmentNo,
    branchCode,
    kind: 'callback',
    text: translateServer(DEFAULT_LANGUAGE, 'callbacks', `text.${status}`, {
      name: equipmentName,
      no: equipmentNo,
      id: callbackId,
      words: status === 'PAGE' && typeof words === 'string' ? words : '',
    }),
  });
}

const notify = (
  sql: Transaction,
  { callbackId, ...unit }: CallbackUnit,
  status: CallbackStatusCode | 'JOINED' | 'RELEASED',
  detail: ServiceFact['detail'],
  at: Date,
  asks: boolean,
) =>
  writeServiceFacts(sql, [
    {
      ...unit,
      subType: 'callback',
      objectId: callbackId,
      status,
      detail,
      at,
      ...(asks ? { ackDue: new Date(at.getTime() + ACK_WITHIN_MS) } : {}),
    },
  ]);

/** Trapped or injured persons joined the open call-out: its state stays, and everybody is notified. */
export async function recordJoin(
  sql: Transaction,
  unit: CallbackUnit,
  { detail, at, asks }: { detail: string | NoticeWord; at: Date; asks: boolean },
): Promise<void> {
  await notify(sql, unit, 'JOINED', detail, at, asks);
  await syncMarks(sql, { callbackId: unit.callbackId });
  await sql.$executeRaw`INSERT INTO outbox (topic, key, payload) VALUES ('callback', ${unit.callbackId}, '{}')`;
}

/** Records the release in the notifications and the unit's activities. */
export const recordRelease = (sql: Transaction, unit: CallbackUnit, at: Date, detail: NoticeWord): Promise<void> =>
  notify(sql, unit, 'RELEASED', detail, at, false);
