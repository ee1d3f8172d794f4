import type { ScreenContent } from '@/lib/features/screens/contract';
import { fromWall } from '@/lib/platform/i18n/shanghai';

/** A moment of 26 November 2026 in Shanghai, `HH:mm:ss`, epoch ms. */
export const at = (clock: string): number => fromWall(Date.parse(`2026-11-26T${clock}Z`));

type Notice = ScreenContent['notices'][number];
/** A notice of the whole day. */
export const notice = (noticeId: string, change: Partial<Notice> = {}): Notice => ({
  noticeId,
  text: noticeId,
  startTime: at('00:00:00'),
  endTime: at('23:59:59'),
  priority: 'normal',
  ...change,
});

export const content = (change: Partial<ScreenContent> = {}): ScreenContent => ({
  mark: 'm1',
  at: at('12:00:00'),
  comfort: false,
  comfortTexts: { zh: 'zh', en: 'en' },
  volume: null,
  brightness: null,
  powerOn: null,
  powerOff: null,
  notices: [],
  ...change,
});
