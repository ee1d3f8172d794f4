import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { equipmentScope } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';

/** The call-outs of a deleted unit are not shown. */
const ON_LIVE_UNIT: Prisma.CallbackWhereInput = { equipment: { deletedAt: null } };

/** @throws not_found, no_object_permission */
export function requireCallback(actor: Actor, callbackId: string) {
  return requireRow(
    (within: Prisma.CallbackWhereInput) =>
      db().callback.findFirst({
        where: { AND: [{ callbackId }, ON_LIVE_UNIT, within] },
        select: { callbackId: true, equipmentNo: true, branchCode: true, createDate: true, personTrapped: true },
      }),
    { equipment: equipmentScope(actor, { focus: false }) },
  );
}
