import { noteChange } from '@/lib/platform/audit/changes';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { equipmentScope, LIVE_UNIT } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { FieldError } from '@/lib/platform/contract/errors';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { serve } from '@/lib/platform/contract/serve';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { formatDate } from '@/lib/platform/i18n/format';
import {
  exportContracts,
  followUpContract,
  queryExpiredContracts,
  queryNotExpiredContracts,
  queryOtherContracts,
} from './contract';
import { exportTab } from './export';
import { findContracts } from './list';

/** @throws validation_failed for a next date in the past, not_found, no_object_permission */
async function followUp(
  actor: Actor,
  { contractNo, equipmentNo, note, nextDate }: ParsedOf<typeof followUpContract>,
): Promise<null> {
  const before = await requireRow(
    (within: Prisma.ContractWhereInput) =>
      db().contract.findFirst({ where: { AND: [{ contractNo, equipmentNo, equipment: LIVE_UNIT }, within] } }),
    { equipment: equipmentScope(actor, { focus: false }) },
  );
  if (nextDate !== undefined && nextDate < formatDate(Date.now())) throw new FieldError('nextDate', 'dayInPast');
  const changes = {
    followNote: note,
    followNextDate: nextDate === undefined ? null : new Date(nextDate),
    followBy: actor.username,
  };
  await db().contract.update({ where: { contractNo_equipmentNo: { contractNo, equipmentNo } }, data: changes });
  noteChange({ ...before }, changes);
  return null;
}

export const services = [
  serve(queryNotExpiredContracts, ({ actor }, query) => findContracts(actor, 'notExpired', query)),
  serve(queryExpiredContracts, ({ actor }, query) => findContracts(actor, 'expired', query)),
  serve(queryOtherContracts, ({ actor }, query) => findContracts(actor, 'other', query)),
  serve(followUpContract, ({ actor }, input) => followUp(actor, input)),
  serve(exportContracts, exportTab),
];
