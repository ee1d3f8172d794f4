import { memo } from 'react';
import type { RefObject } from 'react';
import { PITCH, round, WHEEL } from '@/lib/live/units/step-loop';
import type { StepWay } from '@/lib/live/units/step-page';
import { glassPath, latticePath, newelsOf, railPath, trussPath } from './section-layout';
import type { SectionLayout } from './section-layout';
import styles from './step-section.module.css';

/** The still part behind the steps: floors, truss, tracks, drive. */
export const Frame = memo(function Frame({ layout }: { readonly layout: SectionLayout }) {
  const { loop, wall, depth, kind } = layout;
  const { end } = loop;
  return (
    <g>
      <g className={styles.floor}>
        <path d={`M${round(-layout.originX)} 0H${round(-wall)}V${kind === 'ES' ? depth + 18 : depth}`} />
        <path d={`M${round(end.x + wall)} ${round(end.y + depth)}V${round(end.y)}H${round(end.x + layout.originX)}`} />
      </g>
      <path className={styles.truss} d={trussPath(layout)} />
      <path className={styles.lattice} d={latticePath(layout)} />
      <path className={styles.track} d={`${loop.path(19)}${loop.path(2 * WHEEL - 14)}`} />
      <g
        className={styles.drive}
        transform={`translate(${round(end.x - (kind === 'ES' ? 118 : 128))} ${round(end.y)})`}
      >
        {kind === 'ES' ? <Machine y={WHEEL + 12} /> : <Machine y={WHEEL - 4} />}
      </g>
    </g>
  );
});

/** The parts in front of the steps: the floor plates with their combs, and the edge of the skirt. */
export const Plates = memo(function Plates({ layout }: { readonly layout: SectionLayout }) {
  const { loop, wall, combs } = layout;
  const { end, track } = loop;
  const [low, high] = [loop.onTrack(combs[0]), loop.onTrack(combs[1])];
  return (
    <g>
      <path
        className={styles.plate}
        d={`M${round(-wall)} 0H${round(low.x)}M${round(high.x)} ${round(end.y)}H${round(end.x + wall)}`}
      />
      <Comb x={low.x} y={0} side={1} />
      <Comb x={high.x} y={end.y} side={-1} />
      <path className={styles.skirt} d={loop.path(9, combs[0], track - combs[0])} />
    </g>
  );
});

/** Motor, coupling with its brake, gear. Origin: the gear's middle. */
function Machine({ y }: { readonly y: number }) {
  return (
    <g transform={`translate(0 ${round(y)})`}>
      <rect x={-52} y={-13} width={40} height={26} rx={5} />
      <path d="M-45-13v26M-38-13v26M-31-13v26M-24-13v26" />
      <rect x={-10} y={-17} width={5} height={34} rx={1} />
      <circle r={17} cx={14} />
      <circle r={4} cx={14} />
    </g>
  );
}

/** The plate whose teeth reach between the cleats of the treads. @param side 1: the treads come out to the right */
function Comb({ x, y, side }: { readonly x: number; readonly y: number; readonly side: 1 | -1 }) {
  return (
    <g className={styles.comb} transform={`translate(${round(x)} ${round(y)}) scale(${side} 1)`}>
      <path d="M-34-3.5H-4L16 1.5H-34z" />
    </g>
  );
}

interface RailProps {
  readonly ref: RefObject<SVGPathElement | null>;
  readonly layout: SectionLayout;
  readonly way: StepWay;
}

/** Glass and handrail in front of the steps; the marks on the handrail move with them. */
export const Handrail = memo(function Handrail({ ref, layout, way }: RailProps) {
  const path = railPath(layout);
  const [low, high] = newelsOf(layout);
  return (
    <g>
      <path className={styles.glass} d={glassPath(layout)} />
      <path className={styles.rail} d={path} />
      <path ref={ref} className={styles.railMarks} d={path} strokeDasharray={`7 ${PITCH - 7}`} />
      <Lamp
        x={low.x - 2}
        y={low.y + layout.railHeight - 30}
        shows={way === 'up' ? 'entry' : way === 'down' ? 'exit' : 'off'}
        turn={0}
      />
      <Lamp
        x={high.x + 2}
        y={high.y + layout.railHeight - 30}
        shows={way === 'down' ? 'entry' : way === 'up' ? 'exit' : 'off'}
        turn={180}
      />
    </g>
  );
});

/** The light at either end: an arrow where people may enter, a bar where they may not, dark while it is stopped. */
function Lamp({
  x,
  y,
  shows,
  turn,
}: {
  readonly x: number;
  readonly y: number;
  readonly shows: 'entry' | 'exit' | 'off';
  readonly turn: number;
}) {
  return (
    <g className={styles.lamp} data-shows={shows} transform={`translate(${round(x)} ${round(y)})`}>
      <circle r={11} />
      {shows === 'entry' && <path transform={`rotate(${turn})`} d="M-5.5 0H5M1-4.5 5.5 0 1 4.5" />}
      {shows === 'exit' && <path d="M-5.5 0H5.5" />}
    </g>
  );
}
