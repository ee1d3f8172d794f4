import { equipmentFactScope } from '@/lib/live/scope/equipment-scope';
import { may } from '@/lib/platform/contract/access';
import type { Actor } from '@/lib/platform/contract/actor';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import { followUpContract } from '../contract';
import { contracts, shapeOf, tabWhere } from '../list';

/** Contracts that end on a day, and those that somebody meant to look after by it (not for customers). @param now epoch ms */
export async function contractsDue(actor: Actor, now: number, pageSize: number) {
  const today = new Date(formatDate(now));
  const follows = may(actor, followUpContract);
  const where: Prisma.ContractWhereInput = {
    AND: [
      equipmentFactScope(actor, { focus: true }),
      tabWhere('notExpired', today),
      { OR: [{ effectiveEnd: today }, ...(follows ? [{ followNextDate: { lte: today } }] : [])] },
    ],
  };
  const [{ total, rows }, shape] = await Promise.all([
    contracts.page(actor, { pageIndex: 1, pageSize, sortField: 'effectiveEnd', sortOrder: 'asc' }, where),
    shapeOf(actor, now),
  ]);
  return { rows: shape(rows), total };
}
