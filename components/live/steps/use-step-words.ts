'use client';

import { useTranslations } from 'next-intl';
import { memberOf, wordKey } from '@/lib/live/units/elevator';
import { CONTROL_MODES, STEP_MODES, WARNINGS } from '@/lib/live/units/step-page';

const DRIVES = ['Mains', 'Inverter', 'StarDelta'] as const;

/** Words for wire values of escalators and walks; a value without a word is shown unchanged. */
export function useStepWords() {
  const t = useTranslations('live.steps');
  const of =
    (set: readonly string[], group: 'mode' | 'warning' | 'control' | 'drive') =>
    (value: string | undefined): string | undefined =>
      value === undefined ? undefined : memberOf(set, value) === undefined ? value : t(`${group}.${wordKey(value)}`);
  return {
    mode: of(STEP_MODES, 'mode'),
    warning: of(WARNINGS, 'warning'),
    control: of(CONTROL_MODES, 'control'),
    drive: of(DRIVES, 'drive'),
    way: (direction: string | undefined) =>
      direction === 'Up' || direction === 'Down' ? t(`way.${wordKey(direction)}`) : direction,
    flag: (value: boolean | undefined) => (value === undefined ? undefined : t(`onSite.${value}`)),
    health: (value: string | undefined) =>
      value === 'Good' || value === 'Degraded' || value === 'Bad' ? t(`health.${wordKey(value)}`) : value,
  };
}
