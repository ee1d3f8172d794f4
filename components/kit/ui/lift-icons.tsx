import { LineIcon, type IconNodes, type IconProps } from './line-icon';

/** Icons of lifts, which no set has: our own drawings on a 20 px grid. */

const LIFT = 20;

const DOORS: IconNodes = [
  ['rect', { x: 4, y: 2.5, width: 12, height: 15, rx: 1.5 }],
  ['path', { d: 'M10 6v11.5' }],
  ['path', { d: 'm6 5.2.9-1 .9 1M12.2 4.3l.9 1 .9-1', strokeWidth: 1.2 }],
];
const SHAFT: IconNodes = [
  ['path', { d: 'M3 2.5v15M17 2.5v15' }],
  ['rect', { x: 6, y: 6, width: 8, height: 9.5, rx: 1 }],
  ['path', { d: 'M10 6v9.5M10 2.5V6' }],
];
const STEPS: IconNodes = [
  ['path', { d: 'M2.5 14.5h3l7-8h5' }],
  ['path', { d: 'M4 17.5h3l7-8h3.5' }],
];
const BELT: IconNodes = [
  ['path', { d: 'M2.5 12h15M4.5 16h11' }],
  ['circle', { cx: 4.5, cy: 14, r: 2 }],
  ['circle', { cx: 15.5, cy: 14, r: 2 }],
  ['path', { d: 'm8.5 5 3 2.5-3 2.5' }],
];
const PERSON_IN_CAR: IconNodes = [
  ['rect', { x: 3.5, y: 2.5, width: 13, height: 15, rx: 1.5 }],
  ['circle', { cx: 10, cy: 7.5, r: 1.8, fill: 'currentColor', stroke: 'none' }],
  ['path', { d: 'M6.7 15.5v-1.8a3.3 3.3 0 0 1 6.6 0v1.8z', fill: 'currentColor', stroke: 'none' }],
];

export const EquipmentIcon = (props: IconProps) => <LineIcon nodes={DOORS} grid={LIFT} {...props} />;
export const ElevatorIcon = (props: IconProps) => <LineIcon nodes={SHAFT} grid={LIFT} {...props} />;
export const EscalatorIcon = (props: IconProps) => <LineIcon nodes={STEPS} grid={LIFT} {...props} />;
export const WalkIcon = (props: IconProps) => <LineIcon nodes={BELT} grid={LIFT} {...props} />;
export const PersonTrappedIcon = (props: IconProps) => <LineIcon nodes={PERSON_IN_CAR} grid={LIFT} {...props} />;
