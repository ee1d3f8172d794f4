import { vitalsOf } from '@/lib/programs/simulator/vitals';
import { parseBody } from '@/lib/live/telemetry/payload';

const NOON = Date.parse('2026-03-01T12:00:00+08:00');
const HOUR = 3_600_000;

it('a box tells a signal and a health that the ingest keeps, at any hour', () => {
  for (let box = 0; box < 50; box += 1)
    for (let hour = 0; hour < 24; hour += 1) {
      const body = { v: 1, state: 'online', session: 's', at: NOON, ...vitalsOf(`CUBE${box}`, NOON + hour * HOUR) };
      const { message, refusals } = parseBody('connection', body, NOON);
      expect(refusals).toEqual([]);
      expect(message).toMatchObject({ signal: body.signal, health: body.health });
    }
});

it('boxes differ, and one changes slowly', () => {
  const signals = Array.from({ length: 40 }, (_, box) => vitalsOf(`CUBE${box}`, NOON).signal);
  expect(new Set(signals).size).toBeGreaterThan(8);
  expect(vitalsOf('CUBE1', NOON)).toEqual(vitalsOf('CUBE1', NOON));
  expect(Math.abs(vitalsOf('CUBE1', NOON).signal - vitalsOf('CUBE1', NOON + 300_000).signal)).toBeLessThanOrEqual(2);
});
