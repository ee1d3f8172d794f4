import type { Prisma } from '@/lib/platform/db/generated/client';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
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

const words = (key: string, params?: Record<string, string>) =>
  translateServer(DEFAULT_LANGUAGE, 'callbacks', key, params);

interface Message {
  readonly title: string;
  readonly detail?: string | null;
  readonly at: Date;
  /** One of its kind for the call-out. */
  readonly guid: string;
}

/** What the activity tab and the service messages say. */
async function tell(sql: Sql, told: Told, { title, detail, at, guid }: Message): Promise<void> {
  const { callbackId: objectId, equipmentNo, branchCode, equipmentName } = told;
  const message = words(detail ? 'activity.because' : 'activity.plain', {
    unit: equipmentName,
    no: equipmentNo,
    id: objectId,
    step: title,
    detail: detail ?? '',
  });
  const texts = { title: title.slice(0, 200), message: message.slice(0, 1000) };
  await sql.activity.createMany({
    data: [{ equipmentNo, branchCode, subType: 'callback', objectId, ...texts, notificationDate: at }],
    // Two people of one millisecond are told of once.
    skipDuplicates: true,
  });
  await sql.notification.create({
    data: {
      notificationType: 'callback',
      subType: 'callback',
      equipmentNo,
      branchCode,
      objectId,
      ...texts,
      guid,
      eventDate: at,
    },
  });
}

/** A step of the life cycle was made. */
export async function recordStep(sql: Sql, told: Told, step: Step): Promise<void> {
  const { callbackId } = told;
  const { status, at, operator, reason, expectedReturnDate } = step;
  const { id } = await sql.callbackStatus.create({
    data: {
      callbackId,
      status,
      updateTime: at,
      operator,
      reason: reason ?? null,
      expectedReturnDate: expectedReturnDate ?? null,
    },
    select: { id: true },
  });
  await tell(sql, told, {
    title: words(`status.${status}`),
    detail: step.words ?? reason ?? null,
    at,
    guid: `callback-${id}`,
  });
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
  if (status === 'CLSC')
    await sql.symptom.updateMany({
      where: { callbackId, symptomState: 'OPEN' },
      data: { symptomState: 'NOT_PROCESSED' },
    });
}

/** Trapped or injured persons joined the open call-out: its state stays, and everybody hears of it. */
export async function recordJoin(sql: Sql, told: Told, detail: string, at: Date): Promise<void> {
  await tell(sql, told, {
    title: words('activity.joined'),
    detail,
    at,
    guid: `callback-${told.callbackId}-joined-${at.getTime()}`,
  });
  await sql.$executeRaw`INSERT INTO outbox (topic, key, payload) VALUES ('callback', ${told.callbackId}, '{}')`;
}
