/** Days and hours of China, in whatever zone the machine is. The only place that knows the zone. Pure. */

export const TIME_ZONE = 'Asia/Shanghai';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** China has had one zone without summer time since 1991; older dates carry no time of day here. */
const AHEAD_MS = 8 * HOUR_MS;

/** A moment whose UTC fields in `Date` are the wall clock's year, month, day and hour; and back. */
export const toWall = (at: number): number => at + AHEAD_MS;
export const fromWall = (wall: number): number => wall - AHEAD_MS;

/** Days since 1970. */
export const dayNumberOf = (at: number): number => Math.floor(toWall(at) / DAY_MS);
/** First moment of a day. */
export const dayStart = (day: number): number => fromWall(day * DAY_MS);
/** First moment of the day of a moment. */
export const startOfDay = (at: number): number => dayStart(dayNumberOf(at));
/** `yyyy-MM-dd` of a day number. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** `yyyy-MM-dd` of a column of type date, which holds the day itself. */
export function storedDay(date: Date): string;
export function storedDay(date: Date | null | undefined): string | null;
export function storedDay(date: Date | null | undefined): string | null {
  return date?.toISOString().slice(0, 10) ?? null;
}
/** A moment of a day, `yyyy-MM-dd`, that is on that day in most zones: what charts and calendars name a day by. */
export const noonOf = (day: string): Date => new Date(fromWall(Date.parse(`${day}T12:00:00Z`)));
/** 0 Sunday … 6 Saturday, of a day number. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

/** Hours since midnight with their fraction, 0 … 24. */
export const hoursOfDay = (at: number): number => (at - startOfDay(at)) / HOUR_MS;
/** Hour of the day, 0 to 23. */
export const hourOf = (at: number): number => Math.floor(hoursOfDay(at));
