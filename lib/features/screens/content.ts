import { db } from '@/lib/platform/db/client';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import type { ContentMark } from './content-marks';
import type { ScreenContent } from './contract';
import { activeAt } from './notice-state';

/** What a screen should show (api.md §2.26). */
export async function contentOf(
  screenNo: string,
  { comfort, mark }: Pick<ContentMark, 'comfort' | 'mark'>,
): Promise<ScreenContent> {
  const at = Date.now();
  const { volume, brightness, powerOn, powerOff, notices } = await db().smartScreen.findUniqueOrThrow({
    where: { screenNo },
    select: {
      volume: true,
      brightness: true,
      powerOn: true,
      powerOff: true,
      notices: {
        where: activeAt(at),
        orderBy: [{ startTime: 'asc' }, { noticeId: 'asc' }],
        select: { noticeId: true, text: true, startTime: true, endTime: true, priority: true },
      },
    },
  });
  return {
    mark,
    at,
    comfort,
    comfortTexts: {
      zh: translateServer('zh-CN', 'screenTexts', 'comfort'),
      en: translateServer('en', 'screenTexts', 'comfort'),
    },
    volume,
    brightness,
    powerOn,
    powerOff,
    notices: notices.map(({ startTime, endTime, ...notice }) => ({
      ...notice,
      startTime: startTime.getTime(),
      endTime: endTime.getTime(),
    })),
  };
}
