import { ACKS } from '@/lib/features/notifications/internal';
import type { StoredAck } from '@/lib/features/notifications/internal';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';

/** Who has acknowledged an incident: any message that tells of it (readings 84). */

/** What lasts at the unit itself and belongs to the incident. */
export type UnitMessage = 'entrapment' | 'error';

export interface AckedIncident {
  /** callbackId or symptomId; null: nobody was sent yet. */
  readonly objectId: string | null;
  readonly equipmentNo: string;
  readonly unitMessage: UnitMessage;
  /** What was acknowledged before belongs to an earlier one, epoch ms. */
  readonly from?: number;
}

/** The messages of an incident: what the unit says now, the call-out's own, and what its clocks told. */
export const messagesOf = ({ objectId, equipmentNo, unitMessage }: AckedIncident): Prisma.NotificationWhereInput => ({
  OR: [
    { equipmentNo, notificationType: unitMessage, objectStatus: true },
    ...(objectId === null ? [] : [{ equipmentNo, objectId, notificationType: 'callback' }]),
  ],
});

/** Each account once, the first time, in the order of the incidents; one question for all of them. */
export async function acksOf(incidents: readonly AckedIncident[]): Promise<StoredAck[][]> {
  if (incidents.length === 0) return [];
  const units = (wanted: UnitMessage) =>
    incidents.flatMap(({ equipmentNo, unitMessage }) => (unitMessage === wanted ? [equipmentNo] : []));
  const notices = await db().notification.findMany({
    where: {
      acks: { some: {} },
      OR: [
        { equipmentNo: { in: units('entrapment') }, notificationType: 'entrapment', objectStatus: true },
        { equipmentNo: { in: units('error') }, notificationType: 'error', objectStatus: true },
        { objectId: { in: incidents.flatMap(({ objectId }) => objectId ?? []) }, notificationType: 'callback' },
      ],
    },
    select: { equipmentNo: true, objectId: true, notificationType: true, acks: ACKS },
  });
  return incidents.map(({ objectId, equipmentNo, unitMessage, from = -Infinity }) => {
    const own = notices.filter(
      (notice) =>
        notice.equipmentNo === equipmentNo &&
        (notice.notificationType === unitMessage ||
          (notice.notificationType === 'callback' && objectId !== null && notice.objectId === objectId)),
    );
    const acks = own
      .flatMap((notice) => notice.acks)
      .filter(({ ackDate }) => ackDate.getTime() >= from)
      .sort((a, b) => a.ackDate.getTime() - b.ackDate.getTime() || (a.username < b.username ? -1 : 1));
    const first = new Map<string, StoredAck>();
    for (const ack of acks) {
      const known = first.get(ack.username);
      if (!known) first.set(ack.username, ack);
      else if (ack.endsRequests) first.set(ack.username, { ...known, endsRequests: true });
    }
    return [...first.values()];
  });
}
