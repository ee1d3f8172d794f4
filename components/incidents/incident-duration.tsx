'use client';

import { useTranslations } from 'next-intl';
import { useNow } from '@/components/kit/ui/age';
import { parseWallTime } from '@/lib/platform/i18n/format';
import { tellsTime } from '@/lib/platform/i18n/shown-moment';

/** A running duration; for readers who see dates only, the day. It renders nothing around it. */
export function IncidentDuration({
  since,
  condition,
}: {
  readonly since: string;
  readonly condition: 'trapped' | 'fault' | 'disconnected';
}) {
  const t = useTranslations('incidents');
  const now = useNow();
  const begin = tellsTime(since) ? parseWallTime(since) : undefined;
  if (begin === undefined) return <span>{t('sinceDay', { day: since })}</span>;
  const seconds = now === undefined ? undefined : Math.max(0, Math.floor((now - begin) / 1000));
  return (
    <span>
      {t(`lasting.${condition}`)}{' '}
      <b role="timer" aria-live="off" title={since}>
        {seconds === undefined ? since.slice(11) : t(`length.${lengthUnit(seconds)}`, lengthParts(seconds))}
      </b>
    </span>
  );
}

/** The key of the words in `incidents.length`. */
export const lengthUnit = (seconds: number) =>
  seconds < 60 ? 'seconds' : seconds < 3600 ? 'minutes' : seconds < 86_400 ? 'hours' : 'days';

export const lengthParts = (seconds: number) => ({
  seconds: seconds % 60,
  minutes: Math.floor(seconds / 60) % 60,
  hours: Math.floor(seconds / 3600) % 24,
  days: Math.floor(seconds / 86_400),
});
