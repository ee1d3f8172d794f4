'use client';

import { useTranslations } from 'next-intl';

/** A duration in two units: minutes and seconds, hours and minutes, days and hours. @param seconds not negative */
export function useLengthWords(): (seconds: number) => string {
  const t = useTranslations('incidents.length');
  return (seconds) => {
    const whole = Math.max(0, Math.floor(seconds));
    const [days, hours, minutes] = [
      Math.floor(whole / 86_400),
      Math.floor(whole / 3600) % 24,
      Math.floor(whole / 60) % 60,
    ];
    if (days > 0) return t('days', { days, hours });
    if (hours > 0) return t('hours', { hours, minutes });
    return minutes > 0 ? t('minutes', { minutes, seconds: whole % 60 }) : t('seconds', { seconds: whole });
  };
}
