import { ackItems, recordAcks } from '@/lib/features/notifications/internal';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { requireRow } from '@/lib/platform/auth/require-row';
import { equipmentScope, LIVE_UNIT } from '@/lib/platform/auth/scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { shownTime } from '@/lib/platform/strategy/limits';
import { acksOf, messagesOf } from './acks';
import type { AckedIncident } from './acks';
import type { acknowledgeDuty } from './contract';

/** Acknowledging an incident: the messages that tell of it (readings 84). */

interface Incident {
  readonly objectId: string;
  readonly equipmentNo: string;
}

/** Persons trapped in the unit now, the call-out's own messages, and what its clocks told. */
const asked = ({ objectId, equipmentNo }: Incident): AckedIncident => ({
  objectId,
  equipmentNo,
  unitMessage: 'entrapment',
});

async function requireIncident(
  actor: Actor,
  { callbackId, symptomId }: ParsedOf<typeof acknowledgeDuty>,
): Promise<Incident> {
  const scope = { equipment: equipmentScope(actor, { focus: false }) };
  if (callbackId !== undefined) {
    const found = await requireRow(
      (within: Prisma.CallbackWhereInput) =>
        db().callback.findFirst({
          where: { AND: [{ callbackId, equipment: LIVE_UNIT }, within] },
          select: { equipmentNo: true, jobStatus: true },
        }),
      scope,
    );
    if (['CLSO', 'CLSC'].includes(found.jobStatus)) throw new AppError('conflict', { messageKey: 'stateForbids' });
    return { objectId: callbackId, equipmentNo: found.equipmentNo };
  }
  const found = await requireRow(
    (within: Prisma.SymptomWhereInput) =>
      db().symptom.findFirst({
        where: { AND: [{ symptomId: symptomId ?? '', equipment: LIVE_UNIT }, within] },
        select: { equipmentNo: true, symptomState: true },
      }),
    scope,
  );
  if (['CLOSED', 'EXPIRED'].includes(found.symptomState))
    throw new AppError('conflict', { messageKey: 'stateForbids' });
  return { objectId: symptomId ?? '', equipmentNo: found.equipmentNo };
}

/** @throws not_found, no_object_permission, conflict */
export async function acknowledgeIncident(
  actor: Actor,
  input: ParsedOf<typeof acknowledgeDuty>,
): Promise<OutputOf<typeof acknowledgeDuty>> {
  const incident = await requireIncident(actor, input);
  const notices = await db().notification.findMany({
    where: { AND: [messagesOf(asked(incident)), { OR: [{ username: null }, { username: actor.username }] }] },
    orderBy: { notificationId: 'desc' },
    select: { notificationId: true, equipmentNo: true, notificationType: true, subType: true },
  });
  // Of the call-out's own the newest stands for it; those of trapped persons and of clocks are acknowledged each.
  const [last] = notices.filter(
    ({ notificationType, subType }) => notificationType === 'callback' && subType !== 'sla',
  );
  const wanted = notices.filter(
    (notice) => notice === last || notice.notificationType === 'entrapment' || notice.subType === 'sla',
  );
  if (wanted.length === 0) throw new AppError('conflict', { messageKey: 'stateForbids' });
  await recordAcks(actor, wanted);
  const [acks = []] = await acksOf([asked(incident)]);
  return { acks: ackItems(acks, actor, await shownTime(actor)) };
}
