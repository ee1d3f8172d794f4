import { db } from '@/lib/platform/db/client';
import type { User } from '@/lib/platform/db/generated/client';
import { DATA_GROUPS, SYMPTOM_CATEGORIES } from './shapes';
import type { DataStrategy } from './shapes';

/** What holds for an account, with what only the server needs to know. */
export interface EffectiveStrategy extends DataStrategy {
  /** Categories of symptoms that are shown; null: all. */
  readonly symptomCategories: readonly string[] | null;
}

const UNLIMITED: EffectiveStrategy = {
  historyMonths: null,
  liveIntervalSec: 1,
  dataGroups: [...DATA_GROUPS],
  maskTime: false,
  exportAllowed: true,
  symptomCategories: null,
};

/** Most specific first (silent-screens B2 Resolution). */
const ORDER = ['user', 'project', 'tier', 'default'] as const;
/** Why a strategy holds: its level, or that there is none. */
export type StrategyReason = (typeof ORDER)[number] | 'none';

type Account = Pick<User, 'username' | 'tier'>;
const texts = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : [];
/** All of them are no limit. */
const categoriesOf = (stored: unknown) =>
  SYMPTOM_CATEGORIES.every((category) => texts(stored).includes(category)) ? null : texts(stored);

/** The strategy in force and why: the most specific enabled one as a whole; without any, everything (readings 68). */
export async function explainStrategy(
  user: Account,
  projectIds: readonly string[],
): Promise<{ strategy: EffectiveStrategy; strategyId: string | null; reason: StrategyReason }> {
  const strategies = await db().userStrategy.findMany({
    where: {
      enabled: true,
      OR: [
        { level: 'default' },
        { level: 'user', targets: { some: { value: user.username } } },
        { level: 'project', targets: { some: { value: { in: [...projectIds] } } } },
        ...(user.tier === null ? [] : [{ level: 'tier' as const, targets: { some: { value: String(user.tier) } } }]),
      ],
    },
    orderBy: { strategyId: 'asc' },
  });
  const found = ORDER.map((level) => strategies.find((strategy) => strategy.level === level)).find(
    (strategy) => strategy !== undefined,
  );
  if (!found) return { strategy: UNLIMITED, strategyId: null, reason: 'none' };
  const { historyMonths, liveIntervalSec, maskTime, exportAllowed, strategyId, level } = found;
  return {
    strategy: {
      historyMonths,
      liveIntervalSec,
      dataGroups: texts(found.dataGroups),
      symptomCategories: categoriesOf(found.symptomCategories),
      maskTime,
      exportAllowed,
    },
    strategyId,
    reason: level,
  };
}

/** The strategy in force for a user. */
export async function effectiveStrategy(user: Account, projectIds: readonly string[]): Promise<EffectiveStrategy> {
  return (await explainStrategy(user, projectIds)).strategy;
}
