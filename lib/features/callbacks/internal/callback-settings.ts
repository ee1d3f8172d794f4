import { z } from 'zod';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { logger } from '@/lib/platform/system/log';
import { DEFAULT_LIMITS } from '../sla-clocks';
import type { SlaLimits } from '../sla-clocks';

/** The settings of an installation about call-outs (api.md §5.7 Setting). */

export const ERP_MASTER = 'callback.erpMaster';
export const SLA = 'callback.sla';

const seconds = z
  .number()
  .int()
  .min(1)
  .max(30 * 86_400);
const Limits = z.object({ response: seconds, arrival: seconds, restore: seconds });
export const SlaSetting = z
  .object({
    other: Limits.extend({ arrivalBreach: seconds }).partial(),
    entrapment: Limits.extend({ arrivalInDistrict: seconds, release: seconds }).partial(),
  })
  .partial();

/** The limits of an installation without the setting. */
export const standardLimits = (): SlaLimits => DEFAULT_LIMITS;

export interface CallbackSettings {
  /** An ERP owns the states: nobody opens or moves a call-out here. */
  readonly isErpMaster: boolean;
  readonly limits: SlaLimits;
}

/** A setting that cannot be read counts as absent and is logged. */
function limitsOf(stored: unknown): SlaLimits {
  const parsed = SlaSetting.safeParse(stored ?? {});
  if (!parsed.success)
    logger('callbacks').warn({ setting: SLA, problem: parsed.error.message }, 'a setting is not understood');
  const { other, entrapment } = parsed.data ?? {};
  return {
    other: { ...DEFAULT_LIMITS.other, ...other },
    entrapment: { ...DEFAULT_LIMITS.entrapment, ...entrapment },
  };
}

export async function readCallbackSettings(
  sql: Pick<Prisma.TransactionClient, 'setting'> = db(),
): Promise<CallbackSettings> {
  const settings = await sql.setting.findMany({ where: { key: { in: [ERP_MASTER, SLA] } } });
  const valueOf = (key: string) => settings.find((setting) => setting.key === key)?.value;
  return { isErpMaster: valueOf(ERP_MASTER) === true, limits: limitsOf(valueOf(SLA)) };
}
