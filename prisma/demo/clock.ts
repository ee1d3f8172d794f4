/** Days and moments of the demo data; days are those of Shanghai. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
const SHANGHAI_MS = 8 * HOUR_MS;

/** Number of the Shanghai day since 1970. */
export const dayNumber = (at: number): number => Math.floor((at + SHANGHAI_MS) / DAY_MS);
/** First moment of a Shanghai day. */
export const dayStart = (day: number): number => day * DAY_MS - SHANGHAI_MS;
/** `yyyy-MM-dd` of a Shanghai day number. */
export const dayText = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
/** 0 Sunday … 6 Saturday. */
export const weekday = (day: number): number => (((day + 4) % 7) + 7) % 7;
