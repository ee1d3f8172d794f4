import { ACKS } from '@/lib/features/notifications/internal/ack-items';
import type { StoredAck } from '@/lib/features/notifications/internal/ack-items';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { IncidentSubject } from './incident';

/** Who has acknowledged an incident: the call-out or symptom itself, or any of its messages (readings 84, 236). */

export interface AckedIncident {
  /** null: there is none yet, or the caller may not see it. */
  readonly object: Pick<IncidentSubject, 'kind' | 'id'> | null;
  readonly equipmentNo: string;
  /** Somebody is trapped now: an acknowledged fault of the unit does not count. */
  readonly isTrapped: boolean;
  /** Earlier acknowledgements belong to an earlier incident, epoch ms. */
  readonly from?: number;
}

/** Messages of events that last at the unit itself and belong to the incident. */
const unitMessage = ({ isTrapped }: Pick<AckedIncident, 'isTrapped'>) => (isTrapped ? 'entrapment' : 'error');

/** The messages of an incident: those of the unit, of the call-out, and of its clocks. */
export const messagesOf = (incident: AckedIncident): Prisma.NotificationWhereInput => {
  const { object, equipmentNo } = incident;
  return {
    OR: [
      { equipmentNo, notificationType: unitMessage(incident), objectStatus: true },
      ...(object === null ? [] : [{ equipmentNo, objectId: object.id, notificationType: 'callback' }]),
    ],
  };
};

const idsOf = (incidents: readonly AckedIncident[], wanted: IncidentSubject['kind']) =>
  incidents.flatMap(({ object }) => (object?.kind === wanted ? [object.id] : []));

/** Each account once, at its first time, in the order of the incidents; two queries for all of them. */
export async function acksOf(
  incidents: readonly AckedIncident[],
  sql: Prisma.TransactionClient = db(),
): Promise<StoredAck[][]> {
  if (incidents.length === 0) return [];
  const units = (isTrapped: boolean) =>
    incidents.flatMap((one) => (one.isTrapped === isTrapped ? [one.equipmentNo] : []));
  const [notices, kept] = await Promise.all([
    sql.notification.findMany({
      where: {
        acks: { some: {} },
        OR: [
          { equipmentNo: { in: units(true) }, notificationType: 'entrapment', objectStatus: true },
          { equipmentNo: { in: units(false) }, notificationType: 'error', objectStatus: true },
          { objectId: { in: incidents.flatMap(({ object }) => object?.id ?? []) }, notificationType: 'callback' },
        ],
      },
      select: { equipmentNo: true, objectId: true, notificationType: true, acks: ACKS },
    }),
    sql.incidentAck.findMany({
      where: {
        OR: [{ callbackId: { in: idsOf(incidents, 'callback') } }, { symptomId: { in: idsOf(incidents, 'symptom') } }],
      },
      select: { callbackId: true, symptomId: true, ...ACKS.select },
    }),
  ]);
  return incidents.map((incident) => {
    const { object, equipmentNo, from = -Infinity } = incident;
    const type = unitMessage(incident);
    const ofMessages = notices.filter(
      (notice) =>
        notice.equipmentNo === equipmentNo &&
        (notice.notificationType === type ||
          (notice.notificationType === 'callback' && object !== null && notice.objectId === object.id)),
    );
    const own = kept.filter(({ callbackId, symptomId }) => object !== null && (callbackId ?? symptomId) === object.id);
    const acks = [...ofMessages.flatMap((notice) => notice.acks), ...own]
      .filter(({ ackDate }) => ackDate.getTime() >= from)
      .sort((a, b) => a.ackDate.getTime() - b.ackDate.getTime() || (a.username < b.username ? -1 : 1));
    const first = new Map<string, StoredAck>();
    for (const { username, ackDate, endsRequests, user } of acks) {
      const known = first.get(username);
      if (!known) first.set(username, { username, ackDate, endsRequests, user });
      else if (endsRequests) first.set(username, { ...known, endsRequests });
    }
    return [...first.values()];
  });
}
