import { randomUUID } from 'node:crypto';
import { DATA_GROUPS, SYMPTOM_CATEGORIES } from '@/lib/platform/strategy/shapes';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import seed from '@/messages/zh-CN/seed.json';

/** Months of history by tier: 1 Lite, 2 Essence, 3 Elite (silent-screens B2 Defaults). */
const TIERS = [
  { tier: '1', name: seed.strategy.lite, historyMonths: 6, withoutDiagnostics: true },
  { tier: '2', name: seed.strategy.essence, historyMonths: 12, withoutDiagnostics: false },
  { tier: '3', name: seed.strategy.elite, historyMonths: 24, withoutDiagnostics: false },
];
const SEED_LOCK = 7_258_310_444;

/**
 * The strategies of every installation: the default without limits, and those of the tiers, which are not enabled
 * (readings 68).
 */
export async function ensureStrategies(sql: Prisma.TransactionClient): Promise<void> {
  await sql.$executeRaw`SELECT pg_advisory_xact_lock(${SEED_LOCK})`;
  // The default cannot be deleted: when it exists, people may have changed the tiers, so they are left alone.
  if ((await sql.userStrategy.count({ where: { level: 'default' } })) > 0) return;
  const whole = { liveIntervalSec: 1, dataGroups: [...DATA_GROUPS], symptomCategories: [...SYMPTOM_CATEGORIES] };
  await sql.userStrategy.create({
    data: { strategyId: randomUUID(), strategyName: seed.strategy.default, level: 'default', ...whole, enabled: true },
  });
  for (const { tier, name, historyMonths, withoutDiagnostics } of TIERS) {
    const dataGroups = DATA_GROUPS.filter((group) => !withoutDiagnostics || group !== 'diagnostics');
    await sql.userStrategy.create({
      data: {
        strategyId: randomUUID(),
        strategyName: name,
        level: 'tier',
        ...whole,
        dataGroups,
        historyMonths,
        enabled: false,
        targets: { create: [{ level: 'tier', value: tier }] },
      },
    });
  }
}

/** The same in a transaction of its own. */
export async function seedStrategies(): Promise<void> {
  await db().$transaction(ensureStrategies);
}
