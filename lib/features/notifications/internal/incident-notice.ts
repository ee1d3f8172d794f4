import { hasCamera } from '@/lib/live/units/camera';
import { symptomWord, wordedColumns } from './words';
import type { Transaction } from '@/lib/platform/db/transaction';

/** Notices about what the portal found itself (silent-screens F4), written in the transaction of the finding. */

interface IncidentNoticeData {
  readonly equipmentNo: string;
  readonly branchCode: string;
  readonly type: 'entrapment' | 'event';
  readonly symptomId: string;
  /** Distinguishes the occurrences of one symptom. */
  readonly occurrence: number;
  /** Rule of silent-screens F2; whether it is urgent depends on the rule, as it does on codes. */
  readonly rule: string;
  /** The symptom's title, with the rule's number. */
  readonly symptomTitle: string;
  readonly eventDate: Date;
  readonly now: Date;
}

/** Tells of an incident that lasts. Of trapped persons whose card stands already nothing is told again. */
export async function openIncidentNotice(sql: Transaction, incident: IncidentNoticeData): Promise<void> {
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
        camera: hasCamera(unit) ? 1 : 0,
        eventDate,
        notificationDate: now,
        payload: { ...payload, rule, gbCodeShowList: [] },
      },
    ],
    skipDuplicates: true,
  });
}

/** The symptom is over: ends its notices. */
export async function endIncidentNotices(sql: Transaction, symptomId: string): Promise<void> {
  await sql.notification.updateMany({
    where: { objectId: symptomId, guid: { startsWith: `symptom-${symptomId}-` }, objectStatus: true },
    data: { objectStatus: false },
  });
}
