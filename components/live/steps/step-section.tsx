'use client';

import { memo, useLayoutEffect, useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import { ESCALATOR_LOOP, PITCH, round, StepLoop, TEETH, WALK_LOOP, WHEEL } from '@/lib/live/units/step-loop';
import type { StepWay } from '@/lib/live/units/step-page';
import type { StopSwitch } from '@/lib/live/units/stop-switch';
import { Frame, Handrail, Plates } from './section-frame';
import { layoutOf } from './section-layout';
import type { SectionLayout } from './section-layout';
import type { StepMotion } from './step-motion';
import { SwitchMarks } from './switch-marks';
import styles from './step-section.module.css';

export type StepTone = 'calm' | 'moving' | 'fault';

interface Props {
  readonly kind: 'ES' | 'WW';
  readonly motion: StepMotion;
  readonly way: StepWay;
  readonly periodMs: number;
  readonly tone: StepTone;
  /** The safety device that was hit. */
  readonly hit: StopSwitch | undefined;
  readonly hitLabel: string | undefined;
  /** The values are old: the picture dims. */
  readonly isStale: boolean;
  /** What the picture shows, in words. */
  readonly label: string;
}

const LAYOUTS: Readonly<Record<'ES' | 'WW', SectionLayout>> = {
  ES: layoutOf(new StepLoop(ESCALATOR_LOOP), 'ES'),
  WW: layoutOf(new StepLoop(WALK_LOOP), 'WW'),
};

/** Truss in section: steps that run, their way back, wheels, handrail, comb plates, and the switch that stopped it (doc2 §2.6, §2.7). */
export function StepSection({ kind, motion, way, periodMs, tone, hit, hitLabel, isStale, label }: Props) {
  const layout = LAYOUTS[kind];
  const { width, height, originX, originY, loop } = layout;
  const steps = useRef<SVGGElement>(null);
  const wheels = useRef<SVGGElement>(null);
  const rail = useRef<SVGPathElement>(null);
  useBand(layout, motion, steps, wheels, rail);
  return (
    <div
      className={styles.window}
      data-belt={kind}
      data-way={way}
      data-period={way === 'stop' ? undefined : periodMs}
      data-tone={tone}
      data-stale={isStale || undefined}
    >
      <svg className={styles.svg} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <g transform={`translate(${originX} ${originY})`}>
          <Frame layout={layout} />
          <g ref={wheels}>
            <Wheel x={0} y={WHEEL} />
            <Wheel x={loop.end.x} y={loop.end.y + WHEEL} />
          </g>
          <Band ref={steps} loop={loop} kind={kind} />
          <Plates layout={layout} />
          <Handrail ref={rail} layout={layout} way={way} />
          {hit && <SwitchMarks layout={layout} hit={hit} label={hitLabel} />}
        </g>
      </svg>
    </div>
  );
}

/** Moves steps, wheels and handrail to the positions of the motion. */
function useBand(
  { loop }: SectionLayout,
  motion: StepMotion,
  steps: RefObject<SVGGElement | null>,
  wheels: RefObject<SVGGElement | null>,
  rail: RefObject<SVGPathElement | null>,
) {
  useLayoutEffect(
    () =>
      motion.subscribe((position) => {
        const slots = steps.current?.children ?? [];
        const phase = position % 1;
        for (let index = 0; index < slots.length; index += 1) {
          const { x, y, turn } = loop.at((index + phase) * PITCH);
          slots[index]?.setAttribute('transform', `translate(${round(x)} ${round(y)}) rotate(${round(turn)})`);
        }
        for (const wheel of wheels.current?.children ?? [])
          wheel.lastElementChild?.setAttribute('transform', `rotate(${round((position * 360) / TEETH)})`);
        rail.current?.setAttribute('stroke-dashoffset', String(round(-position * PITCH)));
      }),
    [loop, motion, steps, wheels, rail],
  );
}

interface BandProps {
  readonly ref: RefObject<SVGGElement | null>;
  readonly loop: StepLoop;
  readonly kind: 'ES' | 'WW';
}

/** Every step of the band. Each moves by one place and starts again, which looks the same. */
const Band = memo(function Band({ ref, loop, kind }: BandProps) {
  const slots = useMemo(() => Array.from({ length: loop.count }, (_, index) => index), [loop]);
  return (
    <g ref={ref} className={styles.band}>
      {slots.map((index) => {
        const { x, y, turn } = loop.at(index * PITCH);
        const isBack = index * PITCH >= loop.track;
        return (
          <g
            key={index}
            className={styles.step}
            data-back={isBack || undefined}
            transform={`translate(${round(x)} ${round(y)}) rotate(${round(turn)})`}
          >
            {kind === 'ES' ? <Step /> : <Pallet />}
          </g>
        );
      })}
    </g>
  );
});

/** Tread, riser towards the lower landing, bracket, the two rollers. Origin: middle of the tread. */
const Step = () => (
  <>
    <path className={styles.body} d="M-23.5 0H23.5V5.5L19 8-12 31Q-19 32-21 27-25 13-23.5 0z" />
    <path className={styles.tread} d="M-23 1.2H23" />
    <path className={styles.riser} d="M-22.6 2Q-24 14-20 27" />
    <circle className={styles.roller} cx={14} cy={15} r={4.6} />
    <circle className={styles.roller} cx={-13} cy={30} r={4.2} />
  </>
);

/** Plate and its rollers. Origin: middle of the plate. */
const Pallet = () => (
  <>
    <path className={styles.body} d="M-24 0H24V7L15 10V17H-15V10L-24 7z" />
    <path className={styles.tread} d="M-23.5 1.2H23.5" />
    <circle className={styles.roller} cx={15} cy={16} r={5} />
    <circle className={styles.roller} cx={-15} cy={16} r={5} />
  </>
);

/** A wheel with a tooth a step; its last child turns. */
function Wheel({ x, y }: { readonly x: number; readonly y: number }) {
  const spokes = Array.from({ length: TEETH }, (_, index) => {
    const angle = (index * 2 * Math.PI) / TEETH;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return `M${round(cos * 8)} ${round(sin * 8)}L${round(cos * (WHEEL - 15))} ${round(sin * (WHEEL - 15))}`;
  }).join('');
  return (
    <g className={styles.wheel} transform={`translate(${round(x)} ${round(y)})`}>
      <circle r={WHEEL - 14} />
      <g>
        <path d={spokes} />
        <circle className={styles.hub} r={8} />
      </g>
    </g>
  );
}
