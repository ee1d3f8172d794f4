import { colourOf } from './colours';

/** The strokes over the colour of a part of a bar, by its series; the first is plain. */
const STROKES = [
  undefined,
  'M-1 1l2 -2M0 8l8 -8M7 9l2 -2',
  'M0 4h8',
  'M4 0v8',
  'M0 0l8 8M-1 7l2 2M7 -1l2 2',
  'M0 4h8M4 0v8',
];

export const partFill = (id: string): string => `url(#${id})`;

/** How the parts of a bar are filled, told apart without colour. */
export function PartPattern({ series, id }: { readonly series: number; readonly id: string }) {
  const strokes = STROKES[series % STROKES.length];
  return (
    <pattern id={id} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect width="8" height="8" fill={colourOf(series)} />
      {strokes && <path d={strokes} stroke="var(--bg)" strokeOpacity="0.45" strokeWidth="1.2" fill="none" />}
    </pattern>
  );
}
