'use client';

import { useTranslations } from 'next-intl';
import { DOORS, DRIVES, INDOOR_ZONES, LOADS, memberOf, MODES, shownMode, wordKey } from '@/lib/live/elevator';

/** Words for wire values, in the language of the page; a value without a word is shown as it came. */
export function useWords() {
  const t = useTranslations('live.elevator');
  const of = (set: readonly string[], group: 'load' | 'door' | 'drive' | 'zone') => (value: string | undefined) =>
    value === undefined ? undefined : memberOf(set, value) === undefined ? value : t(`${group}.${wordKey(value)}`);
  const mode = (value: string | undefined) => {
    if (value === undefined) return undefined;
    const known = memberOf(MODES, shownMode(value));
    return known ? t(`mode.${known}`) : value;
  };
  return {
    load: of(LOADS, 'load'),
    door: of(DOORS, 'door'),
    drive: of(DRIVES, 'drive'),
    zone: of(INDOOR_ZONES, 'zone'),
    mode,
    /** `Automatic N`: word and code together. */
    modeWithCode: (value: string | undefined) => (value === undefined ? undefined : t('modeWithCode', { word: mode(value) ?? value, code: shownMode(value) })),
    flag: (group: 'power' | 'yesNo' | 'onSite', value: boolean | undefined) => (value === undefined ? undefined : t(`${group}.${value}`)),
    health: (value: string | undefined) => (value === 'Good' || value === 'Degraded' || value === 'Bad' ? t(`health.${wordKey(value)}`) : value),
    alarm: (value: string | undefined) => (value === 'On' || value === 'Off' ? t(`alarm.${wordKey(value)}`) : value),
  };
}
