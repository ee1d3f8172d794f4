'use client';

import { useId } from 'react';
import styles from './segmented.module.css';

interface Props<Value extends string> {
  /** What is chosen, for those who do not see the words together. */
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly text: string }[];
  readonly current: Value;
  readonly onChoose: (value: Value) => void;
}

/** One of two or three, all of them in sight: radio buttons that look like one switch, with the keyboard's arrows. */
export function Segmented<Value extends string>({ label, choices, current, onChoose }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(({ value, text }) => (
        <label key={value} className={styles.segment}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            value={value}
            checked={value === current}
            onChange={() => onChoose(value)}
          />
          <span className={styles.word}>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
