import { isBranchUser } from '@/lib/platform/auth/accounts/account-types';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError, FieldError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { MAX_MAILED_PROJECTS, MAX_UNITS } from '../value-sets';

/** How much one report, and one e-mail with reports, may be about. */

/** @throws validation_failed (M17) */
export function requireFewProjects(actor: Pick<Actor, 'userType'>, projectIds: readonly string[]): void {
  if (isBranchUser(actor) && projectIds.length > MAX_MAILED_PROJECTS)
    throw new FieldError('projectIds', 'reportProjectsTooMany', { most: MAX_MAILED_PROJECTS });
}

/** @returns how many units there are @throws too_many_equipment above 500 */
export async function requireFewUnits(units: Prisma.EquipmentWhereInput): Promise<number> {
  const total = await db().equipment.count({ where: units });
  if (total > MAX_UNITS) throw new AppError('too_many_equipment', { params: { units: MAX_UNITS } });
  return total;
}
