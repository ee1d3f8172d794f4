/**
 * A moment as an answer writes it: `yyyy-MM-dd HH:mm:ss`, or the day alone for a reader who sees dates only (doc2 §2.4).
 * The only place that tells both apart. Pure.
 */

const DAY_LENGTH = 'yyyy-MM-dd'.length;

/** Does it say a time of day? */
export const tellsTime = (moment: string): boolean => moment.length > DAY_LENGTH;

/** `HH:mm`; the day where no time of day is said. */
export const timeOfDay = (moment: string): string => (tellsTime(moment) ? moment.slice(11, 16) : moment);
