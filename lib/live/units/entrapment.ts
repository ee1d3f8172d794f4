/** Which messages of a box say that persons are trapped (api.md §4.6). Pure; ingest, live page and wall ask the same. */

interface Entry {
  readonly value: unknown;
  /** Box time, epoch ms. */
  readonly at: number;
}
interface Alarm {
  readonly value: unknown;
  readonly tracking?: { readonly code?: number; readonly entrap_enable?: boolean };
}

/** Alarm codes of trapped persons. */
const ENTRAPMENT_CODES = new Set([10002, 10003]);

/** Does this alarm say that persons are trapped? */
export function isEntrapmentAlarm({ value, tracking: { code, entrap_enable: isEnabled } = {} }: Alarm): boolean {
  return value === 'On' && isEnabled === true && code !== undefined && ENTRAPMENT_CODES.has(code);
}

/** Does the stream say it: by the key `entrapment`, or by a ringing alarm newer than the key's last false? */
export function saysTrapped(
  entrapment: Entry | undefined,
  isTrue: boolean,
  alarm: (Entry & Alarm) | undefined,
): boolean {
  if (isTrue) return true;
  return alarm !== undefined && isEntrapmentAlarm(alarm) && (entrapment === undefined || alarm.at > entrapment.at);
}
