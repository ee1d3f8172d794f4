import { randomBytes, randomInt } from 'node:crypto';
import { noteChange } from '@/lib/platform/audit/changes';
import type { Actor } from '@/lib/platform/contract/actor';
import { AppError } from '@/lib/platform/contract/errors';
import type { OutputOf, ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import { shownTime } from '@/lib/platform/strategy/limits';
import type { createScreenCode, linkScreen } from './contract';
import { LIVE_SCREEN } from './list';
import { lockScreen } from './save';
import { hashOf, isSecretOf, UNLINKED } from './screen-key';
import { CODE_LIFE_MS, MAX_CODE_TRIES } from './value-sets';

/** How a screen gets its key and loses it (silent-screens A9). Codes and keys are stored as hashes only. */

const NO_CODE = { codeHash: null, codeUntil: null, codeTries: 0 } as const;
/** @throws not_found, no_object_permission */
export async function makeCode(
  actor: Actor,
  screenNo: string,
  now: number,
): Promise<OutputOf<typeof createScreenCode>> {
  const code = String(randomInt(100_000_000)).padStart(8, '0');
  const codeUntil = new Date(now + CODE_LIFE_MS);
  await db().$transaction(async (sql) => {
    await lockScreen(sql, actor, screenNo);
    const data = { codeHash: hashOf(code), codeUntil, codeTries: 0, updateBy: actor.username };
    await sql.smartScreen.update({ where: { screenNo }, data });
    noteChange(null, { codeUntil });
  });
  const time = await shownTime(actor);
  return { code, expireDate: time(codeUntil) };
}

/** @throws not_found, no_object_permission */
export async function revokeKey(actor: Actor, screenNo: string): Promise<null> {
  await db().$transaction(async (sql) => {
    const { keyHash } = await lockScreen(sql, actor, screenNo);
    await sql.smartScreen.update({
      where: { screenNo },
      data: { ...UNLINKED, ...NO_CODE, updateBy: actor.username },
    });
    noteChange({ isLinked: keyHash !== null }, { isLinked: false });
  });
  return null;
}

/** Every try counts, also one at the same time as others. @throws invalid_grant */
export async function linkByCode(
  { screenNo, code }: ParsedOf<typeof linkScreen>,
  now: number,
): Promise<OutputOf<typeof linkScreen>> {
  const key = randomBytes(32).toString('base64url');
  const isLinked = await db().$transaction(async (sql) => {
    await sql.$queryRaw`SELECT 1 FROM smart_screen WHERE screen_no = ${screenNo} FOR UPDATE`;
    const where = { screenNo, codeUntil: { gt: new Date(now) }, codeTries: { lt: MAX_CODE_TRIES }, ...LIVE_SCREEN };
    const screen = await sql.smartScreen.findFirst({ where, select: { codeHash: true } });
    if (!screen) return false;
    const isRight = isSecretOf(screen.codeHash, code);
    await sql.smartScreen.update({
      where: { screenNo },
      data: isRight ? { ...UNLINKED, ...NO_CODE, keyHash: hashOf(key) } : { codeTries: { increment: 1 } },
    });
    if (isRight) noteChange({ isLinked: false }, { isLinked: true });
    return isRight;
  });
  if (!isLinked) throw new AppError('invalid_grant', { messageKey: 'badCode' });
  return { key };
}
