import { startOfDay } from '@/lib/platform/i18n/shanghai';
import type { ScreenContent } from '../contract';

/** What a screen shows at a moment of its content, and when that changes by itself (api.md §2.26). Pure. */

/** Notices of one priority take turns, each so long. */
export const TURN_MS = 10_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export type PlayedNotice = ScreenContent['notices'][number];
export type Picture =
  /** The text for trapped persons, over everything. */
  | { readonly kind: 'comfort' }
  /** Outside its hours: black. */
  | { readonly kind: 'off' }
  | { readonly kind: 'notice'; readonly notice: PlayedNotice }
  /** Nothing is published: the time of day. */
  | { readonly kind: 'idle' };

type Hours = Pick<ScreenContent, 'powerOn' | 'powerOff'>;

/** `06:30` as ms since midnight. */
const msOf = (clock: string) => (Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))) * MINUTE_MS;

function isOn({ powerOn, powerOff }: Hours, now: number): boolean {
  if (powerOn === null || powerOff === null || powerOn === powerOff) return true;
  const [on, off, time] = [msOf(powerOn), msOf(powerOff), now - startOfDay(now)];
  return on < off ? time >= on && time < off : time >= on || time < off;
}

/** Those whose time it is; urgent ones leave no turn to others. */
function turnsAt({ notices }: ScreenContent, now: number): readonly PlayedNotice[] {
  const current = notices.filter(({ startTime, endTime }) => startTime <= now && now < endTime);
  const urgent = current.filter(({ priority }) => priority === 'urgent');
  return urgent.length > 0 ? urgent : current;
}

/** @param now epoch ms by the server's clock */
export function pictureAt(content: ScreenContent, now: number): Picture {
  if (content.comfort) return { kind: 'comfort' };
  if (!isOn(content, now)) return { kind: 'off' };
  const turns = turnsAt(content, now);
  const notice = turns[Math.floor(now / TURN_MS) % turns.length];
  return notice ? { kind: 'notice', notice } : { kind: 'idle' };
}

const after = (length: number, now: number) => (Math.floor(now / length) + 1) * length;

/** The next moment at which the picture may be another one though nothing is heard; none while persons are trapped. */
export function nextChangeAt(content: ScreenContent, now: number): number {
  if (content.comfort) return Infinity;
  const { notices, powerOn, powerOff } = content;
  const edges = [powerOn, powerOff].flatMap((clock) => {
    if (clock === null) return [];
    const today = startOfDay(now) + msOf(clock);
    return [today > now ? today : today + DAY_MS];
  });
  const times = notices.flatMap(({ startTime, endTime }) => [startTime, endTime]).filter((time) => time > now);
  const turns = turnsAt(content, now).length;
  // Without a notice the minute of the clock changes.
  const own = turns > 1 ? [after(TURN_MS, now)] : turns === 0 ? [after(MINUTE_MS, now)] : [];
  return Math.min(...edges, ...times, ...own);
}
