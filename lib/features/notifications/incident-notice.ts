import type { Prisma } from '@/lib/platform/db/generated/client';
import { symptomWord, wordedColumns } from './words';

/** Notices of what the portal found out by itself (silent-screens F4), in the transaction of whoever found it. */

type Sql = Prisma.TransactionClient;

interface Incident {
  readonly equipmentNo: string;
  readonly branchCode: string;
  readonly type: 'entrapment' | 'event';
  readonly symptomId: string;
  /** Tells the hits of one symptom apart. */
  readonly occurrence: number;
  /** Rule of silent-screens F2; urgency asks it as it asks codes. */
  readonly rule: string;
  /** The symptom's title, with the rule's number. */
  readonly symptomTitle: string;
  readonly eventDate: Date;
  readonly now: Date;
}

/** Tells of an incident that lasts. Of trapped persons whose card stands already nothing is told again. */
export async function openIncidentNotice(sql: Sql, incident: Incident): Promise<void> {
  const { equipmentNo, branchCode, type, symptomId, occurrence, rule, symptomTitle, eventDate, now } = incident;
  if (type === 'entrapment') {
    const told = await sql.notification.findFirst({
      where: { equipmentNo, notificationType: 'entrapment', objectStatus: true },
      select: { notificationId: true },
    });
    if (told) return;
  }
  const title = symptomWord(symptomTitle);
  const { payload, ...texts } = wordedColumns({ namespace: 'symptoms', title, message: title, params: {} });
  const unit = await sql.equipment.findUniqueOrThrow({
    where: { equipmentNo },
    select: { video: true, dhVideo: true },
  });
  await sql.notification.createMany({
    data: [
      {
        notificationType: type,
        subType: type,
        equipmentNo,
        branchCode,
        ...texts,
        objectId: symptomId,
        guid: `symptom-${symptomId}-${occurrence}`,
        objectStatus: true,
        camera: unit.video === '1' || unit.dhVideo === '1' ? 1 : 0,
        eventDate,
        notificationDate: now,
        payload: { ...payload, rule, gbCodeShowList: [] },
      },
    ],
    skipDuplicates: true,
  });
}

/** What was told of the symptom is over. */
export async function endIncidentNotices(sql: Sql, symptomId: string): Promise<void> {
  await sql.notification.updateMany({
    where: { objectId: symptomId, guid: { startsWith: `symptom-${symptomId}-` }, objectStatus: true },
    data: { objectStatus: false },
  });
}
