import { readBoolean } from './values';

/** Which messages of a box say that persons are trapped (api.md §4.6). Pure; ingest, live page and wall ask the same. */

interface AlarmEntry {
  readonly value: unknown;
  /** Box time, epoch ms. */
  readonly at: number;
}
interface EntrapmentAlarm {
  readonly value: unknown;
  readonly tracking?: { readonly code?: number; readonly entrap_enable?: boolean };
}

/** Alarm codes of trapped persons. */
const ENTRAPMENT_CODES = new Set([10002, 10003]);

/** Does this alarm say that persons are trapped? */
export function isEntrapmentAlarm({
  value,
  tracking: { code, entrap_enable: isEnabled } = {},
}: EntrapmentAlarm): boolean {
  return value === 'On' && isEnabled === true && code !== undefined && ENTRAPMENT_CODES.has(code);
}

/**
 * Are persons trapped: by the key `entrapment`, or by an alarm newer than the key's last false? An alarm that goes off frees
 * nobody.
 * @param alarmAt time of the newest alarm that says so
 */
export function isTrapped(entrapment: AlarmEntry | undefined, alarmAt: number | undefined): boolean {
  if (readBoolean(entrapment) === true) return true;
  return alarmAt !== undefined && (entrapment === undefined || alarmAt > entrapment.at);
}

/** The same of the values that a browser has: of alarms it knows the last one alone. */
export function saysTrapped(
  entrapment: AlarmEntry | undefined,
  alarm: (AlarmEntry & EntrapmentAlarm) | undefined,
): boolean {
  return isTrapped(entrapment, alarm && isEntrapmentAlarm(alarm) ? alarm.at : undefined);
}
