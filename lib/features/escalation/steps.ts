import { noteTexts } from '@/lib/features/entrapments/internal/texts';
import { audienceFrom } from '@/lib/features/notifications/internal/ranks';
import { textReceiver } from '@/lib/features/notifications/internal/receivers';
import { wordedColumns } from '@/lib/features/notifications/internal/words';
import type { NoticeWords } from '@/lib/features/notifications/internal/words';
import type { Rank } from '@/lib/features/notifications/internal/ranks';
import type { ReceiverUnit } from '@/lib/features/notifications/internal/receivers';
import type { Transaction } from '@/lib/platform/db/transaction';

/**
 * One step of an escalation: whom it notifies and how. It is written down whether anybody was notified or not (readings
 * 80, 84).
 */

/** A clock that ended longer ago than this notifies nobody (readings 131). */
export const TOO_LATE_MS = 24 * 3600_000;

/** The subject of a step. */
export interface EscalatedIncident extends ReceiverUnit {
  /** callbackId or symptomId. */
  readonly objectId: string | null;
  /** `objectId` is a symptom. */
  readonly isSymptom?: true;
  readonly isTrapped: boolean;
}

export interface StepOf {
  readonly markId?: bigint;
  readonly notificationId?: bigint;
  readonly symptomId?: string;
  /** The dispatch of a technician. */
  readonly linkId?: bigint;
  /** 80, 100 or 150; 0: nobody has acknowledged, or taken the symptom. */
  readonly level: number;
}

const stepData = (incident: EscalatedIncident, step: StepOf, outcome: 'told' | 'nobody' | 'late', now: number) => ({
  markId: step.markId ?? null,
  notificationId: step.notificationId ?? null,
  symptomId: step.symptomId ?? null,
  linkId: step.linkId ?? null,
  equipmentNo: incident.equipmentNo,
  level: step.level,
  outcome,
  createDate: new Date(now),
});

/** More than a day late: the step is written, and nobody is notified. */
export async function letPass(sql: Transaction, incident: EscalatedIncident, step: StepOf, now: number): Promise<void> {
  await sql.escalationStep.create({ data: stepData(incident, step, 'late', now) });
}

/**
 * Notifies the first rank from `from` on that has anybody: each by an incident notice, for trapped persons by text
 * message too.
 */
export async function notifyStep(
  sql: Transaction,
  incident: EscalatedIncident,
  step: StepOf,
  { from, words, now }: { from: Rank; words: NoticeWords; now: number },
): Promise<void> {
  const kind = incident.isTrapped ? 'entrapment' : 'callback';
  const audience = await audienceFrom(sql, incident, from, kind);
  const { id } = await sql.escalationStep.create({
    data: stepData(incident, step, audience ? 'told' : 'nobody', now),
    select: { id: true },
  });
  if (!audience) return;
  const { equipmentNo, branchCode, objectId } = incident;
  const { title, message, payload } = wordedColumns(words);
  await sql.notification.createMany({
    data: audience.people.map(({ username }, index) => ({
      notificationType: 'callback',
      subType: 'sla',
      username,
      equipmentNo,
      branchCode,
      title,
      message,
      objectId,
      payload: { ...payload, ...(incident.isSymptom && objectId !== null ? { symptomId: objectId } : {}) },
      guid: `sla-${id}-${index}`,
      eventDate: new Date(now),
      notificationDate: new Date(now),
    })),
  });
  await sql.escalationTold.createMany({
    data: audience.people.map(({ username }) => ({ stepId: id, username, channel: 'notice' })),
  });
  if (!incident.isTrapped) return;
  const smsIds: bigint[] = [];
  for (const receiver of audience.people) {
    const smsId = await textReceiver(sql, receiver, incident, { kind: 'entrapment', text: message, now });
    await sql.escalationTold.create({ data: { stepId: id, username: receiver.username, channel: 'sms', smsId } });
    smsIds.push(smsId);
  }
  await noteTexts(sql, equipmentNo, smsIds);
}
