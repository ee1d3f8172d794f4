import { ONLINE_STATUS } from '@/lib/live/units/value-sets';
import { all, any, isOneOf } from './conditions';
import { countedOn, countWithin } from './memory';
import { count, seconds, type RuleCondition, type LiveRule } from './rule';

/** The rules F: box, connection and plausible values (silent-screens F1, F2). Pure. */

const EVERY = ['EV', 'ES', 'WW', 'OTHER'] as const;
const DAY = 86_400;
/** An installation may count landings below the ground with numbers of its own. */
const OPEN_SPEED = 500;

/** The unit is online again, or has no box at all. */
const hasReturned: RuleCondition = ({ input: { onlineStatus } }) =>
  onlineStatus === ONLINE_STATUS.online || onlineStatus === ONLINE_STATUS.notInstalled;

const isFloorImpossible: RuleCondition = ({ input: { live }, unit: { totalFloors } }) => {
  const floor = live.position?.physicalvalue;
  if (floor === undefined || totalFloors === null || totalFloors < 1) return undefined;
  return floor < 1 || floor > totalFloors;
};
const isOpenAtSpeed: RuleCondition = all(isOneOf('door', 'Opened'), ({ input: { live } }) => {
  const speed = live.speed?.value;
  return typeof speed === 'number' ? speed > OPEN_SPEED : undefined;
});
const hasResetAgain: RuleCondition = ({ input, memory, numbers }) =>
  input.hasReset === true && countedOn(memory.resets, input.at) >= (numbers.resets ?? 2);
const isImplausible = any(isFloorImpossible, isOpenAtSpeed);

export const LINK_RULES: readonly LiveRule[] = [
  {
    id: 'F06',
    category: 'F',
    types: EVERY,
    action: 'none',
    numbers: { hold: seconds(1800) },
    causes: [
      {
        hold: 'hold',
        test: ({ input, memory }) => memory.isPro === true && input.connection === 'offline',
      },
    ],
    storm: 'gateway',
  },
  {
    id: 'F01',
    category: 'F',
    types: EVERY,
    action: 'none',
    numbers: {},
    causes: [{ test: ({ input }) => input.onlineStatus === ONLINE_STATUS.offline }],
    // When a pro box is lost, that one cause is reported instead of each of its units.
    silencedBy: 'F06',
    isOver: hasReturned,
    storm: 'building',
  },
  {
    id: 'F02',
    category: 'F',
    types: EVERY,
    action: 'none',
    numbers: { hold: seconds(1800) },
    causes: [{ hold: 'hold', test: ({ input }) => input.onlineStatus === ONLINE_STATUS.disconnected }],
    silencedBy: 'F06',
    isOver: hasReturned,
    storm: 'building',
  },
  {
    id: 'F03',
    category: 'F',
    types: EVERY,
    action: 'none',
    numbers: { hold: seconds(5), resets: count(2, 20), clear: seconds(DAY, 7 * DAY) },
    causes: [{ hold: 'hold', test: isImplausible }, { test: hasResetAgain }],
    isOver: (scene) => isImplausible(scene) !== true,
    again: hasResetAgain,
    clear: 'clear',
  },
  {
    id: 'F04',
    category: 'F',
    types: EVERY,
    action: 'none',
    numbers: { drift: seconds(300), calm: seconds(60) },
    causes: [
      {
        test: ({ memory: { driftSec }, numbers }) =>
          driftSec === undefined ? undefined : Math.abs(driftSec) > (numbers.drift ?? 300),
      },
    ],
    isOver: ({ memory: { driftSec = 0 }, numbers }) => Math.abs(driftSec) < (numbers.calm ?? 60),
  },
  {
    id: 'F05',
    category: 'F',
    types: EVERY,
    action: 'none',
    numbers: { times: count(20, 60), calm: count(5, 60) },
    causes: [
      {
        test: ({ input, memory, numbers }) => countWithin(memory.links, input.at, DAY * 1000) > (numbers.times ?? 20),
      },
    ],
    isOver: ({ input, memory, numbers }) => countWithin(memory.links, input.at, DAY * 1000) < (numbers.calm ?? 5),
    recheckSec: 3600,
    storm: 'building',
  },
];
