'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { StatusShapeMark } from '@/components/kit/ui/status-shape';
import { FINDER_STATES, type FinderState } from './unit-query';
import styles from './state-filter.module.css';

interface Props {
  readonly value: FinderState;
  readonly counts: Readonly<Partial<Record<FinderState, number>>>;
  readonly onChange: (state: FinderState) => void;
}

/** States whose number is coloured when it is not zero. */
const LOUD: ReadonlySet<FinderState> = new Set(['trapped', 'fault', 'disconnected']);

/** The large totals of the fleet. They are a radio group that filters the list. */
export function StateFilter({ value, counts, onChange }: Props) {
  const t = useTranslations('home.units.filter');
  const name = useId();
  return (
    <fieldset className={styles.filter}>
      <legend className="visually-hidden">{t('label')}</legend>
      {FINDER_STATES.map((state) => (
        <label
          key={state}
          className={styles.choice}
          data-state={state}
          data-some={LOUD.has(state) && (counts[state] ?? 0) > 0 ? '' : undefined}
        >
          <input
            className="visually-hidden"
            type="radio"
            name={name}
            value={state}
            checked={value === state}
            onChange={() => onChange(state)}
          />
          <span className={styles.number}>{counts[state] ?? '--'}</span>
          <span className={styles.word}>
            {state !== 'all' && <StatusShapeMark status={state} size={12} />}
            {t(state)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
