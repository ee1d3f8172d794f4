import { noteChange } from '@/lib/platform/audit/changes';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import { equipmentScope, LIVE_UNIT } from '@/lib/live/scope/equipment-scope';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import { db } from '@/lib/platform/db/client';
import type { OffReason } from '@/lib/platform/db/generated/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { OFF_MOVES } from './value-sets';
import type { OffMove, OffState } from './value-sets';

/** Actions on a lost unit (silent-screens A8). */

const WAITS = { maxWait: 20_000, timeout: 20_000 };
const AFTER: Readonly<Record<OffMove, OffState>> = { followUp: 'FOLLOWING', stop: 'STOPPED', resume: 'FOLLOWING' };

/** @throws not_found, no_object_permission, conflict */
export async function act(
  actor: Actor,
  move: OffMove,
  { id, note, reason }: { id: string; note: string | null; reason?: OffReason },
): Promise<null> {
  await requireRow(
    (within: Prisma.OffMaintenanceWhereInput) =>
      db().offMaintenance.findFirst({ where: { AND: [{ id, equipment: LIVE_UNIT }, within] }, select: { id: true } }),
    { equipment: equipmentScope(actor, { focus: false }) },
  );
  await db().$transaction(async (sql) => {
    await sql.$queryRaw`SELECT 1 FROM off_maintenance WHERE id = ${id} FOR UPDATE`;
    const row = await sql.offMaintenance.findUniqueOrThrow({ where: { id } });
    if (!OFF_MOVES[move].includes(row.state))
      throw new AppError('conflict', { messageKey: 'stateForbids', data: { state: row.state } });
    const changes = {
      state: AFTER[move],
      follower: actor.username,
      lastFollow: new Date(),
      ...(note === null ? {} : { note }),
      ...(reason ? { reason } : {}),
    };
    await sql.offMaintenance.update({ where: { id }, data: changes });
    if (move !== 'followUp')
      await sql.equipment.update({
        where: { equipmentNo: row.equipmentNo },
        data: { serviceStopped: move === 'stop' },
      });
    noteChange({ ...row }, changes);
  }, WAITS);
  return null;
}
