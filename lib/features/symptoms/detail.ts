import { visibleSymptoms } from '@/lib/features/notifications/internal/notification-limits';
import { requireInHistory, strategyOf } from '@/lib/platform/strategy/limits';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { equipmentScope, LIVE_UNIT } from '@/lib/live/scope/equipment-scope';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import type { Language } from '@/lib/platform/i18n/languages';
import { symptomStateOf } from '@/lib/live/detector/symptom-state';
import { handleSymptom, makeCallback } from './contract';
import type { SymptomDetail } from './contract';
import { categoryOf, ROW_SELECT, rowShower, shownReason } from './symptom-rows';
import { actionsFrom } from './transitions';
import type { SymptomAction } from './value-sets';

/** One symptom, as a caller may see and handle it (doc2 §2.11). */

const DETAIL_SELECT = {
  ...ROW_SELECT,
  branchCode: true,
  occurrences: true,
  closeReason: true,
  jobNo: true,
  equipment: { select: { equipmentName: true, equipmentType: true } },
} as const satisfies Prisma.SymptomSelect;
export type DetailedSymptom = Prisma.SymptomGetPayload<{ select: typeof DETAIL_SELECT }>;

/**
 * The symptom, if it is in the caller's scope and the data strategy allows it.
 * @throws not_found, no_object_permission, access_denied
 */
export async function requireSymptom(actor: Actor, symptomId: string): Promise<DetailedSymptom> {
  const found = await requireRow(
    (within: Prisma.EquipmentWhereInput) =>
      db().symptom.findFirst({
        where: { symptomId, equipment: { AND: [LIVE_UNIT, within] } },
        select: DETAIL_SELECT,
      }),
    equipmentScope(actor, { focus: false }),
  );
  await requireLeft(actor, found);
  return found;
}

async function requireLeft(actor: Actor, { symptomId, createDate }: DetailedSymptom): Promise<void> {
  const isLeft = async (since: Date | null) =>
    (await db().symptom.count({ where: { AND: [{ symptomId }, visibleSymptoms(await strategyOf(actor), since)] } })) >
    0;
  if (!(await isLeft(null))) throw new AppError('access_denied');
  // Symptoms of trapped persons are never too old.
  if (!(await isLeft(new Date()))) await requireInHistory(actor, createDate);
}

const MAY_DO: Readonly<Record<SymptomAction, Parameters<typeof may>[1]>> = {
  accept: handleSymptom,
  toCallback: makeCallback,
  toMaintenance: handleSymptom,
  close: handleSymptom,
};

/** May the caller do this with any symptom at all? */
export const mayDo = (actor: Actor, action: SymptomAction): boolean => may(actor, MAY_DO[action]);

export const shownStateOf = ({ symptomState, category, callbackId, jobNo }: DetailedSymptom) => ({
  symptomState: symptomStateOf(symptomState),
  category: categoryOf(category),
  callbackId,
  jobNo,
});

/** @throws not_found, no_object_permission, access_denied */
export async function findSymptom(actor: Actor, symptomId: string, language: Language): Promise<SymptomDetail> {
  const found = await requireSymptom(actor, symptomId);
  const { branchCode: _branch, equipment, occurrences, closeReason, jobNo, ...row } = found;
  const toRow = await rowShower(actor);
  return {
    ...toRow(row),
    ...equipment,
    occurrences,
    closeReason: shownReason(closeReason, language),
    jobNo,
    actions: actionsFrom(shownStateOf(found)).filter((action) => mayDo(actor, action)),
  };
}
