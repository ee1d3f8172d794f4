import { PITCH, round, WHEEL } from '@/lib/live/units/step-loop';
import type { Point, StepLoop } from '@/lib/live/units/step-loop';

/**
 * The positions of the picture in its own units: `StepLoop` has the moving parts, everything else follows from it.
 * Pure.
 */
export interface SectionLayout {
  readonly kind: 'ES' | 'WW';
  readonly loop: StepLoop;
  readonly width: number;
  readonly height: number;
  /** Where the lower wheel's tread stands in the picture. */
  readonly originX: number;
  readonly originY: number;
  /** Along the upper track: where the treads come out of one comb and go into the other. */
  readonly combs: readonly [number, number];
  /** Above the treads. */
  readonly railHeight: number;
  /** Radius in which the handrail turns at the newels. */
  readonly newel: number;
  /** Below the treads: the lower chord of the truss. */
  readonly depth: number;
  /** Past the wheels: the end walls of the truss. */
  readonly wall: number;
}

const MARGIN_X = 62;
/** Above the handrail and below the truss. */
const MARGIN_Y = 18;

export function layoutOf(loop: StepLoop, kind: 'ES' | 'WW'): SectionLayout {
  const railHeight = kind === 'ES' ? 112 : 104;
  const depth = 2 * WHEEL + 30;
  const wall = WHEEL + 24;
  const rise = -loop.end.y;
  return {
    kind,
    loop,
    railHeight,
    depth,
    wall,
    newel: 30,
    combs: [1.55 * PITCH, loop.track - 1.55 * PITCH],
    originX: wall + MARGIN_X,
    originY: round(rise + railHeight + MARGIN_Y),
    width: round(loop.end.x + 2 * (wall + MARGIN_X)),
    height: round(rise + railHeight + depth + 2 * MARGIN_Y),
  };
}

/** The truss: along both chords, closed by its end walls. */
export function trussPath({ loop, depth, wall }: SectionLayout): string {
  const top = loop.path(18);
  const { x, y } = loop.end;
  const bottom = loop.path(depth).slice(1).split('L').reverse().join('L');
  return `${top}L${round(x + wall)} ${round(y + 18)}V${round(y + depth)}L${bottom}L${round(-wall)} ${round(depth)}V18z`;
}

/** Uprights and diagonals between the chords, a field every two steps. */
export function latticePath({ loop, depth }: SectionLayout): string {
  const field = 2 * PITCH;
  const count = Math.floor(loop.track / field);
  const from = (loop.track - count * field) / 2;
  const nodes = Array.from({ length: count + 1 }, (_, index) => loop.onTrack(from + index * field));
  return nodes
    .map(({ x, y }, index) => {
      const upright = `M${round(x)} ${round(y + 18)}V${round(y + depth)}`;
      const next = nodes[index + 1];
      if (!next) return upright;
      // Falling diagonals in one half, rising ones in the other, as trusses carry.
      const [a, b] = index < count / 2 ? [depth, 18] : [18, depth];
      return `${upright}M${round(x)} ${round(y + a)}L${round(next.x)} ${round(next.y + b)}`;
    })
    .join('');
}

/** Both ends of the handrail: where it turns, at the height of its upper side. */
export function newelsOf({ loop, combs, railHeight }: SectionLayout): readonly [Point, Point] {
  const [low, high] = [loop.onTrack(combs[0] - 18), loop.onTrack(combs[1] + 18)];
  return [
    { x: low.x, y: low.y - railHeight },
    { x: high.x, y: high.y - railHeight },
  ];
}

/** The handrail from inlet to inlet: round the lower newel, along the treads, round the upper one. */
export function railPath(layout: SectionLayout): string {
  const { loop, combs, railHeight, newel } = layout;
  const [low, high] = newelsOf(layout);
  const along = loop.path(-railHeight, combs[0] - 18, combs[1] + 18).replace(/^M/, 'L');
  return (
    `M${round(low.x + 34)} ${round(low.y + 2 * newel)}H${round(low.x)}` +
    `A${newel} ${newel} 0 0 1 ${round(low.x)} ${round(low.y)}${along}` +
    `A${newel} ${newel} 0 0 1 ${round(high.x)} ${round(high.y + 2 * newel)}H${round(high.x - 34)}`
  );
}

/** The glass between handrail and skirt. */
export function glassPath(layout: SectionLayout): string {
  const { loop, combs, railHeight } = layout;
  const [low, high] = newelsOf(layout);
  const top = loop.path(-railHeight, combs[0] - 18, combs[1] + 18);
  const bottom = loop
    .path(-8, combs[0] - 18, combs[1] + 18)
    .slice(1)
    .split('L')
    .reverse()
    .join('L');
  const bulge = round((railHeight - 8) / 2);
  return (
    `${top}A${bulge * 0.5} ${bulge} 0 0 1 ${round(high.x)} ${round(high.y + railHeight - 8)}` +
    `L${bottom}A${bulge * 0.5} ${bulge} 0 0 1 ${round(low.x)} ${round(low.y)}z`
  );
}
