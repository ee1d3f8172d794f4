import { requireCallsLeft, takeCall } from '@/lib/platform/auth/limits/rate-limits';
import { AppError } from '@/lib/platform/contract/errors';
import type { ParsedOf } from '@/lib/platform/contract/operation';
import { db } from '@/lib/platform/db/client';
import { logger } from '@/lib/platform/system/log';
import { readMarks, waitForChange, type ContentMark } from './content-marks';
import type { beatScreen, ScreenContent } from './contract';
import { contentOf } from './content';
import { isSecretOf } from './screen-key';

/** What a screen says and hears (api.md §2.26, silent-screens A9). */

const log = logger('screens');

/**
 * Hashes of the keys that were right when this process was told them last. The screens of a site share an address: one of
 * them whose key has ended does not keep trapped persons in another one waiting.
 */
const right = new Map<string, string>();
const wasRight = (screenNo: string, key: string) => isSecretOf(right.get(screenNo) ?? null, key);

type Told = ParsedOf<typeof beatScreen>;

/** Calls with a wrong key count for the address. @throws invalid_token, rate_limited, unavailable */
async function refuse({ screenNo, key }: Told, ip: string): Promise<never> {
  if (wasRight(screenNo, key)) right.delete(screenNo);
  await takeCall({ ip, username: null });
  log.warn({ screenNo, ip }, 'a screen was refused: its key is wrong or has ended');
  // A portal that knows no screen at all has a new or a wrong database: no screen gives up what it has for that.
  if (!(await db().smartScreen.findFirst({ select: { screenNo: true } }))) throw new AppError('unavailable');
  throw new AppError('invalid_token');
}

/** Writes down that the screen lives, what it shows, and what became of its notices. */
async function keepTold(
  { screenNo, showing, shown, failed, mark: told }: Told,
  { mark, keyHash, noticeIds }: ContentMark,
  now: number,
): Promise<void> {
  const seen = [...new Set([...shown, ...(showing === null ? [] : [showing])])];
  await db().smartScreen.updateMany({ where: { screenNo, keyHash }, data: { lastBeat: new Date(now), showing } });
  // It has what it was given: whoever knows the mark has read its notices, and not one that was published since.
  if (told === mark && noticeIds.length > 0)
    await db().screenNotice.updateMany({
      where: { screenNo, noticeId: { in: [...noticeIds] }, state: 'QUEUED' },
      data: { state: 'DELIVERED' },
    });
  if (failed.length > 0)
    await db().screenNotice.updateMany({
      where: { screenNo, noticeId: { in: failed }, state: { in: ['QUEUED', 'DELIVERED'] } },
      data: { state: 'FAILED' },
    });
  if (seen.length > 0)
    await db().screenNotice.updateMany({
      where: { screenNo, noticeId: { in: seen }, state: { in: ['QUEUED', 'DELIVERED'] } },
      data: { state: 'SHOWN' },
    });
}

/** @throws invalid_token, rate_limited, unavailable */
export async function beat(told: Told, ip: string): Promise<ScreenContent> {
  const { screenNo, key, mark, waitSec } = told;
  if (!wasRight(screenNo, key)) await requireCallsLeft(ip);
  const known = (await readMarks([screenNo])).get(screenNo);
  if (!known?.keyHash || !isSecretOf(known.keyHash, key)) return refuse(told, ip);
  right.set(screenNo, known.keyHash);
  await keepTold(told, known, Date.now());
  if (mark !== known.mark || !waitSec) return contentOf(screenNo, known);
  const now = await waitForChange(screenNo, known, waitSec * 1000);
  // The key may have ended meanwhile.
  if (!now || !isSecretOf(now.keyHash, key)) return refuse(told, ip);
  return contentOf(screenNo, now);
}
