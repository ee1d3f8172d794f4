import { ENTRAPMENT_RULES } from '@/lib/live/units/entrapment-rules';
import type { EffectiveStrategy } from '@/lib/platform/strategy/data-strategy';
import type { Prisma } from '@/lib/platform/db/generated/client';

/** Which messages a data strategy allows (silent-screens B2). Messages about trapped persons are never withheld. */

type StrategyLimits = Pick<EffectiveStrategy, 'dataGroups' | 'symptomCategories'>;
/** Symptoms of trapped persons. */
export const TRAPPED_SYMPTOMS: Prisma.SymptomWhereInput = {
  OR: [
    { symptomDefinitionId: { in: [...ENTRAPMENT_RULES] } },
    ...ENTRAPMENT_RULES.map((rule) => ({ symptomTitle: { startsWith: `${rule}-` } })),
  ],
};

/** Does the strategy allow symptoms of this category? */
export const showsCategory = ({ dataGroups, symptomCategories }: StrategyLimits, category: string) =>
  dataGroups.includes('diagnostics') && (symptomCategories === null || symptomCategories.includes(category));

/** Symptoms that the strategy allows, since `since`; of trapped persons all. null: no limit in time. */
export function visibleSymptoms(
  { dataGroups, symptomCategories }: StrategyLimits,
  since: Date | null,
): Prisma.SymptomWhereInput {
  if (!dataGroups.includes('diagnostics')) return TRAPPED_SYMPTOMS;
  if (since === null && symptomCategories === null) return {};
  return {
    OR: [
      TRAPPED_SYMPTOMS,
      {
        ...(since === null ? {} : { createDate: { gte: since } }),
        ...(symptomCategories === null ? {} : { category: { in: [...symptomCategories] } }),
      },
    ],
  };
}

/** Callbacks since `since`; of trapped persons all. null: no limit in time. */
export const visibleCallbacks = (since: Date | null): Prisma.CallbackWhereInput =>
  since === null ? {} : { OR: [{ createDate: { gte: since } }, { personTrapped: true }] };

/** Instant messages since `since`; of trapped persons and of the account itself all. null: no limit in time. */
export const visibleNotices = (since: Date | null): Prisma.NotificationWhereInput =>
  since === null
    ? {}
    : { OR: [{ notificationDate: { gte: since } }, { notificationType: 'entrapment' }, { subType: 'account' }] };
