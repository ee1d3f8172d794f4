'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { StatusShapeMark } from '@/components/kit/ui/status-shape';
import { UNIT_STATES, type UnitState } from './unit-query';
import styles from './state-filter.module.css';

interface Props {
  readonly value: UnitState;
  readonly counts: Readonly<Partial<Record<UnitState, number>>>;
  readonly onChange: (state: UnitState) => void;
}

/** The sums of the fleet, large, which at the same time choose what is listed: a group of radio buttons. */
export function StateFilter({ value, counts, onChange }: Props) {
  const t = useTranslations('home.units.filter');
  const name = useId();
  return (
    <fieldset className={styles.filter}>
      <legend className="visually-hidden">{t('label')}</legend>
      {UNIT_STATES.map((state) => (
        <label
          key={state}
          className={styles.choice}
          data-state={state}
          data-some={state === 'fault' && (counts[state] ?? 0) > 0 ? '' : undefined}
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
