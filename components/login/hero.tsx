'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { carAt, firstTrip, floorName, LEAD_SHAFT, SHAFTS, tripAt, type CarView } from './shafts';
import styles from './hero.module.css';

const ROW = 35;
const GROUND = 1016;
const WIDTH = 78;
const PITCH = 106;
const LEFT = 420;
const TOTAL = LEFT + SHAFTS.length * PITCH + 40;

const yOf = (floor: number) => GROUND - (floor + 1) * ROW;
/** Drawn storeys are low, so that the speed reads like that of a real lift. */
const METRES_A_FLOOR = 1.6;
const STILL = SHAFTS.map((shaft) => carAt(firstTrip(shaft), 0));
const RESTING = 'M2 7h12v2H2z';
const ARROW = { up: 'M8 1 15 13H1z', down: 'M8 15 1 3h14z' } as const;

/**
 * A row of hoistways with moving lifts. One lift has the product's display: floor, direction, speed. Decoration: hidden
 * from assistive technology. It stops in hidden tabs and with reduced motion.
 */
export function Hero() {
  const t = useTranslations('login.hero');
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const element = root.current;
    if (!element || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const cars = SHAFTS.map((shaft) => ({
      shaft,
      trip: firstTrip(shaft),
      car: element.querySelector<SVGGElement>(`[data-car="${shaft.id}"]`),
      rope: element.querySelector<SVGLineElement>(`[data-rope="${shaft.id}"]`),
      weight: element.querySelector<SVGRectElement>(`[data-weight="${shaft.id}"]`),
      doors: [...element.querySelectorAll<SVGRectElement>(`[data-car="${shaft.id}"] [data-door]`)],
    }));
    const floor = element.querySelector('[data-readout="floor"]');
    const arrow = element.querySelector('[data-readout="arrow"]');
    const speed = element.querySelector('[data-readout="speed"]');
    const motion = element.querySelector('[data-readout="motion"]');
    const labels = [...element.querySelectorAll('[data-landing]')];
    let before = 0;
    let clock = 0;
    let frame = requestAnimationFrame(function draw(at) {
      // A tab that was hidden continues where it stopped instead of jumping.
      clock += Math.min(at - (before || at), 100);
      before = at;
      cars.forEach((entry, index) => {
        entry.trip = tripAt(entry.shaft, entry.trip, clock);
        const view = carAt(entry.trip, clock);
        place(entry, view);
        if (index !== LEAD_SHAFT) return;
        const name = floorName(view.floor);
        if (floor && floor.textContent !== name) {
          floor.textContent = name;
          for (const label of labels) label.toggleAttribute('data-here', label.textContent === name);
        }
        arrow?.setAttribute('d', view.direction ? ARROW[view.direction] : RESTING);
        if (speed) speed.textContent = (view.speed * METRES_A_FLOOR).toFixed(2);
        motion?.toggleAttribute('data-resting', view.direction === null);
      });
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, []);

  const lead = SHAFTS[LEAD_SHAFT];
  const leadView = STILL[LEAD_SHAFT];
  return (
    <div className={styles.hero} ref={root} aria-hidden="true">
      <svg className={styles.picture} viewBox={`0 0 ${TOTAL} 1080`} preserveAspectRatio="xMaxYMax slice">
        {SHAFTS.map((shaft, index) => (
          <ShaftPicture
            key={shaft.id}
            index={index}
            view={STILL[index] ?? { floor: 0, door: 0, direction: null, speed: 0 }}
          />
        ))}
        {lead &&
          Array.from({ length: lead.floors }, (_, floor) => (
            <text
              key={floor}
              className={styles.landing}
              x={LEFT + LEAD_SHAFT * PITCH - 8}
              y={yOf(floor) + ROW / 2 + 4}
              textAnchor="end"
              data-landing
              data-here={floor === lead.startFloor ? '' : undefined}
            >
              {floorName(floor)}
            </text>
          ))}
        <line className={styles.ground} x1="0" x2={TOTAL} y1={GROUND + 8} y2={GROUND + 8} />
      </svg>
      <div className={styles.readout}>
        <div className={styles.floor} data-readout="floor">
          {floorName(leadView?.floor ?? 0)}
        </div>
        <div className={styles.motion} data-readout="motion" data-resting="">
          <svg width="22" height="22" viewBox="0 0 16 16">
            <path data-readout="arrow" d={RESTING} fill="currentColor" />
          </svg>
          <span>
            <span data-readout="speed">0.00</span> m/s
          </span>
        </div>
        <p className={styles.line}>{t('line')}</p>
        <p className={styles.text}>{t('text')}</p>
      </div>
    </div>
  );
}

interface MovingParts {
  readonly shaft: { readonly floors: number };
  readonly car: SVGGElement | null;
  readonly rope: SVGLineElement | null;
  readonly weight: SVGRectElement | null;
  readonly doors: readonly SVGRectElement[];
}

function place({ shaft, car, rope, weight, doors }: MovingParts, view: CarView) {
  const y = yOf(view.floor);
  car?.setAttribute('transform', `translate(0 ${y.toFixed(2)})`);
  rope?.setAttribute('y2', y.toFixed(2));
  weight?.setAttribute('y', (yOf(shaft.floors - 1 - view.floor) + 6).toFixed(2));
  const width = (25 * (1 - view.door * 0.82)).toFixed(2);
  for (const door of doors) {
    door.setAttribute('width', width);
    if (door.dataset.door === 'right') door.setAttribute('x', (64 - Number(width)).toFixed(2));
  }
}

function ShaftPicture({ index, view }: { readonly index: number; readonly view: CarView }) {
  const shaft = SHAFTS[index];
  if (!shaft) return null;
  const top = yOf(shaft.floors - 1) - 14;
  const x = LEFT + index * PITCH;
  const isLead = index === LEAD_SHAFT;
  return (
    <g transform={`translate(${x} 0)`} className={isLead ? styles.lead : undefined}>
      <rect className={styles.shaft} x="0" y={top} width={WIDTH} height={GROUND - top + 8} rx="6" />
      {Array.from({ length: shaft.floors - 1 }, (_, floor) => (
        <line key={floor} className={styles.slab} x1="1" x2={WIDTH - 1} y1={yOf(floor)} y2={yOf(floor)} />
      ))}
      <line className={styles.rail} x1="9" x2="9" y1={top + 6} y2={GROUND} />
      <line className={styles.rail} x1={WIDTH - 9} x2={WIDTH - 9} y1={top + 6} y2={GROUND} />
      <rect
        className={styles.weight}
        data-weight={shaft.id}
        x={WIDTH - 6}
        y={yOf(shaft.floors - 1 - view.floor) + 6}
        width="3"
        height={ROW - 8}
        rx="1"
      />
      <line className={styles.rope} data-rope={shaft.id} x1={WIDTH / 2} x2={WIDTH / 2} y1={top} y2={yOf(view.floor)} />
      <g data-car={shaft.id} transform={`translate(0 ${yOf(view.floor)})`}>
        <rect className={styles.car} x="12" y="1" width={WIDTH - 24} height={ROW - 2} rx="3" />
        <rect className={styles.door} data-door="left" x="14" y="4" width="25" height={ROW - 8} />
        <rect className={styles.door} data-door="right" x="39" y="4" width="25" height={ROW - 8} />
      </g>
    </g>
  );
}
