'use client';

import { useTranslations } from 'next-intl';
import { useNow } from '@/components/kit/ui/age';
import { parseWallTime } from '@/lib/platform/i18n/format';
import { tellsTime } from '@/lib/platform/i18n/shown-moment';

type DurationPart = 'days' | 'hours' | 'minutes' | 'seconds';
const LENGTHS: readonly (readonly [DurationPart, number])[] = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
];

/** A duration in its two largest units; the second is left out when it is zero. Pure. @param seconds not negative */
export function partsOf(seconds: number): readonly (readonly [DurationPart, number])[] {
  const whole = Math.floor(seconds);
  const from = Math.max(
    0,
    LENGTHS.findIndex(([, length]) => whole >= length),
  );
  if (whole < 1) return [['seconds', 0]];
  return LENGTHS.slice(from, from + 2)
    .map(([part, length], index) => {
      const above = index === 0 ? Number.POSITIVE_INFINITY : (LENGTHS[from]?.[1] ?? 1);
      return [part, Math.floor((whole % above) / length)] as const;
    })
    .filter(([, count], index) => index === 0 || count > 0);
}

interface Props {
  /** The time of an answer as a moment; a day without a time has no duration to count. */
  readonly since: string | null;
  readonly className?: string | undefined;
}

/** A running duration since a moment of the server. */
export function ElapsedTime({ since, className }: Props) {
  const t = useTranslations('home.lasting');
  const now = useNow();
  const isMoment = since !== null && tellsTime(since);
  const at = isMoment ? parseWallTime(since) : undefined;
  if (since === null) return <b className={className}>{t('unknown')}</b>;
  if (at === undefined || now === undefined) return <b className={className}>{isMoment ? since.slice(11) : since}</b>;
  return (
    <b className={className} title={since}>
      {partsOf(Math.max(0, now - at) / 1000)
        .map(([part, count]) => t(part, { count }))
        .join(' ')}
    </b>
  );
}
