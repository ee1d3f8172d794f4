import { visibleSymptoms } from '@/lib/features/notifications/internal/notification-limits';
import { equipmentFactScope } from '@/lib/live/scope/equipment-scope';
import { WAITING_STATES } from '@/lib/live/detector/symptom-state';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import { cutToHistory, strategyOf } from '@/lib/platform/strategy/limits';
import type { SymptomRow } from '../contract';
import { ROW_SELECT, rowShower } from '../symptom-rows';
import type { SymptomCategory } from '../value-sets';

/** The most symptoms that are listed together for one thing. */
const MOST_OPEN = 100;

/**
 * The open symptoms of some units in one category, newest first, as the data strategy allows. A storm counts for each
 * of its units (readings 82). The caller may see the units.
 */
export async function openSymptomsOf(
  actor: Actor,
  equipmentNos: readonly string[],
  category: SymptomCategory,
): Promise<SymptomRow[]> {
  if (equipmentNos.length === 0) return [];
  const units = [...equipmentNos];
  const [strategy, { span }] = await Promise.all([strategyOf(actor), cutToHistory(actor, {})]);
  const rows = await db().symptom.findMany({
    where: {
      AND: [
        equipmentFactScope(actor, { focus: false }),
        visibleSymptoms(strategy, span.gte ?? null),
        { category, clearedDate: null, symptomState: { in: [...WAITING_STATES] } },
        { OR: [{ equipmentNo: { in: units } }, { members: { hasSome: units } }] },
      ],
    },
    orderBy: [{ createDate: 'desc' }, { symptomId: 'desc' }],
    take: MOST_OPEN,
    select: ROW_SELECT,
  });
  return rows.map(await rowShower(actor));
}
