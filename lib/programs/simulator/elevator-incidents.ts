import { hoursOfDay } from '@/lib/platform/i18n/shanghai';
import { CODES } from './model';
import type { Random } from './random';
import type { Lift } from './lift';
import type { ElevatorUnit } from './unit';

/**
 * What goes wrong with an elevator, as small scripts. A script yields a number (wait so many ms) or a condition (wait
 * until it holds); between its steps the machine runs on, so doors and car obey their physics in every fault.
 */
type Script = Generator<number | (() => boolean), void, void>;

const MINUTE = 60_000;
const HOUR = 3_600_000;
const SLOW = { speed: 0.3, acceleration: 0.3, jerk: 0.5 } as const;

/** A running script. */
export class ScriptedIncident {
  private wait: number | (() => boolean) = 0;

  constructor(private readonly script: Script) {}

  run(at: number): 'running' | 'over' {
    while (typeof this.wait === 'number' ? at >= this.wait : this.wait()) {
      const next = this.script.next();
      if (next.done) return 'over';
      this.wait = typeof next.value === 'number' ? at + next.value : next.value;
    }
    return 'running';
  }
}

const standing = (lift: Lift) => () => !lift.car.isMoving;
const closed = (lift: Lift) => () => !lift.car.isMoving && lift.car.door === 'Closed';

function begin(lift: Lift, code: string, topic: 1 | 4 = 1): void {
  lift.condition.fault = code;
  lift.reporter.begin('error', code, lift.now);
  lift.reporter.log(topic, code, 'start', lift.now, {
    floor: lift.unit.levels[lift.car.nearest]?.label ?? '',
    door: lift.car.door,
  });
}

function finish(lift: Lift, code: string): void {
  lift.condition.fault = undefined;
  lift.reporter.end('error', code, lift.now);
  lift.reporter.log(1, code, 'end', lift.now);
}

/** The door closes several times onto an obstacle, is given up, and clears. */
function* doorObstructed(lift: Lift): Script {
  yield () => lift.car.door === 'Closing';
  lift.condition.isSuspended = true;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    yield 900;
    lift.car.block();
    yield 1500;
    lift.car.open(lift.now);
    yield () => lift.car.door === 'Opened';
    yield 2500;
    lift.car.close(lift.now);
  }
  yield 800;
  lift.car.block();
  begin(lift, CODES.doorObstructed);
  yield lift.random.between(15_000, 80_000);
  lift.car.open(lift.now);
  yield () => lift.car.door === 'Opened';
  yield 3000;
  lift.car.close(lift.now);
  yield closed(lift);
  finish(lift, CODES.doorObstructed);
  lift.condition.isSuspended = false;
}

/** The car stops a hand's breadth off the floor, then creeps to it. */
function* levelling(lift: Lift): Script {
  yield () => lift.car.isMoving && lift.car.speed > 0.3;
  lift.condition.isSuspended = true;
  yield () => !lift.car.isMoving;
  // The landing signal was lost: the last stop is taken back and the car searches its floor.
  const floor = lift.car.nearest;
  const height = lift.car.heightOf(floor);
  const off = floor > 0 ? -0.22 : 0.22;
  lift.car.travelTo(height + off, lift.now, SLOW);
  yield standing(lift);
  begin(lift, CODES.levelling);
  yield lift.random.between(12_000, 50_000);
  lift.car.travelTo(height, lift.now, SLOW);
  yield standing(lift);
  finish(lift, CODES.levelling);
  lift.condition.isSuspended = false;
}

/** A technician works on the unit: inspection mode, slow moves with closed doors. */
function* inspection(lift: Lift): Script {
  yield () => closed(lift)() && lift.aboard.length === 0;
  const { condition } = lift;
  condition.isSuspended = true;
  condition.isTechnicianOnSite = true;
  condition.mode = 'INS';
  lift.reporter.begin('event', CODES.inspection, lift.now);
  lift.reporter.log(4, CODES.inspection, 'INS', lift.now);
  const moves = lift.random.whole(4, 9);
  for (let move = 0; move < moves; move += 1) {
    yield lift.random.between(15_000, 45_000);
    const top = lift.car.heightOf(lift.car.levels.length - 1);
    lift.car.travelTo(Math.min(top, Math.max(0, lift.car.height + lift.random.between(-4, 4))), lift.now, SLOW);
    yield standing(lift);
  }
  yield 8000;
  lift.car.travelTo(lift.car.heightOf(lift.car.nearest), lift.now, SLOW);
  yield standing(lift);
  condition.mode = 'N';
  lift.reporter.end('event', CODES.inspection, lift.now);
  lift.reporter.log(4, CODES.started, 'N', lift.now);
  yield 20_000;
  condition.isTechnicianOnSite = false;
  condition.isSuspended = false;
}

/** The safety chain opens between floors with people aboard; they ring, a technician comes and lets them out. */
function* entrapment(lift: Lift): Script {
  yield () => lift.car.isMoving && lift.car.speed > 0.6 && lift.aboard.length > 0;
  const { condition } = lift;
  condition.isSuspended = true;
  lift.car.emergencyStop();
  yield standing(lift);
  begin(lift, CODES.safetyChain);
  condition.mode = 'UNV';
  yield lift.random.between(20_000, 60_000);
  condition.isTrapped = true;
  condition.alarm = Number(CODES.alarmButton);
  // The portal makes the entrapment event of this alarm; a second one from us would be the same people twice.
  lift.reporter.begin('alarm', CODES.alarmButton, lift.now);
  yield lift.random.between(8 * MINUTE, 18 * MINUTE);
  condition.isTechnicianOnSite = true;
  condition.mode = 'INS';
  yield lift.random.between(MINUTE, 2 * MINUTE);
  lift.car.travelTo(lift.car.heightOf(lift.car.nearest), lift.now, SLOW);
  yield standing(lift);
  lift.car.open(lift.now);
  yield () => lift.car.door === 'Opened';
  lift.evacuate();
  condition.isTrapped = false;
  condition.alarm = undefined;
  lift.reporter.end('alarm', CODES.alarmButton, lift.now);
  yield lift.random.between(3 * MINUTE, 6 * MINUTE);
  finish(lift, CODES.safetyChain);
  lift.car.close(lift.now);
  yield closed(lift);
  condition.mode = 'N';
  condition.isTechnicianOnSite = false;
  lift.reporter.log(4, CODES.started, 'N', lift.now);
  condition.isSuspended = false;
}

