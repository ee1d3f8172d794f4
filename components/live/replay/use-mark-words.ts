'use client';

import { useTranslations } from 'next-intl';
import { formatTime } from '@/lib/platform/i18n/format';
import type { ReplayMark } from './replay-model';

/** A mark in words, with its time of day. */
export function useMarkWords(): (mark: ReplayMark) => string {
  const t = useTranslations('live.replay');
  return ({ at, kind, text, edge }) => {
    const what = edge === 'step' ? (t.has(`step.${text}`) ? t(`step.${text}`) : text) : text || t(`kind.${kind}`);
    return t(`mark.${edge}`, { time: formatTime(at), what });
  };
}
