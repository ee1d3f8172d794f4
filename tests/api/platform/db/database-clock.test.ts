import { startDatabaseClock } from '@/lib/platform/db/database-clock';
import { useFreshDatabase } from '../../support/database';

/** Processes act by the database's clock, so that one whose own clock is wrong does nothing too early and nothing twice. */

const HOUR_MS = 60 * 60_000;

describe('the time of a gateway', () => {
  useFreshDatabase();
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['ahead', HOUR_MS],
    ['back', -HOUR_MS],
  ])('stays that of the database when the clock of the machine is set an hour %s', async (_way, offset) => {
    const real = Date.now();
    const started = performance.now();
    const clock = await startDatabaseClock();
    jest.spyOn(Date, 'now').mockImplementation(() => real + (performance.now() - started) + offset);
    expect(Math.abs(clock.now() - (Date.now() - offset))).toBeLessThan(2000);
    clock.stop();
  });
});
