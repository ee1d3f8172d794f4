import styles from './head-words.module.css';

/** Longer ones are a column's width that its values do not need. */
const ONE_LINE_CHARACTERS = 12;

/** The words at the head of a column: two lines where one would be long. Chinese words are short. */
export function HeadWords({ children: label }: { readonly children: string }) {
  const [first, second] = inTwoLines(label);
  return (
    <span className={styles.words}>
      {first}
      {second !== undefined && (
        <>
          {' '}
          <br />
          {second}
        </>
      )}
    </span>
  );
}

/** Parts of about the same length, or the whole where it is short or one word. */
export function inTwoLines(label: string): readonly [string, string?] {
  if (label.length <= ONE_LINE_CHARACTERS) return [label];
  const gaps = [...label.matchAll(/ /g)].map(({ index }) => index);
  const longer = (gap: number) => Math.max(gap, label.length - gap - 1);
  const best = gaps.reduce<number | undefined>(
    (at, gap) => (at === undefined || longer(gap) < longer(at) ? gap : at),
    undefined,
  );
  return best === undefined ? [label] : [label.slice(0, best), label.slice(best + 1)];
}
