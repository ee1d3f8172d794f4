import { StepMotion } from '@/components/live/steps/step-motion';
import type { BeltReport } from '@/components/live/steps/step-motion';

/** A clock of frames: each call of `frame` is one picture of the screen. */
let waiting = new Map<number, FrameRequestCallback>();
let asked = 0;
let now = 0;

function frame(ms = 16) {
  now += ms;
  const due = [...waiting.values()];
  waiting = new Map();
  for (const callback of due) callback(now);
}

beforeEach(() => {
  [waiting, asked, now] = [new Map(), 0, 1000];
  window.requestAnimationFrame = (callback) => {
    asked += 1;
    waiting.set(asked, callback);
    return asked;
  };
  window.cancelAnimationFrame = (id) => void waiting.delete(id);
});

const RUNS: BeltReport = { way: 'up', periodMs: 680, mode: 'move', isHard: false };

/** Steps passed in a time, at frames of 16 ms. */
function passed(motion: StepMotion, ms: number): number {
  let [last, sum] = [NaN, 0];
  const stop = motion.subscribe((position) => {
    if (!Number.isNaN(last)) sum += ((position - last + 18) % 12) - 6;
    last = position;
  });
  for (let at = 0; at < ms; at += 16) frame();
  stop();
  return sum;
}

it.each([
  [680, 'up', 1],
  [1360, 'up', 1],
  [680, 'down', -1],
] as const)('[ESCA-017] moves on by one step in %i ms, %s', (periodMs, way, sign) => {
  const motion = new StepMotion();
  motion.report({ ...RUNS, way, periodMs });
  frame();
  const steps = passed(motion, 16 * 850);
  expect((16 * 850) / steps / sign / periodMs).toBeCloseTo(1, 2);
});

it('brakes instead of stopping dead, harder by a safety device, and then asks for no more frames', () => {
  const distances = [false, true].map((isHard) => {
    const motion = new StepMotion();
    motion.report(RUNS);
    frame();
    motion.report({ ...RUNS, way: 'stop', isHard });
    const distance = passed(motion, 1600);
    expect(waiting.size).toBe(0);
    return distance;
  });
  expect(distances[0]).toBeGreaterThan(2 * (distances[1] ?? Infinity));
  expect(distances[1]).toBeGreaterThan(0.1);
});

it('starts softly, and turns round through standing', () => {
  const motion = new StepMotion();
  motion.report({ ...RUNS, way: 'stop' });
  motion.report(RUNS);
  expect(passed(motion, 480)).toBeLessThan(0.25);
  passed(motion, 2000);
  motion.report({ ...RUNS, way: 'down' });
  expect(passed(motion, 160)).toBeGreaterThan(0);
  passed(motion, 3000);
  expect(passed(motion, 680)).toBeCloseTo(-1, 1);
});

it('requests no frames while it is stopped, held, or ended', () => {
  const motion = new StepMotion();
  motion.report({ ...RUNS, way: 'stop' });
  motion.report({ ...RUNS, mode: 'hold' });
  expect(asked).toBe(0);
  motion.report(RUNS);
  expect(waiting.size).toBe(1);
  motion.report({ ...RUNS, mode: 'hold' });
  expect(waiting.size).toBe(0);
  motion.report(RUNS);
  motion.stop();
  expect(waiting.size).toBe(0);
});

it('keeps its speed where the frames are far apart, and makes up for no hour that the machine slept', () => {
  const motion = new StepMotion();
  motion.report(RUNS);
  frame();
  let last = 0;
  motion.subscribe((position) => void (last = position));
  for (let count = 0; count < 5; count += 1) frame(272);
  expect(last).toBeCloseTo(2, 1);
  frame(3_600_000);
  expect(last).toBeLessThan(4);
});
