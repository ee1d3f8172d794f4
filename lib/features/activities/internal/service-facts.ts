import { wordedColumns } from '@/lib/features/notifications/internal/words';
import type { NoticeWord } from '@/lib/features/notifications/internal/words';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { Transaction } from '@/lib/platform/db/transaction';

/**
 * Activities of a unit: what happened in service, for its activity tab and the service messages (api.md §5.4,
 * silent-screens.md F3, F4).
 */

export interface ServiceFact {
  readonly equipmentNo: string;
  readonly equipmentName: string;
  readonly branchCode: string;
  readonly subType: 'callback' | 'maintenance';
  /** callbackId or jobNo */
  readonly objectId: string;
  /** A status of the call-out, or DONE of a maintenance job. */
  readonly status: string;
  /** A reason, the technicians or words of the portal; written after a colon. */
  readonly detail?: string | NoticeWord | null;
  readonly at: Date;
  /** Until then somebody in charge has to acknowledge it (readings 84). */
  readonly ackDue?: Date;
}

/** Imported history notifies nobody. It appears only in the activity tab, as with the live items. */
const NEWS_MS = 24 * 3_600_000;

/** Title, message and payload of a fact. */
export const factWords = ({
  equipmentName,
  equipmentNo,
  subType,
  objectId,
  status,
  detail,
}: Omit<ServiceFact, 'branchCode' | 'at'>) =>
  wordedColumns({
    namespace: 'activities',
    title: `${subType}.${status}`,
    message: detail ? 'messageWith' : 'message',
    params: { name: equipmentName, no: equipmentNo, id: objectId, ...(detail ? { detail } : {}) },
  });

/** The name of a status as an activity; it also distinguishes the activities of one job. */
export const factTitle = (subType: ServiceFact['subType'], status: string): string =>
  translateServer(DEFAULT_LANGUAGE, 'activities', `${subType}.${status}`);

/**
 * Writes the facts that are not written yet, in the caller's transaction. Several processes may learn of the same fact.
 */
export async function writeServiceFacts(
  sql: Transaction,
  facts: readonly ServiceFact[],
  now = Date.now(),
): Promise<void> {
  if (facts.length === 0) return;
  const rows = facts.map((fact) => ({ fact, ...factWords(fact) }));
  await sql.activity.createMany({
    data: rows.map(({ fact: { equipmentNo, branchCode, subType, objectId, at }, title, message, payload }) => ({
      equipmentNo,
      branchCode,
      subType,
      objectId,
      title,
      message,
      payload,
      notificationDate: at,
    })),
    skipDuplicates: true,
  });
  await sql.notification.createMany({
    data: rows
      .filter(({ fact }) => fact.at.getTime() > now - NEWS_MS)
      .map(({ fact: { equipmentNo, branchCode, subType, objectId, at, ackDue }, title, message, payload }) => ({
        notificationType: subType,
        subType,
        equipmentNo,
        branchCode,
        title,
        message,
        objectId,
        payload,
        guid: `${subType}-${objectId}-${at.getTime().toString(36)}`,
        eventDate: at,
        notificationDate: at,
        ackDue: ackDue ?? null,
      })),
    skipDuplicates: true,
  });
}
