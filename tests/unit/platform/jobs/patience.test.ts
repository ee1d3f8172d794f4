import { patienceMs } from '@/lib/platform/jobs/worker';

describe('how long a stopping worker waits for its jobs', () => {
  it.each([
    ['a process alone, which has 15 seconds', 15_000, 6000],
    ['one of several, of whose minute 5 seconds are gone', 55_000, 45_000],
    ['one whose sockets took nearly all of its time', 2000, 2000],
    ['one that is late already', -500, 0],
  ])('%s', (_whose, leftMs, expected) => expect(patienceMs(leftMs)).toBe(expected));
});
