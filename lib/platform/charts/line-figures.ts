/** Which figures are written beside the points of lines, so that none touches another. Pure. */

/** Width of a digit as a part of its size, px of the size, px between two figures. */
const DIGIT = 0.6;
const SIZE_PX = 14;
const GAP_PX = 8;

/** Shares of the largest value: what lies lower has no room below it, what is closer has none between. */
const FLOOR = 0.08;
const APART = 0.14;

/** Where the figure of a series stands at one name: the largest above its point, of two lines the other below; more lines would touch. */
export function figurePlace(
  values: readonly (number | null)[],
  at: number,
  most = Math.max(0, ...values.map((value) => value ?? 0)),
): 'above' | 'below' | null {
  const own = values[at];
  if (own === null || own === undefined) return null;
  const others = values.flatMap((value, index) => (index === at || value === null ? [] : value));
  const isFirstOfEqual = values.findIndex((value) => value === own) === at;
  if (others.every((value) => own >= value)) return isFirstOfEqual ? 'above' : null;
  if (values.length !== 2) return null;
  if (own >= most * FLOOR) return 'below';
  return others.every((value) => value - own > most * APART) ? 'above' : null;
}

/** With many points each second, third … has its figure, the last one always. */
export function isFigureShown(index: number, count: number, stepPx: number, longest: number): boolean {
  const every = Math.max(1, Math.ceil((longest * DIGIT * SIZE_PX + GAP_PX) / Math.max(1, stepPx)));
  return (count - 1 - index) % every === 0;
}
