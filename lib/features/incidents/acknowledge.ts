import type { acknowledgeDuty } from './duty-contract';
import { inChargeOfCallbacks } from '@/lib/features/notifications/contract';
import { ackItems } from '@/lib/features/notifications/internal/ack-items';
import { recordAcks } from '@/lib/features/notifications/internal/acknowledge-notices';
import { tellsEntrapment } from '@/lib/live/units/entrapment-rules';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { equipmentScope, LIVE_UNIT } from '@/lib/live/scope/equipment-scope';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import { requireInHistory, shownTime } from '@/lib/platform/strategy/limits';
import { callbackStatusOf } from '@/lib/features/callbacks/state';
import { acksOf, messagesOf } from './internal/acks';
import type { AckedIncident } from './internal/acks';
import { isOver, canStillAcknowledge } from './internal/incident';
import type { IncidentSubject } from './internal/incident';
import { ofCallback, readTrapped } from './trapped-incidents';

/** Acknowledges an incident: stored with its call-out or symptom, and with its messages (readings 84, 236). */

const WAITS = { maxWait: 20_000, timeout: 20_000 };

interface AcknowledgeRequest {
  readonly object: IncidentSubject;
  readonly equipmentNo: string;
  /** The symptom reports trapped persons. */
  readonly isTrapped: boolean;
}

async function requireIncident(
  actor: Actor,
  { callbackId, symptomId = '' }: ParsedOf<typeof acknowledgeDuty>,
): Promise<AcknowledgeRequest> {
  const scope = { equipment: equipmentScope(actor, { focus: false }) };
  if (callbackId !== undefined) {
    const found = await requireRow(
      (within: Prisma.CallbackWhereInput) =>
        db().callback.findFirst({
          where: { AND: [{ callbackId, equipment: LIVE_UNIT }, within] },
          select: { equipmentNo: true, jobStatus: true, personTrapped: true, createDate: true },
        }),
      scope,
    );
    if (!found.personTrapped) await requireInHistory(actor, found.createDate);
    const object = { kind: 'callback', id: callbackId, status: callbackStatusOf(found.jobStatus) } as const;
    return { object, equipmentNo: found.equipmentNo, isTrapped: false };
  }
  const found = await requireRow(
    (within: Prisma.SymptomWhereInput) =>
      db().symptom.findFirst({
        where: { AND: [{ symptomId, equipment: LIVE_UNIT }, within] },
        select: { equipmentNo: true, symptomState: true, symptomDefinitionId: true, symptomTitle: true },
      }),
    scope,
  );
  const object = { kind: 'symptom', id: symptomId, status: found.symptomState } as const;
  return { object, equipmentNo: found.equipmentNo, isTrapped: tellsEntrapment(found) };
}

/** Its present state, locked: nobody can acknowledge it while somebody closes it. */
async function lock(sql: Transaction, { kind, id }: IncidentSubject): Promise<IncidentSubject> {
  if (kind === 'callback') {
    await sql.$queryRaw`SELECT 1 FROM callback WHERE callback_id = ${id} FOR NO KEY UPDATE`;
    const { jobStatus } = await sql.callback.findUniqueOrThrow({
      where: { callbackId: id },
      select: { jobStatus: true },
    });
    return { kind, id, status: callbackStatusOf(jobStatus) };
  }
  await sql.$queryRaw`SELECT 1 FROM symptom WHERE symptom_id = ${id} FOR NO KEY UPDATE`;
  const { symptomState } = await sql.symptom.findUniqueOrThrow({
    where: { symptomId: id },
    select: { symptomState: true },
  });
  return { kind, id, status: symptomState };
}

async function write(
  sql: Transaction,
  actor: Actor,
  incident: AckedIncident & { object: IncidentSubject },
): Promise<void> {
  const object = await lock(sql, incident.object);
  if (isOver(object)) throw new AppError('conflict', { messageKey: 'stateForbids' });
  const [acks = []] = await acksOf([incident], sql);
  // Sent again by a second click or another tab: it is already stored.
  if (!canStillAcknowledge({ object, notificationId: null, acks }, actor.username)) return;
  const now = new Date();
  const { equipmentNo } = incident;
  await sql.incidentAck.create({
    data: {
      ...(object.kind === 'callback' ? { callbackId: object.id } : { symptomId: object.id }),
      username: actor.username,
      ackDate: now,
      endsRequests: may(actor, inChargeOfCallbacks),
    },
  });
  const notices = await sql.notification.findMany({
    where: { AND: [messagesOf(incident), { OR: [{ username: null }, { username: actor.username }] }] },
    orderBy: { notificationId: 'desc' },
    select: { notificationId: true, notificationType: true, subType: true },
  });
  // Of the call-out's own messages the newest one is enough; those of the unit and of clocks are acknowledged each.
  const isOwn = ({ notificationType, subType }: (typeof notices)[number]) =>
    notificationType === 'callback' && subType !== 'sla';
  const last = notices.find(isOwn);
  await recordAcks(
    sql,
    actor,
    notices.filter((notice) => notice === last || !isOwn(notice)),
    { now, equipmentNos: [equipmentNo] },
  );
}

/** @throws not_found, no_object_permission, access_denied (data strategy), conflict (it is over) */
export async function acknowledgeIncident(
  actor: Actor,
  input: ParsedOf<typeof acknowledgeDuty>,
): Promise<OutputOf<typeof acknowledgeDuty>> {
  const { object, equipmentNo, isTrapped } = await requireIncident(actor, input);
  const trapped =
    object.kind === 'callback' ? ofCallback((await readTrapped([equipmentNo])).get(equipmentNo), object.id) : undefined;
  const incident = {
    object,
    equipmentNo,
    isTrapped: isTrapped || trapped !== undefined,
    ...(trapped === undefined ? {} : { from: trapped.knownAt }),
  };
  await db().$transaction((sql) => write(sql, actor, incident), WAITS);
  const [acks = []] = await acksOf([incident]);
  return { acks: ackItems(acks, actor, await shownTime(actor)) };
}
