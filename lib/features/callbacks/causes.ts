import { FieldError } from '@/lib/platform/contract/errors';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { DEFAULT_LANGUAGE } from '@/lib/platform/i18n/languages';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { MoveCallback } from './contract';
import { EQUIPMENT_CAUSE } from './value-sets';

/**
 * The closing reason and the part with their present texts. The call-out keeps these texts when the dictionary changes.
 * @throws validation_failed for a part that is not in the dictionary
 */
export async function causeOf(
  sql: Prisma.TransactionClient,
  { scsa, scsb }: Pick<MoveCallback, 'scsa' | 'scsb'>,
): Promise<{ scsa: string; scsaText: string; scsb: string | null; scsbText: string | null }> {
  const reason = scsa ?? '';
  const named = await sql.option.findUnique({ where: { name_value: { name: 'scsa', value: reason } } });
  const words = named?.label ?? translateServer(DEFAULT_LANGUAGE, 'callbacks', `scsa.${reason}`);
  if (reason !== EQUIPMENT_CAUSE) return { scsa: reason, scsaText: words, scsb: null, scsbText: null };
  const part = await sql.option.findUnique({ where: { name_value: { name: 'scsb', value: scsb ?? '' } } });
  if (!part?.enabled) throw new FieldError('scsb', 'badValue');
  return { scsa: reason, scsaText: words, scsb: part.value, scsbText: part.label };
}
