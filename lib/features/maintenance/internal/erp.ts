import { readCallbackSettings } from '@/lib/features/callbacks/internal/callback-settings';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';

export const JOBS_ERP_MASTER = 'maintenance.erpMaster';

/**
 * Does an ERP plan and move the jobs (readings 190)? Then the portal plans none, and nobody works on them here; the
 * customer still signs here. Without a setting, the setting of call-outs counts.
 */
export async function readErpMaster(sql: Pick<Prisma.TransactionClient, 'setting'> = db()): Promise<boolean> {
  const own = await sql.setting.findUnique({ where: { key: JOBS_ERP_MASTER } });
  return own ? own.value === true : (await readCallbackSettings(sql)).isErpMaster;
}
