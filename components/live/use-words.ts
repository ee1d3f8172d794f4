'use client';

import { useTranslations } from 'next-intl';
import { DOORS, DRIVES, INDOOR_ZONES, LOADS, memberOf, wordKey } from '@/lib/live/units/elevator';
import type { LiveEvent } from '@/lib/live/units/elevator';
import { modeWord, shownMode } from '@/lib/live/units/modes';

/** Words for wire values in the page's language; a value without a word is shown unchanged. */
export function useWords() {
  const t = useTranslations('live.elevator');
  const modes = useTranslations('common.mode');
  const of = (set: readonly string[], group: 'load' | 'door' | 'drive' | 'zone') => (value: string | undefined) =>
    value === undefined ? undefined : memberOf(set, value) === undefined ? value : t(`${group}.${wordKey(value)}`);
  const mode = (value: string) => {
    const word = modeWord(value);
    return word && modes(word);
  };
  return {
    load: of(LOADS, 'load'),
    door: of(DOORS, 'door'),
    drive: of(DRIVES, 'drive'),
    zone: of(INDOOR_ZONES, 'zone'),
    /** undefined: the mode has no meaning but its code (readings 112). */
    mode,
    /** `Automatic N`: word and code together; the code alone where there is no word. */
    modeWithCode: (value: string | undefined) => {
      const word = value === undefined ? undefined : mode(value);
      return value === undefined || word === undefined ? value : t('modeWithCode', { word, code: shownMode(value) });
    },
    /** The name of an entry in the events list; its code is shown beside it. */
    event: ({ kind, code }: LiveEvent) =>
      kind === 'mode' ? (mode(code) ?? t('event.mode')) : code === 'RNO' ? modes(code) : t(`event.${code}`),
    flag: (group: 'power' | 'yesNo' | 'onSite', value: boolean | undefined) =>
      value === undefined ? undefined : t(`${group}.${value}`),
    health: (value: string | undefined) =>
      value === 'Good' || value === 'Degraded' || value === 'Bad' ? t(`health.${wordKey(value)}`) : value,
    alarm: (value: string | undefined) => (value === 'On' || value === 'Off' ? t(`alarm.${wordKey(value)}`) : value),
  };
}
