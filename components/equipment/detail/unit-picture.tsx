import type { ReactNode } from 'react';
import type { UnitPicture as Kind } from '@/lib/features/equipment/picture';
import styles from './unit-picture.module.css';

/**
 * Our own drawings of what stands there: a section through the shaft or the truss, in the colours of the theme. They differ by
 * what a technician looks for first: where the machine is, what carries the car, how heavy the truss is.
 */

const RAILS = <path className={styles.rail} d="M74 34V206M146 34V206" />;
const PIT = <path className={styles.line} d="M66 206H154M92 206v-9h8v9M120 206v-9h8v9" />;

/** The storeys beside a shaft. */
const landings = (from: number, to: number) => {
  const levels = Array.from({ length: Math.floor((to - from) / 43) + 1 }, (_, index) => from + index * 43);
  return <path className={styles.line} d={levels.map((y) => `M50 ${y}h16M154 ${y}h16`).join('')} />;
};
const shaft = (top: number, bottom = 206) => (
  <rect className={styles.shaft} x="66" y={top} width="88" height={bottom - top} rx="3" />
);
function Car({ y, isWide = false, isGlass = false }: { y: number; isWide?: boolean; isGlass?: boolean }) {
  const [x, width] = isWide ? [78, 64] : [84, 52];
  return (
    <g>
      <rect className={styles.car} x={x} y={y} width={width} height="58" rx="2" />
      {isGlass ? (
        <path
          className={styles.glass}
          d={`M${x + 6} ${y + 8}h${width - 12}v42h-${width - 12}zM${x + width / 2} ${y + 8}v42`}
        />
      ) : (
        <path
          className={styles.door}
          d={`M${x + 7} ${y + 8}h${width / 2 - 8}v50h-${width / 2 - 8}zM${x + width / 2 + 1} ${y + 8}h${width / 2 - 8}v50h-${width / 2 - 8}z`}
        />
      )}
    </g>
  );
}
const counterweight = (y: number) => <rect className={styles.weight} x="140" y={y} width="9" height="40" rx="1" />;

/** Escalators and walks: truss, handrail, steps. */
function Steps({ isHeavy = false }: { isHeavy?: boolean }) {
  return (
    <>
      <path
        className={styles.shaft}
        d={`M20 186H62L158 82h42v${isHeavy ? 24 : 16}H170L74 ${isHeavy ? 214 : 204}H20z`}
      />
      {isHeavy && <path className={styles.line} d="M62 190l22 12M86 164l22 13M110 138l22 13M134 112l22 13" />}
      <path className={styles.steps} d="M20 184H62L158 80H200" />
      <path className={styles.rail} d="M28 158H56a10 10 0 0 0 7-3L148 62a12 12 0 0 1 8-4h36" />
      <path
        className={styles.door}
        d="M28 160v22M192 60v18M60 160l4 20M152 62l6 18M84 134l7 20M108 108l7 20M132 82l7 20"
      />
    </>
  );
}

const DRAWINGS: Readonly<Record<Kind, ReactNode>> = {
  traction: (
    <>
      <path className={styles.line} d="M58 34V8h104v26z" />
      <circle className={styles.machine} cx="110" cy="20" r="9" />
      {shaft(34)}
      {landings(76, 205)}
      {RAILS}
      <path className={styles.rope} d="M104 22V112M116 22q28 6 28 34v42" />
      <Car y={112} />
      {counterweight(98)}
      {PIT}
    </>
  ),
  machineRoomLess: (
    <>
      {shaft(14)}
      {landings(76, 205)}
      <path className={styles.rail} d="M74 14V206M146 14V206" />
      <rect className={styles.machine} x="134" y="20" width="14" height="16" rx="2" />
      <path className={styles.rope} d="M104 30H134M110 30V112M144 36V98" />
      <Car y={112} />
      {counterweight(98)}
      {PIT}
    </>
  ),
  highSpeed: (
    <>
      <path className={styles.line} d="M58 30V4h104v26z" />
      <circle className={styles.machine} cx="104" cy="17" r="10" />
      <circle className={styles.machine} cx="130" cy="20" r="6" />
      {shaft(30)}
      {landings(54, 205)}
      {RAILS}
      <path
        className={styles.rope}
        d="M98 20V104M110 20V104M136 22q8 10 8 30v40M110 162V200M144 132V200M110 200q17 8 34 0"
      />
      <path className={styles.car} d="M84 110q26-16 52 0v46q-26 14-52 0z" />
      <path className={styles.door} d="M92 112h17v44h-17zM111 112h17v44h-17z" />
      {counterweight(92)}
      {PIT}
    </>
  ),
  panorama: (
    <>
      <path className={styles.line} d="M66 206V14h88" />
      <path className={styles.glass} d="M66 14h88v192H66zM66 78h88M66 142h88M110 14v192" />
      {landings(76, 205)}
      <path className={styles.rope} d="M110 20V112" />
      <rect className={styles.machine} x="102" y="14" width="16" height="10" rx="2" />
      <Car y={112} isGlass />
      {PIT}
    </>
  ),
  freight: (
    <>
      <path className={styles.line} d="M54 34V8h112v26z" />
      <circle className={styles.machine} cx="110" cy="20" r="10" />
      {shaft(34)}
      {landings(76, 205)}
      {RAILS}
      <path className={styles.rope} d="M102 24V108M118 24V108" />
      <Car y={108} isWide />
      <path className={styles.machine} d="M90 148h18v18H90zM110 152h14v14h-14z" />
      {PIT}
    </>
  ),
  hydraulic: (
    <>
      {shaft(34)}
      {landings(76, 205)}
      {RAILS}
      <Car y={92} />
      <path className={styles.weight} d="M105 150h10v40h-10zM102 190h16v16h-16z" />
      <path className={styles.machine} d="M170 176h30v30h-30z" />
      <path className={styles.rope} d="M118 202h52" />
    </>
  ),
  platform: (
    <>
      <path className={styles.line} d="M40 206H180M150 120H196M150 120v86" />
      <path className={styles.rail} d="M58 206V84" />
      <path className={styles.car} d="M58 176h80v8H58z" />
      <path className={styles.door} d="M138 176v-40h-4M62 176v-44h8" />
      <rect className={styles.machine} x="48" y="84" width="20" height="24" rx="2" />
    </>
  ),
  escalator: <Steps />,
  heavyEscalator: <Steps isHeavy />,
  walk: (
    <>
      <path className={styles.shaft} d="M16 138H204v22H16z" />
      <path className={styles.steps} d="M16 136H204" />
      <path className={styles.rail} d="M34 134q-14 0-14-11t14-11H186q14 0 14 11t-14 11" />
      <path className={styles.door} d="M44 114v20M72 114v20M100 114v20M128 114v20M156 114v20M182 114v20" />
      <path className={styles.line} d="M16 166H204" />
    </>
  ),
  other: (
    <>
      <rect className={styles.shaft} x="50" y="44" width="120" height="132" rx="6" />
      <path className={styles.rail} d="M50 84H170M110 84v92" />
      <circle className={styles.machine} cx="110" cy="64" r="9" />
    </>
  ),
};

/** The unit's picture; its words stand beside it. */
export function UnitPicture({ kind }: { readonly kind: Kind }) {
  return (
    <svg className={styles.picture} viewBox="0 0 220 220" aria-hidden="true" focusable="false" data-picture={kind}>
      {DRAWINGS[kind]}
    </svg>
  );
}
