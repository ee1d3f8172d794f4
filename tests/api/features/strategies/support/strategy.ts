import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { DATA_GROUPS, SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { db } from '@/lib/platform/db/client';
import { resetLimits } from '../../../../support/callers';

/** A strategy that takes nothing away. */
export const EVERYTHING = { dataGroups: [...DATA_GROUPS], symptomCategories: [...SYMPTOM_CATEGORIES] };

export const without = (...groups: string[]): string[] => DATA_GROUPS.filter((group) => !groups.includes(group));

/** Every test begins without strategies and limits. Call it outside of hooks. */
export function useNoStrategies(): void {
  beforeEach(async () => {
    resetLimits();
    await db().userStrategy.deleteMany();
    forgetStrategies();
  });
}
