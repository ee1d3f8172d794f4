/**
 * The endless band of steps seen from the side (doc2 §2.6): out on the upper track from the lower landing to the upper one,
 * round the drive's wheel, back upside down, round the other wheel. Lengths are units of the picture; y grows downwards, and 0 is
 * the tread at the lower landing. Pure.
 */

/** From one step to the next, along the band. */
export const PITCH = 50;
/** Teeth of both wheels: a step a tooth, so that whole steps fit round them. */
export const TEETH = 6;
/** Radius of the wheels, to the treads. */
export const WHEEL = (TEETH * PITCH) / (2 * Math.PI);

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A place on the band, and how a step stands there, degrees clockwise. */
export interface StepPosition extends Point {
  readonly turn: number;
}

export interface LoopShape {
  /** Inclination, degrees: 35 of an escalator, 0 of a walk. */
  readonly angle: number;
  /** Level part at either end, wheel to bend. */
  readonly flat: number;
  /** Radius of the bends between level and slope. */
  readonly bend: number;
  /** Whole steps on the upper track. */
  readonly steps: number;
}

export const ESCALATOR_LOOP: LoopShape = { angle: 35, flat: 172, bend: 130, steps: 20 };
export const WALK_LOOP: LoopShape = { angle: 0, flat: 475, bend: 1, steps: 19 };

const radians = (degrees: number) => (degrees * Math.PI) / 180;

export class StepLoop {
  /** Length of the upper track. */
  readonly track: number;
  /** Length of the whole band; a whole number of steps. */
  readonly length: number;
  /** Where the upper track ends. */
  readonly end: Point;
  readonly #shape: LoopShape;
  readonly #slope: number;
  readonly #theta: number;

  constructor(shape: LoopShape) {
    this.#shape = shape;
    this.#theta = radians(shape.angle);
    this.track = shape.steps * PITCH;
    this.length = 2 * this.track + TEETH * PITCH;
    this.#slope = this.track - 2 * (shape.flat + shape.bend * this.#theta);
    if (this.#slope < 0) throw new Error('the level parts leave no room for the slope');
    this.end = this.onTrack(this.track);
  }

  /** How many steps the band has. */
  get count(): number {
    return Math.round(this.length / PITCH);
  }

  /** On the upper track; `turn` is the direction of the track, 0 level, negative uphill. */
  onTrack(s: number): StepPosition {
    const { flat, bend } = this.#shape;
    const theta = this.#theta;
    const arc = bend * theta;
    if (s <= flat) return { x: s, y: 0, turn: 0 };
    let [x, y] = [flat, 0];
    if (s <= flat + arc) {
      const a = (s - flat) / bend;
      return { x: x + bend * Math.sin(a), y: y - bend * (1 - Math.cos(a)), turn: (-a * 180) / Math.PI };
    }
    x += bend * Math.sin(theta);
    y -= bend * (1 - Math.cos(theta));
    const along = Math.min(s - flat - arc, this.#slope);
    x += along * Math.cos(theta);
    y -= along * Math.sin(theta);
    if (s <= flat + arc + this.#slope) return { x, y, turn: -this.#shape.angle };
    const rest = s - flat - arc - this.#slope;
    if (rest <= arc) {
      const a = theta - rest / bend;
      return {
        x: x + bend * (Math.sin(theta) - Math.sin(a)),
        y: y - bend * (Math.cos(a) - Math.cos(theta)),
        turn: (-a * 180) / Math.PI,
      };
    }
    x += bend * Math.sin(theta);
    y -= bend * (1 - Math.cos(theta));
    return { x: x + rest - arc, y, turn: 0 };
  }

  /** Anywhere on the band, `s` from the beginning of the upper track; treads stay level on the way out. */
  at(s: number): StepPosition {
    const way = ((s % this.length) + this.length) % this.length;
    const half = Math.PI * WHEEL;
    if (way <= this.track) return { ...this.onTrack(way), turn: 0 };
    if (way <= this.track + half) {
      const a = (way - this.track) / WHEEL;
      return {
        x: this.end.x + WHEEL * Math.sin(a),
        y: this.end.y + WHEEL * (1 - Math.cos(a)),
        turn: (a * 180) / Math.PI,
      };
    }
    if (way <= 2 * this.track + half) {
      const { x, y, turn } = this.onTrack(2 * this.track + half - way);
      return { x, y: y + 2 * WHEEL, turn: 180 + turn };
    }
    const a = (way - 2 * this.track - half) / WHEEL;
    return {
      x: -WHEEL * Math.sin(a),
      y: WHEEL * (1 + Math.cos(a)),
      turn: 180 + (a * 180) / Math.PI,
    };
  }

  /** The upper track as a path, moved down by `dy`, between two places on it. */
  path(dy = 0, from = 0, to = this.track): string {
    const points: string[] = [];
    for (let s = from; s < to; s += 10) points.push(this.#point(s, dy));
    points.push(this.#point(to, dy));
    return `M${points.join('L')}`;
  }

  #point(s: number, dy: number): string {
    const { x, y } = this.onTrack(s);
    return `${round(x)} ${round(y + dy)}`;
  }
}

/** Two decimals are finer than any screen. */
export const round = (value: number): number => Math.round(value * 100) / 100;
