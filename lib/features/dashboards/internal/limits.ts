import { z } from 'zod';
import { db } from '@/lib/platform/db/client';
import { logger } from '@/lib/platform/system/log';
import { DEFAULT_LIMITS, KPI_KEYS, type KpiKey, type KpiLimits } from '../value-sets';

/** The limits of colours (silent-screens D0): ours, changed by the setting `dashboard.limits`. */

export const LIMITS = 'dashboard.limits';
const Limits = z.object({ good: z.number().min(0), watch: z.number().min(0) });
export const LimitsSetting = z.partialRecord(z.enum(KPI_KEYS), Limits);

/** A setting that cannot be read counts as absent and is logged. */
export async function readLimits(): Promise<Partial<Record<KpiKey, KpiLimits>>> {
  const stored = await db().setting.findUnique({ where: { key: LIMITS }, select: { value: true } });
  const parsed = LimitsSetting.safeParse(stored?.value ?? {});
  if (!parsed.success)
    logger('dashboards').warn({ setting: LIMITS, problem: parsed.error.message }, 'a setting is not understood');
  return { ...DEFAULT_LIMITS, ...parsed.data };
}
