import { tellsEntrapment } from '@/lib/live/units/entrapment-rules';
import { shownTimes } from '@/lib/platform/strategy/limits';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { symptomStateOf } from '@/lib/live/detector/symptom-state';
import { wholeTitles } from './contract';
import type { SymptomRow } from './contract';
import { CLOSE_REASONS } from './value-sets';
import type { SymptomCategory } from './value-sets';

/** Converts stored symptoms to what a caller may see (api.md §2.28). */

/** What a row needs; grams are never read. */
export const ROW_SELECT = {
  symptomId: true,
  symptomDefinitionId: true,
  symptomTitle: true,
  callbackId: true,
  equipmentNo: true,
  equipmentText: true,
  category: true,
  symptomState: true,
  createDate: true,
  closedDate: true,
  eventDate: true,
  expiredDate: true,
  city: true,
  cbstate: true,
  maintenanceCompany: true,
  productLine: true,
} as const satisfies Prisma.SymptomSelect;
export type StoredSymptom = Prisma.SymptomGetPayload<{ select: typeof ROW_SELECT }>;

/** A state and a category as they are stored; the import holds both sets. */
export const categoryOf = (stored: string): SymptomCategory =>
  SYMPTOM_CATEGORIES.find((category) => category === stored) ?? 'F';

/** How the caller sees rows: times by authority and strategy, the rule's number only for SUPER_MASTER. */
export async function rowShower(actor: Actor): Promise<(row: StoredSymptom) => SymptomRow> {
  const timesOf = await shownTimes(actor);
  const isMaster = may(actor, wholeTitles);
  return (row) => {
    const time = timesOf(tellsEntrapment(row));
    const at = (date: Date | null) => date && time(date);
    return {
      ...row,
      symptomDefinitionId: isMaster ? row.symptomDefinitionId : null,
      category: categoryOf(row.category),
      symptomState: symptomStateOf(row.symptomState),
      createDate: time(row.createDate),
      closedDate: at(row.closedDate),
      eventDate: at(row.eventDate),
      expiredDate: at(row.expiredDate),
    };
  };
}

/** The stored text of a closing reason, in the default language, as imports bring it. */
export const keptReason = (reason: (typeof CLOSE_REASONS)[number]) =>
  translateServer('zh-CN', 'symptoms', `closeReason.${reason}`);

/** A stored closing reason in the caller's language; a text from an import stays as it is. */
export function shownReason(kept: string | null, language: Language): string | null {
  const known = CLOSE_REASONS.find((reason) => keptReason(reason) === kept);
  return known ? translateServer(language, 'symptoms', `closeReason.${known}`) : kept;
}
