import { isEarthquake, isStopped } from './codes';
import {
  all,
  any,
  reportsCodeOf,
  hasTechnician,
  isBetweenFloors,
  isMoving,
  isOccupied,
  isOneOf,
  isOnFloor,
  isStanding,
  not,
  technicianCame,
  valueOf,
} from './conditions';
import { countedOn, countWithin } from './memory';
import { count, seconds, type RuleCondition, type LiveRule } from './rule';

/** The rules A, B and C of elevators (silent-screens F2, readings 74, 125, 126, 132). Pure. */

const EV = ['EV'] as const;
const HOUR = 3600;
const isNormal = isOneOf('mode', 'N');

/** Persons are trapped. Only the report "not trapped" ends it; time does not. */
const isTrapped: RuleCondition = (scene) => scene.input.isTrapped || reportsCodeOf('A01')(scene) === true;

const hasStopped: RuleCondition = ({ input, codes }) => isStopped(input, codes);

/** The persons of a suspected entrapment got out. */
const isFreed = any(isOneOf('door', 'Opened'), isMoving);

/** Out of service is the main mode, or stands beside a main mode that is neither normal nor service. */
const isOutOfService: RuleCondition = ({ input: { live } }) => {
  const { mode } = live;
  if (!mode) return undefined;
  if (mode.value === 'UNV' || mode.value === 'JAB') return true;
  const isOrdinary = ['N', 'INS', 'KFM'].includes(String(mode.value));
  return !isOrdinary && (mode.secondary ?? []).some((second) => second === 'UNV' || second === 'JAB');
};

/** Without a load measurement nobody knows whether the car is occupied: it counts as a stop without persons. */
const isEmptyOrUnknown: RuleCondition = (scene) => isOccupied(scene) !== true;
const isStuck = all(any(isBetweenFloors, reportsCodeOf('A04'), reportsCodeOf('B03')), isStanding);

