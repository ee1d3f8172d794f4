import styles from './step-bar.module.css';

export interface BarStep {
  readonly key: string;
  readonly label: string;
  /** When it was reached; `--` where nobody wrote it. */
  readonly time?: string;
}

interface Props {
  readonly label: string;
  readonly steps: readonly BarStep[];
  /** Index of the step that holds now. */
  readonly current: number;
  /** Beside the current step's label, for example that the work stands still. */
  readonly note?: string;
  /** The last step was reached: it is done, not under way. */
  readonly isOver?: boolean;
}

/** How far something has come, in a few steps. */
export function StepBar({ label, steps, current, note, isOver = false }: Props) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {steps.map(({ key, label: word, time }, index) => (
        <li
          key={key}
          className={styles.step}
          data-step={key}
          data-state={
            index < current || (isOver && index === current) ? 'done' : index === current ? 'current' : 'todo'
          }
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
