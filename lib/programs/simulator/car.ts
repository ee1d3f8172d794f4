import type { CallDirection } from './collective';
import { STEP_MS } from './model';
import { limitsOf, CarTravel, type DriveLimits } from './profile';
import type { UnitLevel } from './unit';

/** The mechanics of one car: where it is, how fast, what its door does. It knows nothing of passengers or faults. */

export type DoorPosition = 'Closed' | 'Opened' | 'Blocked' | 'Closing' | 'Opening' | 'Locked' | 'Stopped';

const OPEN_MS = 2000;
const CLOSE_MS = 2600;
/** Brake and drive need a moment before the car moves. */
const START_DELAY_MS = 400;
const BRAKE_MS2 = 2.2;
const LANDING_ZONE_M = 0.15;

interface CarJourney {
  travel: CarTravel;
  from: number;
  sign: 1 | -1;
  startsAt: number;
}

export class Car {
  /** Metres above the lowest landing. */
  height: number;
  /** m/s, never negative. */
  speed = 0;
  heading: CallDirection = 'Both';
  door: DoorPosition = 'Closed';
  private doorUntil = 0;
  private journey: CarJourney | undefined;
  private isBraking = false;

  constructor(
    readonly levels: readonly UnitLevel[],
    readonly ratedSpeed: number,
    start: number,
  ) {
    this.height = this.heightOf(start);
  }

  heightOf(index: number): number {
    return this.levels[index]?.height ?? 0;
  }

  /** Is the car under way (from brake opening to standstill)? */
  get isMoving(): boolean {
    return this.journey !== undefined || this.isBraking;
  }

  get isDoorBusy(): boolean {
    return this.door === 'Opening' || this.door === 'Closing';
  }

  /** Index of the landing nearest to the car. */
  get nearest(): number {
    let best = 0;
    for (let index = 1; index < this.levels.length; index += 1) {
      if (Math.abs(this.heightOf(index) - this.height) < Math.abs(this.heightOf(best) - this.height)) best = index;
    }
    return best;
  }

  /** Standing or creeping within the door zone of a landing? */
  get isOnFloor(): boolean {
    return this.speed < 0.3 && Math.abs(this.heightOf(this.nearest) - this.height) <= LANDING_ZONE_M;
  }

  /** Starts towards a height in metres; a moving car or an unlocked door refuses. */
  travelTo(height: number, at: number, limits: DriveLimits = limitsOf(this.ratedSpeed)): boolean {
    if (this.isMoving || this.door !== 'Closed') return false;
    const distance = Math.abs(height - this.height);
    if (distance < 0.001) return false;
    const sign = height > this.height ? 1 : -1;
    this.heading = sign > 0 ? 'Up' : 'Down';
    this.journey = { travel: new CarTravel(distance, limits), from: this.height, sign, startsAt: at + START_DELAY_MS };
    return true;
  }

  /** Changes the target while moving, if braking has not begun. @returns whether it was changed */
  retarget(height: number, at: number): boolean {
    const { journey } = this;
    if (!journey) return false;
    const distance = (height - journey.from) * journey.sign;
    return distance > 0 && journey.travel.retarget(distance, (at - journey.startsAt) / 1000);
  }

  /** Brakes at once, wherever the car is. */
  emergencyStop(): void {
    if (!this.journey) return;
    this.isBraking = this.speed > 0;
    if (!this.isBraking) this.journey = undefined;
  }

  /** Opens the door; only a standing car on a floor does. */
  open(at: number): boolean {
    if (this.isMoving || !this.isOnFloor || this.door === 'Opened' || this.door === 'Opening') return false;
    this.door = 'Opening';
    this.doorUntil = at + OPEN_MS;
    return true;
  }

  close(at: number): boolean {
    if (this.door !== 'Opened' && this.door !== 'Blocked') return false;
    this.door = 'Closing';
    this.doorUntil = at + CLOSE_MS;
    return true;
  }

  /** An obstacle blocks the closing door. */
  block(): boolean {
    if (this.door !== 'Closing') return false;
    this.door = 'Blocked';
    return true;
  }

  /** One step of STEP_MS that ends at `at`. */
  step(at: number): void {
    if (this.isDoorBusy && at >= this.doorUntil) this.door = this.door === 'Opening' ? 'Opened' : 'Closed';
    if (this.isBraking) {
      const slower = Math.max(0, this.speed - (BRAKE_MS2 * STEP_MS) / 1000);
      const moved = ((this.speed + slower) / 2) * (STEP_MS / 1000) * (this.journey?.sign ?? 0);
      this.height = Math.min(Math.max(this.height + moved, 0), this.heightOf(this.levels.length - 1));
      this.speed = slower;
      if (slower === 0) {
        this.isBraking = false;
        this.journey = undefined;
      }
      return;
    }
    const { journey } = this;
    if (!journey) return;
    const elapsed = (at - journey.startsAt) / 1000;
    const motion = journey.travel.at(elapsed);
    this.height = journey.from + journey.sign * motion.position;
    this.speed = motion.speed;
    if (elapsed >= journey.travel.seconds) {
      this.journey = undefined;
      this.speed = 0;
    }
  }
}