/** Mains power fails; with a rescue device the car creeps to the next floor and opens. */
function* powerLoss(lift: Lift): Script {
  const { condition } = lift;
  condition.isSuspended = true;
  lift.car.emergencyStop();
  condition.hasMainPower = false;
  condition.mode = lift.unit.hasArd ? 'RNO' : 'UNV';
  lift.reporter.begin('controller_power', CODES.powerLost, lift.now);
  lift.reporter.log(1, CODES.powerLost, 'start', lift.now);
  yield () => !lift.car.isMoving && !lift.car.isDoorBusy;
  if (lift.unit.hasArd) {
    yield 6000;
    condition.isOnRescuePower = true;
    lift.reporter.begin('event', CODES.rescue, lift.now);
    if (lift.car.door === 'Closed') {
      lift.car.travelTo(lift.car.heightOf(lift.car.nearest), lift.now, SLOW);
      yield standing(lift);
    }
    lift.car.open(lift.now);
    yield () => lift.car.door === 'Opened';
    lift.evacuate();
  }
  yield lift.random.between(2 * MINUTE, 9 * MINUTE);
  condition.hasMainPower = true;
  condition.isOnRescuePower = false;
  lift.reporter.end('event', CODES.rescue, lift.now);
  lift.reporter.end('controller_power', CODES.powerLost, lift.now);
  lift.reporter.log(1, CODES.powerLost, 'end', lift.now);
  yield 5000;
  if (lift.car.door === 'Opened' || lift.car.door === 'Blocked') lift.car.close(lift.now);
  yield closed(lift);
  if (!lift.car.isOnFloor) lift.car.travelTo(lift.car.heightOf(lift.car.nearest), lift.now, SLOW);
  yield standing(lift);
  condition.mode = 'N';
  condition.isSuspended = false;
}

/** Fire recall: down to the entrance, doors open, nobody may use it. */
function* fireRecall(lift: Lift): Script {
  yield closed(lift);
  const { condition } = lift;
  condition.isSuspended = true;
  condition.mode = 'JBF';
  lift.reporter.begin('event', CODES.fire, lift.now);
  lift.reporter.log(4, CODES.fire, 'JBF', lift.now);
  lift.goTo(
    Math.max(
      0,
      lift.unit.levels.findIndex((level) => level.physical === lift.unit.mainFloor),
    ),
  );
  yield standing(lift);
  lift.car.open(lift.now);
  yield () => lift.car.door === 'Opened';
  lift.evacuate();
  yield lift.random.between(3 * MINUTE, 8 * MINUTE);
  lift.car.close(lift.now);
  yield closed(lift);
  condition.mode = 'N';
  lift.reporter.end('event', CODES.fire, lift.now);
  condition.isSuspended = false;
}

interface Kind {
  script: (lift: Lift) => Script;
  meanHours: number;
  /** Happens to showcase units too: it is short. */
  isShort?: boolean;
  isDaytime?: boolean;
}

export const ELEVATOR_INCIDENTS = {
  doorObstructed: { script: doorObstructed, meanHours: 5, isShort: true },
  levelling: { script: levelling, meanHours: 14, isShort: true },
  inspection: { script: inspection, meanHours: 36, isDaytime: true },
  powerLoss: { script: powerLoss, meanHours: 180 },
  fireRecall: { script: fireRecall, meanHours: 400, isDaytime: true },
  entrapment: { script: entrapment, meanHours: 320 },
} as const satisfies Record<string, Kind>;
export type ElevatorIncident = keyof typeof ELEVATOR_INCIDENTS;

/** Decides when which incident happens to a unit: a Poisson process for each kind, one incident at a time. */
export class IncidentPlan {
  private readonly kinds: { kind: Kind; at: number }[];
  private forced: Kind | undefined;

  constructor(
    unit: ElevatorUnit,
    private readonly random: Random,
    startAt: number,
  ) {
    this.kinds = Object.values<Kind>(ELEVATOR_INCIDENTS)
      .filter((kind) => !unit.isShowcase || kind.isShort)
      .map((kind) => ({ kind, at: startAt + random.exponential(kind.meanHours * HOUR) }));
  }

  /** Makes an incident due at once; for tests and demonstrations. */
  force(name: ElevatorIncident): void {
    this.forced = ELEVATOR_INCIDENTS[name];
  }

  due(lift: Lift): ScriptedIncident | undefined {
    const forced = this.forced;
    this.forced = undefined;
    if (forced) return new ScriptedIncident(forced.script(lift));
    const due = this.kinds.find(({ at }) => lift.now >= at);
    if (!due) return undefined;
    due.at = lift.now + this.random.exponential(due.kind.meanHours * HOUR);
    const hour = hoursOfDay(lift.now);
    if (due.kind.isDaytime && (hour < 8.5 || hour > 17)) return undefined;
    return new ScriptedIncident(due.kind.script(lift));
  }
}
