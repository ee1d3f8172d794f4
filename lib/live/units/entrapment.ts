import { readBoolean } from './values';

/**
 * Which messages of a box say that persons are trapped (api.md §4.6). Pure; ingest, live page and wall use the same
 * rule.
 */

interface AlarmEntry {
  readonly value: unknown;
  /** Box time, epoch ms. */
  readonly at: number;
}
interface EntrapmentAlarm {
  readonly value: unknown;
  readonly tracking?: { readonly code?: number; readonly entrap_enable?: boolean };
}

/** Alarm codes that mean trapped persons. */
const ENTRAPMENT_CODES = new Set([10002, 10003]);

/** Does this alarm say that persons are trapped? */
export function isEntrapmentAlarm({
  value,
  tracking: { code, entrap_enable: isEnabled } = {},
}: EntrapmentAlarm): boolean {
  return value === 'On' && isEnabled === true && code !== undefined && ENTRAPMENT_CODES.has(code);
}

/**
 * Persons are trapped when the key `entrapment` says so, or when an alarm is newer than the key's last false. An alarm
 * that ends does not free anybody.
 * @param alarmAt time of the newest alarm that says so
 */
export function isTrapped(entrapment: AlarmEntry | undefined, alarmAt: number | undefined): boolean {
  if (readBoolean(entrapment) === true) return true;
  return alarmAt !== undefined && (entrapment === undefined || alarmAt > entrapment.at);
}

/** The same from the values that a browser has. A browser knows only the last alarm. */
export function saysTrapped(
  entrapment: AlarmEntry | undefined,
  alarm: (AlarmEntry & EntrapmentAlarm) | undefined,
): boolean {
  return isTrapped(entrapment, alarm && isEntrapmentAlarm(alarm) ? alarm.at : undefined);
}
