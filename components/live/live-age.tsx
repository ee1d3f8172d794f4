'use client';

import { Age } from '@/components/ui/age';
import { useLiveTopics } from '@/lib/realtime/store';

/** Age of a live value to the second, measured with the server's clock: a browser whose clock is wrong would make old values young. */
export function LiveAge({ at, wrap }: { readonly at: number | undefined; readonly wrap?: (age: string) => string }) {
  return <Age at={at} isPrecise wrap={wrap} clockOffsetMs={useLiveTopics().serverNow(0)} />;
}
