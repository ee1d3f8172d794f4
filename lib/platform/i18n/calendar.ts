import { tellsTime } from './shown-moment';

/**
 * Does this moment exist: `yyyy-MM-dd`, or `yyyy-MM-ddTHH:mm:ss` without a zone? JavaScript turns 30 February into a
 * day of March and would store a day that nobody typed.
 */
export function isRealMoment(text: string): boolean {
  const at = new Date(tellsTime(text) ? `${text}Z` : text);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}
