/**
 * How a car travels from rest to rest: jerk-limited acceleration, cruise, the same braking (the S-curve every modern
 * drive follows). Pure arithmetic in metres and seconds.
 */
export interface DriveLimits {
  /** m/s */
  speed: number;
  /** m/s² */
  acceleration: number;
  /** m/s³ */
  jerk: number;
}

export interface Motion {
  /** Metres from the start, 0 … distance. */
  position: number;
  /** m/s, never negative. */
  speed: number;
}

/** Typical drive settings of a rated speed. */
export function limitsOf(ratedSpeed: number): DriveLimits {
  return {
    speed: ratedSpeed,
    acceleration: ratedSpeed <= 1 ? 0.6 : ratedSpeed <= 2.5 ? 0.9 : 1.2,
    jerk: ratedSpeed <= 2.5 ? 0.9 : 1.2,
  };
}

/** Seconds from rest to a speed, and the greatest acceleration on the way. */
function rampOf(speed: number, { acceleration, jerk }: DriveLimits): { seconds: number; peak: number } {
  if (speed * jerk >= acceleration * acceleration)
    return { seconds: speed / acceleration + acceleration / jerk, peak: acceleration };
  const peak = Math.sqrt(speed * jerk);
  return { seconds: (2 * peak) / jerk, peak };
}

/** A journey over `distance` metres; short ones never reach the rated speed. */
export class CarTravel {
  private readonly top: number;
  private readonly ramp: { seconds: number; peak: number };
  private cruiseSeconds: number;

  constructor(
    private distance: number,
    private readonly limits: DriveLimits,
  ) {
    this.top = limits.speed;
    if (limits.speed * rampOf(limits.speed, limits).seconds > distance) {
      let low = 0;
      let high = limits.speed;
      for (let round = 0; round < 50; round += 1) {
        const middle = (low + high) / 2;
        if (middle * rampOf(middle, limits).seconds > distance) high = middle;
        else low = middle;
      }
      this.top = low;
    }
    this.ramp = rampOf(this.top, limits);
    this.cruiseSeconds = this.top > 0 ? Math.max(0, distance / this.top - this.ramp.seconds) : 0;
  }

  get seconds(): number {
    return 2 * this.ramp.seconds + this.cruiseSeconds;
  }

  /**
   * Changes the end while under way (a landing call on the way, or one beyond). Possible only before braking starts and
   * when the ramp already begun fits; answers whether it was done.
   */
  retarget(distance: number, elapsed: number): boolean {
    const cruiseSeconds = distance / this.top - this.ramp.seconds;
    if (
      this.top <= 0 ||
      cruiseSeconds < 0 ||
      elapsed > this.ramp.seconds + cruiseSeconds ||
      elapsed > this.ramp.seconds + this.cruiseSeconds
    )
      return false;
    // A short hop keeps its low top speed only for short extensions; longer ones would creep.
    if (distance > this.distance && this.top < this.limits.speed * 0.95) return false;
    this.distance = distance;
    this.cruiseSeconds = cruiseSeconds;
    return true;
  }

  /** Where and how fast the car is after so many seconds; before the start and after the end it stands. */
  at(elapsed: number): Motion {
    if (elapsed <= 0) return { position: 0, speed: 0 };
    if (elapsed >= this.seconds) return { position: this.distance, speed: 0 };
    const { seconds } = this.ramp;
    if (elapsed < seconds) return this.speedingUp(elapsed);
    const rampDistance = (this.top * seconds) / 2;
    if (elapsed <= seconds + this.cruiseSeconds)
      return { position: rampDistance + this.top * (elapsed - seconds), speed: this.top };
    const mirrored = this.speedingUp(this.seconds - elapsed);
    return { position: this.distance - mirrored.position, speed: mirrored.speed };
  }

  private speedingUp(t: number): Motion {
    const { jerk } = this.limits;
    const { seconds, peak } = this.ramp;
    const rise = peak / jerk;
    if (t <= rise) return { position: (jerk * t ** 3) / 6, speed: (jerk * t * t) / 2 };
    const speedAfterRise = (jerk * rise * rise) / 2;
    const placeAfterRise = (jerk * rise ** 3) / 6;
    if (t <= seconds - rise) {
      const held = t - rise;
      return {
        position: placeAfterRise + speedAfterRise * held + (peak * held * held) / 2,
        speed: speedAfterRise + peak * held,
      };
    }
    const left = seconds - t;
    return {
      position: (this.top * seconds) / 2 - this.top * left + (jerk * left ** 3) / 6,
      speed: this.top - (jerk * left * left) / 2,
    };
  }
}
