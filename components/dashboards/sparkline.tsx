interface Props {
  readonly values: readonly (number | null)[];
  readonly label: string;
}

const WIDTH = 116;
const HEIGHT = 36;
const EDGE = 4;

/** Twelve points; what nobody knows is a gap, a point without neighbours a dot. */
export function Sparkline({ values, label }: Props) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return <span />;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const at = (value: number, index: number) => {
    const x = EDGE + (index / Math.max(1, values.length - 1)) * (WIDTH - 2 * EDGE);
    const share = most > least ? (value - least) / (most - least) : 0.5;
    return [Math.round(x * 10) / 10, Math.round((HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE)) * 10) / 10] as const;
  };
  const path = values
    .map((value, index) => {
      if (value === null) return '';
      const isStart = index === 0 || values[index - 1] === null;
      return `${isStart ? 'M' : 'L'}${at(value, index).join(' ')}`;
    })
    .join('');
  const lonely = values.flatMap((value, index) =>
    value !== null && (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null
      ? [at(value, index)]
      : [],
  );
  const last = values.findLastIndex((value) => value !== null);
  const lastValue = values[last];
  const end = lastValue === null || lastValue === undefined ? undefined : at(lastValue, last);
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={path} fill="none" stroke="var(--muted)" strokeWidth="1.5" strokeLinejoin="round" />
      {lonely.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="1.8" fill="var(--muted)" />
      ))}
      {end && <circle cx={end[0]} cy={end[1]} r="3" fill="var(--text)" />}
    </svg>
  );
}
