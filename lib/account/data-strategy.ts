import { db } from '@/lib/db/client';
import type { User } from '@/lib/db/generated/client';
import { DATA_GROUPS } from './contract';
import type { DataStrategy } from './contract';

const UNLIMITED: DataStrategy = { historyMonths: null, liveIntervalSec: 1, dataGroups: [...DATA_GROUPS], maskTime: false, exportAllowed: true };

/** Most specific first (silent-screens B2 Resolution). */
const ORDER = ['user', 'project', 'tier', 'default'] as const;

/** The strategy in force for a user: the most specific enabled one as a whole; without any, everything (readings 68). */
export async function effectiveStrategy(user: Pick<User, 'username' | 'tier'>, projectIds: readonly string[]): Promise<DataStrategy> {
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
  const found = ORDER.map((level) => strategies.find((strategy) => strategy.level === level)).find((strategy) => strategy !== undefined);
  if (!found) return UNLIMITED;
  return {
    historyMonths: found.historyMonths,
    liveIntervalSec: found.liveIntervalSec,
    dataGroups: Array.isArray(found.dataGroups) ? found.dataGroups.filter((group) => typeof group === 'string') : [],
    maskTime: found.maskTime,
    exportAllowed: found.exportAllowed,
  };
}
