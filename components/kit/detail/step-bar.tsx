import styles from './step-bar.module.css';

export interface BarStep {
  readonly key: string;
  readonly label: string;
  /** When the step was reached; `--` when nobody recorded it. */
  readonly time?: string;
}

interface Props {
  readonly label: string;
  readonly steps: readonly BarStep[];
  /** Index of the current step. */
  readonly current: number;
  /** Beside the current step's label, for example that the work is paused. */
  readonly note?: string;
  /** The last step is done, not running. */
  readonly isOver?: boolean;
}

/** The progress of something in a few steps. */
export function StepBar({ label, steps, current, note, isOver = false }: Props) {
  const stateOf = (index: number, time: string | undefined) => {
    if (index === current) return isOver ? 'done' : 'current';
    // What nobody recorded is not said to be done: a step may be left out.
    return index > current ? 'todo' : time === undefined ? 'skipped' : 'done';
  };
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(({ key, label: word, time }, index) => (
        <li
          key={key}
          className={styles.step}
          data-step={key}
          data-state={stateOf(index, time)}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.word}>{word}</span>
          {index === current && note && <span className={styles.note}>{note}</span>}
          <span className={styles.time}>{time ?? '--'}</span>
        </li>
      ))}
    </ol>
  );
}
