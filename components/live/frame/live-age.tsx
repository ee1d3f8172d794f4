'use client';

import { Age } from '@/components/kit/ui/age';
import { useLiveTopics } from '@/lib/live/realtime/browser/store';
import { useShownMoment } from './page-clock';

/**
 * Age of a live value in seconds by the server's clock, because a wrong browser clock would make old values look new. A
 * value that is not live counts no seconds (readings 111). On a page of the past it is the age at that moment.
 */
export function LiveAge({
  at,
  isPrecise = true,
  wrap,
}: {
  readonly at: number | undefined;
  readonly isPrecise?: boolean;
  readonly wrap?: (age: string) => string;
}) {
  const clockOffsetMs = useLiveTopics().serverNow(0);
  return <Age at={at} isPrecise={isPrecise} wrap={wrap} clockOffsetMs={clockOffsetMs} now={useShownMoment()} />;
}
