import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';
import type { SmsType } from './contract';

/** The rules of sending (silent-screens B7). Pure. */

/** Waits before the second, third and fourth try of whatever reaches a telephone. */
const RETRY_MIN = [1, 5, 15] as const;
/** Reminders for one phone and day (Asia/Shanghai). */
export const REMINDERS_A_DAY = 20;
const QUIET_FROM_HOUR = 22;
const QUIET_TO_HOUR = 7;
const MINUTE_MS = 60_000;

const REMINDERS: ReadonlySet<SmsType> = new Set(['inspection', 'contract', 'maintenance']);

/** Reminders can wait for tomorrow: they alone know quiet hours and a daily cap. */
export const isReminder = (type: SmsType): boolean => REMINDERS.has(type);

const HOUR = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, hourCycle: 'h23', hour: '2-digit' });

/** 22 to 7 o'clock in Asia/Shanghai. */
export function isQuietHour(at: number): boolean {
  const hour = Number(HOUR.format(at));
  return hour >= QUIET_FROM_HOUR || hour < QUIET_TO_HOUR;
}

/** When to try again after this many failed tries, at least 1; null: never. */
export function nextTryAt(tries: number, now: number): number | null {
  const wait = RETRY_MIN[tries - 1];
  return wait === undefined ? null : now + wait * MINUTE_MS;
}

/**
 * When to try a text message again after this many failed tries; null: never. A code is not sent again: the waiting user requests
 * another one.
 * @param tries how often it was tried, at least 1
 */
export function retryAt(type: SmsType, tries: number, now: number): number | null {
  return type === 'code' ? null : nextTryAt(tries, now);
}

/** How many messages the network counts: 70 UTF-16 units alone or 67 each; in ASCII 160 or 153. */
export function partsOf(text: string): number {
  const [alone, each] = /^[\x20-\x7e\n\r]*$/.test(text) ? [160, 153] : [70, 67];
  return text.length <= alone ? 1 : Math.ceil(text.length / each);
}
