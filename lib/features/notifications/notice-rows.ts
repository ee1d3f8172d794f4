import type { ShownTime } from '@/lib/platform/strategy/limits';
import type { Actor } from '@/lib/platform/contract/actor';
import { descriptionIn, ruleWords } from '@/lib/live/detector/rule-words';
import { formatDateTime } from '@/lib/platform/i18n/format';
import type { Language } from '@/lib/platform/i18n/languages';
import type { NoticeItem } from '@/lib/live/realtime/shared/notices';
import { shownSymptomTitle } from '@/lib/live/units/symptom-title';
import { tellsEntrapment } from '@/lib/live/units/entrapment-rules';
import { isMaster } from '@/lib/platform/contract/authorities';

/** Converts callbacks and symptoms to message items (api.md §2.28 NoticeItem). Pure. */

export interface NoticeCallback {
  callbackId: string;
  equipmentNo: string;
  jobStatus: string;
  callbackType: string;
  jobDescription: string | null;
  jobUpdateDate: Date;
  technicianName: string | null;
  technicianPhone: string | null;
  personTrapped: boolean;
  equipment: { equipmentName: string };
}
export const CALLBACK_FACT = {
  callbackId: true,
  equipmentNo: true,
  jobStatus: true,
  callbackType: true,
  jobDescription: true,
  jobUpdateDate: true,
  technicianName: true,
  technicianPhone: true,
  personTrapped: true,
  equipment: { select: { equipmentName: true } },
} as const;

export interface SymptomFact {
  symptomId: string;
  equipmentNo: string;
  symptomState: string;
  symptomTitle: string;
  symptomDefinitionId: string | null;
  category: string;
  createDate: Date;
  closedDate: Date | null;
  equipment: { equipmentName: string };
}
export const SYMPTOM_FACT = {
  symptomId: true,
  equipmentNo: true,
  symptomState: true,
  symptomTitle: true,
  symptomDefinitionId: true,
  category: true,
  createDate: true,
  closedDate: true,
  equipment: { select: { equipmentName: true } },
} as const;

/** @param time how the caller sees times; those of trapped persons are always whole */
export function callbackItem(fact: NoticeCallback, time: ShownTime, language: Language): NoticeItem {
  const shown = fact.personTrapped ? formatDateTime : time;
  return {
    key: `CBK-${fact.callbackId}`,
    type: 'CBK',
    status: fact.jobStatus,
    time: shown(fact.jobUpdateDate),
    equipmentName: fact.equipment.equipmentName,
    equipmentNo: fact.equipmentNo,
    technician: fact.technicianName,
    phoneNumber: fact.technicianPhone,
    message: descriptionIn(language)(fact),
    objectId: fact.callbackId,
  };
}

/** @param time as for a callback */
export function symptomItem(
  fact: SymptomFact,
  actor: Pick<Actor, 'authorities'>,
  time: ShownTime,
  language: Language,
): NoticeItem {
  const shown = tellsEntrapment(fact) ? formatDateTime : time;
  return {
    key: `SYMPTOM-${fact.symptomId}`,
    type: 'SYMPTOM',
    status: fact.symptomState,
    time: shown(fact.closedDate ?? fact.createDate),
    equipmentName: fact.equipment.equipmentName,
    equipmentNo: fact.equipmentNo,
    technician: null,
    phoneNumber: null,
    message: shownSymptomTitle(fact.symptomTitle, {
      isWhole: isMaster(actor),
      words: ruleWords(language),
    }),
    objectId: fact.symptomId,
  };
}
