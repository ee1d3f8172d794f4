import { ESCALATOR_LOOP, PITCH, StepLoop, WALK_LOOP, WHEEL } from '@/lib/live/units/step-loop';

describe.each([
  ['an escalator', ESCALATOR_LOOP],
  ['a walk', WALK_LOOP],
])('the band of %s', (_, shape) => {
  const loop = new StepLoop(shape);

  it('is endless and whole: each step takes the place of the next without a gap', () => {
    expect(loop.length % PITCH).toBeCloseTo(0);
    expect(loop.count).toBe(2 * shape.steps + 6);
    const ends = [loop.at(0), loop.at(loop.length)];
    expect(ends[0]?.x).toBeCloseTo(ends[1]?.x ?? NaN);
    expect(ends[0]?.y).toBeCloseTo(ends[1]?.y ?? NaN);
    for (let s = 0; s < loop.length; s += 1) {
      const [here, next] = [loop.at(s), loop.at(s + 1)];
      // No leap: a millimetre along the band is never more of the picture.
      expect(Math.hypot(next.x - here.x, next.y - here.y)).toBeLessThan(1.01);
    }
  });

  it('keeps its treads level on the way out and hangs upside down on the way back', () => {
    for (let s = 0; s <= loop.track; s += PITCH) expect(loop.at(s).turn).toBe(0);
    const back = loop.at(loop.track + Math.PI * WHEEL + loop.track / 2);
    expect(back.turn).toBeCloseTo(180 - shape.angle);
    expect(back.y - loop.onTrack(loop.track / 2).y).toBeCloseTo(2 * WHEEL);
  });

  it('rises by its inclination and begins and ends level', () => {
    expect(loop.onTrack(10).y).toBeCloseTo(0);
    expect(loop.onTrack(loop.track - 10).y).toBeCloseTo(loop.end.y);
    const [a, b] = [loop.onTrack(loop.track / 2 - 10), loop.onTrack(loop.track / 2 + 10)];
    expect((Math.atan2(a.y - b.y, b.x - a.x) * 180) / Math.PI).toBeCloseTo(shape.angle);
  });
});

it('refuses a shape whose level parts are longer than the track', () => {
  expect(() => new StepLoop({ ...ESCALATOR_LOOP, flat: 600 })).toThrow('no room');
});
