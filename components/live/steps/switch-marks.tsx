'use client';

import { PITCH, round, WHEEL } from '@/lib/live/units/step-loop';
import type { Point } from '@/lib/live/units/step-loop';
import type { StopSwitch } from '@/lib/live/units/stop-switch';
import { newelsOf } from './section-layout';
import type { SectionLayout } from './section-layout';
import styles from './step-section.module.css';

/** Where a device of this kind is. A code names the kind and not the device, so all are marked. */
export function switchPlaces(layout: SectionLayout, hit: StopSwitch): readonly Point[] {
  const { loop, combs, newel, railHeight } = layout;
  const [low, high] = newelsOf(layout);
  const onTrack = (s: number, dy = 0) => {
    const { x, y } = loop.onTrack(s);
    return { x, y: y + dy };
  };
  const middle = loop.track / 2;
  switch (hit) {
    case 'handrail':
      return [onTrack(middle, -railHeight)];
    case 'handrailInlet':
      return [
        { x: low.x + 34, y: low.y + 2 * newel },
        { x: high.x - 34, y: high.y + 2 * newel },
      ];
    case 'comb':
      return [onTrack(combs[0]), onTrack(combs[1])];
    case 'step':
      return [onTrack(middle)];
    case 'skirt':
      return [onTrack(combs[0] + 2.4 * PITCH, -4), onTrack(combs[1] - 2.4 * PITCH, -4)];
    case 'chain':
      return [{ x: 0, y: WHEEL }];
    case 'drive':
      return [{ x: loop.end.x, y: loop.end.y + WHEEL }];
    case 'brake':
      return [{ x: loop.end.x - 124, y: loop.end.y + WHEEL + 8 }];
    case 'button':
      return [
        { x: low.x - 12, y: low.y + railHeight - 56 },
        { x: high.x + 12, y: high.y + railHeight - 56 },
      ];
    case 'floorPlate':
      return [onTrack(combs[0] - 2 * PITCH), onTrack(combs[1] + 2 * PITCH)];
  }
}

interface Props {
  readonly layout: SectionLayout;
  readonly hit: StopSwitch;
  readonly label: string | undefined;
}

/** Rings around the devices that a fault names. Nothing pulses: the band above is the alarm. */
export function SwitchMarks({ layout, hit, label }: Props) {
  return (
    <g className={styles.hit} data-hit={hit}>
      {label !== undefined && <title>{label}</title>}
      {switchPlaces(layout, hit).map(({ x, y }) => (
        <g key={x} transform={`translate(${round(x)} ${round(y)})`}>
          <circle r={27} />
          <circle className={styles.hitCore} r={9} />
          <path d="M0-27v-15M0 27v15M-27 0h-15M27 0h15" />
        </g>
      ))}
    </g>
  );
}
