'use client';

import { useTranslations } from 'next-intl';
import { useNow } from '@/components/kit/ui/age';
import { parseWallTime } from '@/lib/platform/i18n/format';

type DurationPart = 'days' | 'hours' | 'minutes' | 'seconds';
const LENGTHS: readonly (readonly [DurationPart, number])[] = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
];

/** A length of time in its two largest parts, the second one left out where it is nothing. Pure. @param seconds not negative */
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
  /** A time as an answer shows it; a day alone has no length that could be counted. */
  readonly since: string | null;
  readonly className?: string | undefined;
}

/** How long something lasts, counting, from a moment of the server. */
export function ElapsedTime({ since, className }: Props) {
  const t = useTranslations('home.lasting');
  const now = useNow();
  const isMoment = since !== null && since.length > 10;
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