export const ELEVATOR_RULES: readonly LiveRule[] = [
  {
    id: 'A01',
    category: 'A',
    types: EV,
    action: 'trapped',
    numbers: {},
    causes: [{ test: isTrapped }],
    despite: 'always',
  },
  {
    id: 'A02',
    category: 'A',
    types: EV,
    action: 'trapped',
    numbers: { hold: seconds(120), callOut: seconds(180) },
    causes: [
      {
        hold: 'hold',
        test: all(isOccupied, isOneOf('door', 'Blocked', 'Locked', 'Stopped', 'Closed'), isStanding),
      },
      // What a person reports needs no hold time. What the box measured replaces it.
      { test: (scene) => scene.input.isSuspected === true && isFreed(scene) !== true },
    ],
    isOver: isFreed,
    callOut: { after: 'callOut', with: 'A03' },
  },
  {
    id: 'A03',
    category: 'A',
    types: EV,
    action: 'notify',
    numbers: { hold: seconds(3), clear: seconds(60) },
    causes: [{ hold: 'hold', test: any(isOneOf('alarm', 'On'), reportsCodeOf('A03')) }],
    clear: 'clear',
    despite: 'always',
  },
  {
    id: 'A04',
    category: 'A',
    types: EV,
    action: 'trapped',
    numbers: { hold: seconds(60) },
    causes: [{ hold: 'hold', test: all(isStuck, isOccupied) }],
    isOver: (scene) => isOnFloor(scene) ?? isStuck(scene) === false,
  },
  {
    id: 'A05',
    category: 'A',
    types: EV,
    action: 'callout',
    numbers: { hold: seconds(1) },
    causes: [
      { hold: 'hold', test: all(isOneOf('door', 'Opened', 'Opening'), isMoving, isBetweenFloors) },
      { test: reportsCodeOf('A05') },
    ],
    isOver: technicianCame,
    isLatched: true,
  },
  {
    id: 'B01',
    category: 'B',
    types: EV,
    action: 'callout',
    numbers: { hold: seconds(120), clear: seconds(60) },
    causes: [{ hold: 'hold', test: any(hasStopped, reportsCodeOf('B01')) }],
    clear: 'clear',
  },
  {
    id: 'B02',
    category: 'B',
    types: EV,
    action: 'callout',
    numbers: { hold: seconds(300) },
    causes: [{ hold: 'hold', test: any(isOutOfService, reportsCodeOf('B02')) }],
    isOver: (scene) => (reportsCodeOf('B02')(scene) === true ? false : isNormal(scene)),
  },
  {
    id: 'B03',
    category: 'B',
    types: EV,
    action: 'callout',
    numbers: { hold: seconds(180) },
    causes: [{ hold: 'hold', test: all(isStuck, isEmptyOrUnknown) }],
    isOver: (scene) => isOnFloor(scene) ?? isStuck(scene) === false,
  },
  {
    id: 'B04',
    category: 'B',
    types: EV,
    action: 'callout',
    numbers: {
      hold: seconds(180),
      reversals: count(3, 20),
      window: seconds(300, HOUR),
      noTrip: seconds(600),
      cycles: count(3, 9),
    },
    causes: [
      { hold: 'hold', test: any(isOneOf('door', 'Blocked'), reportsCodeOf('B04')) },
      { hold: 'noTrip', test: ({ memory }) => memory.stuckSince !== undefined },
    ],
    isOver: (scene) =>
      valueOf(scene, 'door') !== 'Blocked' &&
      reportsCodeOf('B04')(scene) !== true &&
      (scene.memory.goodCycles ?? 0) >= (scene.numbers.cycles ?? 3),
  },
  {
    id: 'C01',
    category: 'C',
    types: EV,
    action: 'notify',
    numbers: { hold: seconds(60) },
    causes: [{ hold: 'hold', test: any(isOneOf('controllerpower', false), reportsCodeOf('C01')) }],
    storm: 'building',
  },
  {
    id: 'C02',
    category: 'C',
    types: EV,
    action: 'notify',
    numbers: { hold: seconds(10) },
    causes: [{ hold: 'hold', test: any(isOneOf('mode', 'RNO'), isOneOf('ard', true), reportsCodeOf('C02')) }],
    isOver: (scene) =>
      valueOf(scene, 'ard') === true || reportsCodeOf('C02')(scene) === true ? false : (isNormal(scene) ?? true),
  },
  {
    id: 'C03',
    category: 'C',
    types: EV,
    action: 'notify',
    numbers: {},
    causes: [{ test: any(isOneOf('mode', 'JBF', 'JNFF'), reportsCodeOf('C03')) }],
    isOver: (scene) => (reportsCodeOf('C03')(scene) === true ? false : (isNormal(scene) ?? true)),
  },
  {
    id: 'C04',
    category: 'C',
    types: EV,
    action: 'notify',
    numbers: {},
    causes: [{ test: any(({ input, codes }) => isEarthquake(input, codes), reportsCodeOf('C04')) }],
  },
  {
    id: 'C05',
    category: 'C',
    types: EV,
    action: 'notify',
    numbers: {
      hold: seconds(300),
      times: count(10, 60),
      window: seconds(HOUR, 12 * HOUR),
      clear: seconds(2 * HOUR),
    },
    causes: [
      { hold: 'hold', test: any(isOneOf('load', 'Overload'), reportsCodeOf('C05')) },
      {
        test: ({ input, memory, numbers }) =>
          input.live.load?.value === 'Overload' &&
          countWithin(memory.overloads, input.at, (numbers.window ?? HOUR) * 1000) >= (numbers.times ?? 10),
      },
    ],
    isOver: not(isOneOf('load', 'Overload')),
    clear: 'clear',
  },
  {
    id: 'C06',
    category: 'C',
    types: EV,
    action: 'notify',
    numbers: { times: count(10, 500), clear: seconds(24 * HOUR, 7 * 24 * HOUR) },
    causes: [
      {
        // A trip after the tenth attempt shows that the elevator works again.
        test: ({ input, memory, numbers }) =>
          input.live.drive?.value === 'Moving' && countedOn(memory.blocks, input.at) >= (numbers.times ?? 10),
      },
      { test: reportsCodeOf('C06') },
    ],
    isOver: not(isOneOf('door', 'Blocked')),
    clear: 'clear',
  },
  {
    id: 'C07',
    category: 'C',
    types: EV,
    action: 'notify',
    numbers: { hold: seconds(4 * HOUR, 7 * 24 * HOUR) },
    causes: [
      {
        hold: 'hold',
        test: (scene) => {
          const isLeft = any(isOneOf('mode', 'INS', 'KFM'), reportsCodeOf('C07'))(scene);
          return isLeft === true ? !hasTechnician(scene.input) : isLeft;
        },
      },
    ],
    isOver: (scene) => (reportsCodeOf('C07')(scene) === true ? false : (isNormal(scene) ?? true)),
    despite: 'mode',
  },
];
