import { parseCronItem, type TimestampDigest } from 'graphile-worker';
import { TIME_ZONE } from '@/lib/platform/i18n/shanghai';

/** Repeating moments: the five fields of cron, in the wall time of a zone. */

const MINUTE_MS = 60_000;
/**
 * A job that was due while no gateway ran is done late, once. When it is older than this, it waits for its next moment.
 */
const CATCH_UP_MS = 32 * 24 * 60 * MINUTE_MS;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

export interface Cron {
  readonly pattern: string;
  readonly zone: string;
  matches(at: number): boolean;
}

/** @throws for an invalid pattern or zone */
export function cron(pattern: string, zone: string = TIME_ZONE): Cron {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    month: 'numeric',
    day: 'numeric',
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
  });
  const digestOf = (at: number): TimestampDigest => {
    const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]));
    const number = (type: Intl.DateTimeFormatPartTypes) => Number(parts.get(type));
    return {
      min: number('minute'),
      hour: number('hour'),
      date: number('day'),
      month: number('month'),
      dow: WEEKDAYS.indexOf(parts.get('weekday') ?? ''),
    };
  };
  const { match } = parseCronItem({ task: 'moment', match: pattern }, pattern);
  return { pattern, zone, matches: (at) => match(digestOf(at)) };
}

/** The first moment after `since` and not after `now`, in epoch ms; undefined when none is due. */
export function firstDueAt({ matches }: Pick<Cron, 'matches'>, since: number, now: number): number | undefined {
  const begin = Math.max(since, now - CATCH_UP_MS);
  for (let at = begin - (begin % MINUTE_MS) + MINUTE_MS; at <= now; at += MINUTE_MS) if (matches(at)) return at;
  return undefined;
}

/** The last moment after `since` and not after `now`, in epoch ms; undefined when none is due. */
export function dueAt({ matches }: Pick<Cron, 'matches'>, since: number, now: number): number | undefined {
  const earliest = Math.max(since, now - CATCH_UP_MS);
  for (let at = now - (now % MINUTE_MS); at > earliest; at -= MINUTE_MS) if (matches(at)) return at;
  return undefined;
}
