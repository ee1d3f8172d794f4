'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { unitState } from '@/lib/live/units/condition';
import { useShownMoment } from './page-clock';
import type { LiveUnit } from './use-live-unit';

/** Among many tabs, the title says which unit it is and what is wrong with it. */
export function useTabTitle({ condition, equipment }: LiveUnit): void {
  const t = useTranslations('common');
  const isPast = useShownMoment() !== undefined;
  const state = unitState(condition);
  const isKnown = condition.onlineStatus !== undefined;
  // A unit that is only online gets no calm word: its title is the name alone (readings 122).
  const word = isPast ? t('replay') : isKnown && state !== 'online' ? t(`status.${state}`) : undefined;
  const title = [word, equipment.equipmentName, t('product')].filter(Boolean).join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
