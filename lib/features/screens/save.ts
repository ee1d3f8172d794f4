import { requireEquipment } from '@/lib/live/scope/equipment-scope';
import { noteChange } from '@/lib/platform/audit/changes';
import { requireRow } from '@/lib/platform/auth/scope/require-row';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import type { Prisma, SmartScreen } from '@/lib/platform/db/generated/client';
import type { Transaction } from '@/lib/platform/db/transaction';
import type { saveScreen } from './contract';
import { LIVE_SCREEN, screenScope } from './list';
import { activeAt } from './notice-state';
import { UNLINKED } from './screen-key';

/** Registers, changes and deletes screens (silent-screens A9). */

const UNIQUE_BROKEN = 'P2002';
const taken = () =>
  new AppError('conflict', { messageKey: 'screenNoTaken', data: { fieldKeys: { screenNo: 'screenNoTaken' } } });

/** The locked screen. @throws not_found, no_object_permission */
export async function lockScreen(sql: Transaction, actor: Actor, screenNo: string): Promise<SmartScreen> {
  await sql.$queryRaw`SELECT 1 FROM smart_screen WHERE screen_no = ${screenNo} FOR UPDATE`;
  return requireRow(
    (within: Prisma.SmartScreenWhereInput) =>
      sql.smartScreen.findFirst({ where: { AND: [{ screenNo, ...LIVE_SCREEN }, within] } }),
    screenScope(actor, { focus: false }),
  );
}

/** Who has the number now; one of a deleted unit gives it back. */
async function holderOf(sql: Transaction, actor: Actor, screenNo: string, isNew: boolean): Promise<SmartScreen | null> {
  await sql.smartScreen.deleteMany({ where: { screenNo, equipment: { deletedAt: { not: null } } } });
  if ((await sql.smartScreen.count({ where: { screenNo } })) === 0) return null;
  if (isNew) throw taken();
  return lockScreen(sql, actor, screenNo);
}

/** @throws not_found, no_object_permission, conflict */
export async function saveScreenForm(actor: Actor, { isNew, ...form }: ParsedOf<typeof saveScreen>): Promise<null> {
  const { equipmentNo, branchCode } = await requireEquipment(actor, form.equipmentNo);
  const { screenNo } = form;
  const save = () =>
    db().$transaction(async (sql) => {
      const before = await holderOf(sql, actor, screenNo, isNew);
      const data = { ...form, equipmentNo, branchCode, updateBy: actor.username };
      if (before === null) await sql.smartScreen.create({ data: { ...data, createBy: actor.username } });
      else
        await sql.smartScreen.update({
          where: { screenNo },
          // A key is of one branch: whoever moves a screen links it anew.
          data: {
            ...data,
            ...(before.branchCode === branchCode ? {} : UNLINKED),
          },
        });
      // A notice is for the people in one car.
      if (before !== null && before.equipmentNo !== equipmentNo)
        await sql.screenNotice.updateMany({
          where: { screenNo, ...activeAt(Date.now()) },
          data: { state: 'WITHDRAWN', updateBy: actor.username },
        });
      noteChange(before && { ...before }, data);
    });
  await save().catch((error: unknown) => {
    throw (error as { code?: unknown }).code === UNIQUE_BROKEN ? taken() : error;
  });
  return null;
}

/** @throws not_found, no_object_permission */
export async function removeScreen(actor: Actor, screenNo: string): Promise<null> {
  await db().$transaction(async (sql) => {
    const { keyHash: _secret, ...before } = await lockScreen(sql, actor, screenNo);
    await sql.smartScreen.delete({ where: { screenNo } });
    noteChange(before, null);
  });
  return null;
}
