'use client';

import { useNow } from '@/components/kit/ui/age';
import { useLiveTopics } from '@/lib/live/realtime/browser/store';
import { readTime } from '@/lib/live/units/values';
import { useShownMoment } from './page-clock';
import { useLengthWords } from './use-length-words';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * How long something has lasted, by the server's clock. It shows the date alone when the time is withheld, `--` when
 * the start is unknown.
 * @param since epoch ms, or a time as the server writes it
 */
export function LiveDuration({ since }: { readonly since: number | string | null | undefined }) {
  const words = useLengthWords();
  const clock = useNow();
  const clockOffsetMs = useLiveTopics().serverNow(0);
  const shown = useShownMoment();
  if (typeof since === 'string' && DATE.test(since)) return <time dateTime={since}>{since}</time>;
  const from = readTime(since);
  const now = shown ?? (clock === undefined ? undefined : clock + clockOffsetMs);
  if (from === undefined || now === undefined) return <>--</>;
  return (
    <time dateTime={new Date(from).toISOString()} data-testid="lasting">
      {words((now - from) / 1000)}
    </time>
  );
}
