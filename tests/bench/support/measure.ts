/** Rounds, medians and the line that a figure becomes. */

export const isTiny = process.env.BENCH_TINY === '1';
export const ROUNDS = isTiny ? 1 : 5;
/** A size, or a small one that only proves that the case runs. */
export const sized = (size: number, tiny: number) => (isTiny ? tiny : size);

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** By rank, between neighbours linear. @param share 0 … 1 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  return low + ((sorted[Math.ceil(at)] ?? low) - low) * (at - Math.floor(at));
}

export interface Pair {
  ours: number;
  bare: number;
  /** Median of the rounds' own ratios, so that a slow minute of the machine hits both sides of it. */
  ratio: number;
}

/** Measures both, in turn, the order swapped every round. */
export async function alternate(
  ours: () => Promise<number>,
  bare: () => Promise<number>,
  rounds = ROUNDS,
): Promise<Pair> {
  const found: { ours: number; bare: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) {
      const first = await bare();
      found.push({ bare: first, ours: await ours() });
    } else {
      const first = await ours();
      found.push({ ours: first, bare: await bare() });
    }
  }
  return {
    ours: median(found.map((each) => each.ours)),
    bare: median(found.map((each) => each.bare)),
    ratio: median(found.map((each) => each.ours / each.bare)),
  };
}

export interface Aim {
  /** The ratio has to be at least, or at most this. */
  atLeast?: number;
  atMost?: number;
  /** Below this neither side says anything; what stays below meets the aim. */
  least?: number;
}

const plain = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 });

/** Prints one line of the table. */
export function report(
  what: string,
  { ours, bare, ratio }: Pair,
  unit: string,
  { atLeast, atMost, least = 0 }: Aim = {},
): void {
  const aim =
    atLeast !== undefined
      ? `≥ ${atLeast}`
      : atMost !== undefined
        ? `≤ ${atMost}${least > 0 ? ` from ${least} ms` : ''}`
        : undefined;
  const isMet =
    atLeast !== undefined
      ? ratio >= atLeast
      : atMost !== undefined
        ? ratio <= atMost || ours <= atMost * least
        : undefined;
  const text = (value: number) => `${plain.format(value)} ${unit}`;
  process.stdout.write(
    `BENCH ${JSON.stringify({ what, ours: text(ours), bare: text(bare), ratio: ratio.toFixed(2), aim, isMet })}\n`,
  );
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Ends the process; pools and sockets must not keep it. */
export function run(main: () => Promise<void>): void {
  main().then(
    () => process.exit(0),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    },
  );
}
