import { formatDate } from '@/lib/platform/i18n/format';

/** Removes times from texts and from a machine's data, for a caller who sees dates only (doc2 §2.4). Pure. */

const MOMENT = /(\d{4}[-/]\d{2}[-/]\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)( ?(?:Z|[+-]\d{2}:?\d{2}))?/g;
/** Not a part of something longer with colons, such as a device address. */
const TIME_OF_DAY = /(?<![\d:\uff1aA-Fa-f])(?:[01]?\d|2[0-4])[:\uff1a][0-5]\d(?:[:\uff1a][0-5]\d)?(?![:\uff1a\d])/g;
/**
 * Chinese for half past two, five past nine, two in the afternoon. A number of hours, and a point of a list, say no time
 * of day.
 */
const MINUTES = String.raw`[\u70b9\u65f6\u9ede\u6642] ?(?:[0-5]?\d(?: ?\u5206(?:\u949f|\u9418)?)?(?: ?[0-5]?\d ?\u79d2)?|\u534a|\u6574|[\u4e00\u4e09]\u523b)`;
const CHINESE_TIME = new RegExp(
  String.raw`(?<!\d)(?:[01]?\d|2[0-4]) ?${MINUTES}|(?<=[\u4e0a\u4e0b\u4e2d]\u5348|[\u65e9\u665a]\u4e0a|\u51cc\u6668|\u508d\u665a)\s?(?:1?\d|2[0-4]) ?[\u70b9\u65f6\u9ede\u6642]`,
  'g',
);
const HIDDEN_TIME = '--:--';
const FIRST_MS = 1e12;
const LAST_MS = 1e13;

/** The text with dates in place of moments. */
export function textWithoutTimes(text: string): string {
  return text
    .replace(MOMENT, (moment: string, day: string, time: string, zone: string | undefined) => {
      const at = zone ? Date.parse(`${day.replaceAll('/', '-')}T${time.replace(',', '.')}${zone.trim()}`) : NaN;
      return Number.isNaN(at) ? day : formatDate(at);
    })
    .replace(TIME_OF_DAY, HIDDEN_TIME)
    .replace(CHINESE_TIME, HIDDEN_TIME);
}

/** The value with dates in place of moments, in texts and in milliseconds since 1970. */
export function withoutTimes(value: unknown): unknown {
  if (typeof value === 'string') return textWithoutTimes(value);
  if (typeof value === 'number') return value >= FIRST_MS && value < LAST_MS ? formatDate(value) : value;
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutTimes(item)]));
}
