import { takeCall } from '@/lib/platform/auth/limits/rate-limits';
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

/** Calls with a wrong key count for the address. @throws invalid_token, rate_limited, unavailable */
async function refuse(screenNo: string, ip: string): Promise<never> {
  await takeCall({ ip, username: null });
  log.warn({ screenNo, ip }, 'a screen was refused: its key is wrong or has ended');
  // A portal that knows no screen at all has a new or a wrong database: no screen gives up what it has for that.
  if (!(await db().smartScreen.findFirst({ select: { screenNo: true } }))) throw new AppError('unavailable');
  throw new AppError('invalid_token');
}

/** Writes down that the screen lives, what it shows, and what became of its notices. */
async function keepTold(
  { screenNo, showing, shown, failed, mark: told }: ParsedOf<typeof beatScreen>,
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
export async function beat(told: ParsedOf<typeof beatScreen>, ip: string): Promise<ScreenContent> {
  const { screenNo, key, mark, waitSec } = told;
  const known = (await readMarks([screenNo])).get(screenNo);
  if (!known || !isSecretOf(known.keyHash, key)) return refuse(screenNo, ip);
  await keepTold(told, known, Date.now());
  if (mark !== known.mark || !waitSec) return contentOf(screenNo, known);
  const now = await waitForChange(screenNo, known, waitSec * 1000);
  // The key may have ended meanwhile.
  if (!now || !isSecretOf(now.keyHash, key)) return refuse(screenNo, ip);
  return contentOf(screenNo, now);
}
