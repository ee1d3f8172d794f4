import { formatDate } from '@/lib/platform/i18n/format';

/** Removes times from texts and from a machine's data, for a caller who sees dates only (doc2 §2.4). Pure. */

const MOMENT = /(\d{4}[-/]\d{2}[-/]\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)( ?(?:Z|[+-]\d{2}:?\d{2}))?/g;
/** Not a part of something longer with colons, such as a device address. */
const TIME_OF_DAY = /(?<![\d:：A-Fa-f])(?:[01]?\d|2[0-4])[:：][0-5]\d(?:[:：][0-5]\d)?(?![:：\d])/g;
/** `14点20分`, `9时05`, `下午2点`; a number of hours or of points alone says no time of day. */
const MINUTES = String.raw`[点时點時] ?(?:[0-5]?\d(?: ?分(?:钟|鐘)?)?(?: ?[0-5]?\d ?秒)?|半|整|[一三]刻)`;
const CHINESE_TIME = new RegExp(
  String.raw`(?<!\d)(?:[01]?\d|2[0-4]) ?${MINUTES}|(?<=[上下中]午|[早晚]上|凌晨|傍晚)\s?(?:1?\d|2[0-4]) ?[点时點時]`,
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
