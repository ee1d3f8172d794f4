'use client';

import { readTime } from '@/lib/live/units/values';
import { LiveAge } from './live-age';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

interface Props {
  /** A time as the server writes it. */
  readonly at: string | null;
  readonly wrap?: (age: string) => string;
}

/** How long ago it was; only the date for users who see dates alone (doc2 §6). */
export function Moment({ at, wrap = (age) => age }: Props) {
  if (at !== null && DATE.test(at)) return <time dateTime={at}>{wrap(at)}</time>;
  const moment = readTime(at);
  return moment === undefined ? null : <LiveAge at={moment} isPrecise={false} wrap={wrap} />;
}
