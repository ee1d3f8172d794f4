import { isStopped } from './codes';
import { any, reportsCodeOf, isOneOf, not, technicianCame, valueOf } from './conditions';
import { seconds, type RuleCondition, type LiveRule, type RuleContext } from './rule';

/** Rules of escalators and walks that judge single values (silent-screens F2). Pure. */

const STEPS = ['ES', 'WW'] as const;
const HOUR = 3600;

const isRunning = isOneOf(
  'operationmode',
  'Continuous',
  'Intermittent',
  'DirectionChange',
  'ReadyToStart',
  'Crawling',
  'KeyStart',
);
const FULL_SPEED: readonly unknown[] = ['Continuous', 'Intermittent', 'KeyStart'];

const hasFailed: RuleCondition = (scene) =>
  valueOf(scene, 'operationmode') === 'Fault' || isStopped(scene.input, scene.codes);

/** Shortest and longest allowed stopping distance in mm, by nominal speed in mm/s (EN 115-1, GB 16899). */
const STOPPING: readonly (readonly [speed: number, least: number, most: number])[] = [
  [500, 200, 1000],
  [650, 300, 1300],
  [750, 400, 1500],
];
const SPEED_TOLERANCE = 20;

/** undefined: the box reported no new stop, or the speed has no known limits. */
function brakesBadly(scene: RuleContext): boolean | undefined {
  const { ratedSpeed } = scene.unit;
  const { before, live, kind } = scene.input;
  const range = live.brakerange?.value;
  // Each stop is judged once, when the box reports it.
  const isNews = kind === 'message' && before.brakerange !== live.brakerange;
  if (!isNews || ratedSpeed === null || typeof range !== 'number') return undefined;
  const limits = STOPPING.find(([speed]) => Math.abs(ratedSpeed * 1000 - speed) <= SPEED_TOLERANCE);
  return limits ? range < limits[1] || range > limits[2] : undefined;
}

/** Does the speed differ from the nominal speed? undefined while the unit does not run at full speed. */
function isOffSpeed(scene: RuleContext): boolean | undefined {
  const { ratedSpeed } = scene.unit;
  const speed = valueOf(scene, 'stepspeed');
  if (ratedSpeed === null || ratedSpeed === 0 || typeof speed !== 'number') return undefined;
  if (!FULL_SPEED.includes(valueOf(scene, 'operationmode')) || speed === 0) return undefined;
  return Math.abs(speed - ratedSpeed * 1000) > (ratedSpeed * 1000 * (scene.numbers.tolerance ?? 5)) / 100;
}

export const ESCALATOR_RULES: readonly LiveRule[] = [
  {
    id: 'B10',
    category: 'B',
    types: STEPS,
    action: 'callout',
    numbers: { hold: seconds(60) },
    causes: [{ hold: 'hold', test: any(hasFailed, reportsCodeOf('B10')) }],
    isOver: (scene) =>
      hasFailed(scene) === true || reportsCodeOf('B10')(scene) === true ? false : (isRunning(scene) ?? true),
  },
  {
    id: 'B11',
    category: 'B',
    types: STEPS,
    action: 'callout',
    numbers: {},
    causes: [{ test: (scene) => brakesBadly(scene) === true || reportsCodeOf('B11')(scene) === true }],
    isOver: technicianCame,
    isLatched: true,
  },
  {
    id: 'D08',
    category: 'D',
    types: ['EV', 'ES', 'WW'],
    action: 'none',
    numbers: { hold: seconds(600), clear: seconds(24 * HOUR, 7 * 24 * HOUR) },
    causes: [{ hold: 'hold', test: any(isOneOf('health', 'Degraded', 'Bad'), reportsCodeOf('D08')) }],
    clear: 'clear',
  },
  {
    id: 'D10',
    category: 'D',
    types: STEPS,
    action: 'none',
    numbers: { hold: seconds(600) },
    causes: [{ hold: 'hold', test: any(isOneOf('warning', 'Lubrication'), reportsCodeOf('D10')) }],
  },
  {
    id: 'D11',
    category: 'D',
    types: STEPS,
    action: 'none',
    numbers: { hold: seconds(60), clear: seconds(1800) },
    causes: [{ hold: 'hold', test: any(isOneOf('warning', 'Overheat'), reportsCodeOf('D11')) }],
    isOver: (scene) => reportsCodeOf('D11')(scene) !== true && not(isOneOf('warning', 'Overheat'))(scene) !== false,
    clear: 'clear',
  },
  {
    id: 'D12',
    category: 'D',
    types: STEPS,
    action: 'none',
    numbers: { hold: seconds(600), tolerance: { value: 5, least: 1, most: 50, unit: 'percent' } },
    causes: [
      { hold: 'hold', test: any(isOffSpeed, (scene) => (reportsCodeOf('D12')(scene) === true ? true : undefined)) },
    ],
  },
];
