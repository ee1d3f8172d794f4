import styles from './segments.module.css';

interface Props {
  readonly title: string;
  /** Stable name for tests. */
  readonly name: string;
  readonly options: readonly string[];
  readonly current: string | undefined;
  readonly word: (value: string) => string | undefined;
  readonly tone: 'plain' | 'warning' | 'alarm';
}

/** All possible values with the current one lit: an indicator, not a control. */
export function Segments({ title, name, options, current, word, tone }: Props) {
  return (
    <div>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list} data-testid={`${name}-indicator`} data-value={current}>
        {options.map((option) => (
          <li
            key={option}
            className={styles.segment}
            data-on={option === current || undefined}
            data-tone={tone}
            aria-current={option === current ? 'true' : undefined}
          >
            {word(option)}
          </li>
        ))}
      </ul>
    </div>
  );
}
