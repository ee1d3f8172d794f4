import { hasCustomError, SuspicionWatch } from '@/lib/features/campus/custom-rules';
import { elevatorTile } from '@/lib/features/campus/elevator-tile';
import { WarnBook } from '@/lib/features/campus/warn-book';
import type { LiveEntry, LiveStatus } from '@/lib/live/units/live-message';

const AT = 1_700_000_000_000;
const live = (values: Record<string, unknown>, at = AT): LiveStatus =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      (typeof value === 'object' && value !== null ? { at, ...value } : { value, at }) as LiveEntry,
    ]),
  );
const mode = (value: string, secondary: string[] = [], rest: Record<string, unknown> = {}) =>
  live({ mode: { value, secondary }, ...rest });

describe('the error rule of the custom wall', () => {
  it('[CAMP-057] is JAB or UNV as mode, or as a secondary one while the main mode is not N, INS or KFM', () => {
    for (const value of ['JAB', 'UNV']) expect(hasCustomError(mode(value))).toBe(true);
    for (const value of ['N', 'INS', 'KFM', 'JRV']) expect(hasCustomError(mode(value))).toBe(false);
    for (const value of ['JRV', 'JBF', 'RNO', 'SAB'])
      for (const second of ['JAB', 'UNV']) expect(hasCustomError(mode(value, ['SAB', second]))).toBe(true);
    for (const value of ['N', 'INS', 'KFM']) expect(hasCustomError(mode(value, ['JAB', 'UNV']))).toBe(false);
  });

  it('[CAMP-057] never counts with a technician on site, and on the custom wall alone', () => {
    expect(hasCustomError(mode('JAB', [], { technicianonsite: true }))).toBe(false);
    expect(hasCustomError(mode('JAB', [], { technicianonsite: false }))).toBe(true);
    const call = { onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0 };
    const input = { call, live: live({ onlinestatus: 1, mode: 'JAB' }), isStreaming: true };
    expect(elevatorTile(input).state).toBe('mode');
    expect(elevatorTile({ ...input, suspects: () => false })).toMatchObject({
      state: 'error',
      hasError: true,
      mode: 'JAB',
    });
    expect(
      elevatorTile({ ...input, live: live({ onlinestatus: 0, mode: 'JAB' }), suspects: () => true }),
    ).toMatchObject({ state: 'offline', isTrapped: false });
  });
});

describe('a presumably trapped person', () => {
  const car = (load: string, door: string, rest: Record<string, unknown> = {}, at = AT) =>
    live({ load, door, drive: 'Standing', ...rest }, at);
  const see = (status: LiveStatus, now: number, hasError = true) =>
    new SuspicionWatch().see(status, { hasError, isFresh: true }, now);

  it('[CAMP-058] is an occupied car behind a door that is blocked, locked, stopped or closed', () => {
    for (const load of ['Loaded', 'Full Load', 'Overload'])
      for (const door of ['Blocked', 'Locked', 'Stopped', 'Closed']) expect(see(car(load, door), AT)).toBe(true);
    expect(see(car('Empty', 'Closed'), AT)).toBe(false);
    expect(see(live({ door: 'Closed' }), AT)).toBe(false);
    for (const door of ['Opened', 'Opening', 'Closing']) expect(see(car('Loaded', door), AT)).toBe(false);
  });

  it('[CAMP-058] begins with data of the last 300 s only, and then lasts', () => {
    expect(see(car('Loaded', 'Closed'), AT + 300_000)).toBe(true);
    expect(see(car('Loaded', 'Closed'), AT + 300_001)).toBe(false);
    const watch = new SuspicionWatch();
    const fault = { hasError: true, isFresh: true };
    expect(watch.see(car('Loaded', 'Closed'), fault, AT)).toBe(true);
    expect(watch.see(car('Loaded', 'Closed'), fault, AT + 900_000)).toBe(true);
    expect(watch.see(car('Loaded', 'Closed'), { hasError: true, isFresh: false }, AT + 900_000)).toBe(true);
    expect(watch.see(car('Loaded', 'Opened'), fault, AT + 900_001)).toBe(false);
  });

  it('[CAMP-058] is presumed from measured data alone: a box that comes back after a lost link measures nothing by coming back', () => {
    const back = AT + 3_600_000;
    const returned = {
      ...car('Loaded', 'Closed'),
      connection: { value: 'online', at: back },
      onlinestatus: { value: 1, at: back },
    };
    expect(see(returned, back + 1000)).toBe(false);
    expect(see(returned, back + 1000, false)).toBe(false);
  });

  it('[CAMP-058] does not begin while nobody hears the box, and its 120 s begin anew when the link is back', () => {
    const watch = new SuspicionWatch();
    const calm = { hasError: false, isFresh: true };
    const lost = { ...car('Loaded', 'Closed'), connection: { value: 'offline', at: AT + 10_000 } };
    expect(watch.see(lost, { hasError: false, isFresh: false }, AT + 200_000)).toBe(false);
    expect(watch.see(lost, { hasError: true, isFresh: false }, AT + 200_000)).toBe(false);
    // The first value after the return is another one's: that the car stood shut meanwhile was seen by nobody.
    const back = {
      ...car('Loaded', 'Closed'),
      connection: { value: 'online', at: AT + 210_000 },
      position: { value: '3', at: AT + 211_000 },
    };
    expect(watch.see(back, calm, AT + 211_000)).toBe(false);
    expect(watch.see(back, calm, AT + 329_999)).toBe(false);
    expect(watch.see(back, calm, AT + 330_000)).toBe(true);
  });

  it('is seen at once by a page that opens when the car has stood so for 120 s', () => {
    const watch = new SuspicionWatch();
    expect(watch.see(car('Loaded', 'Closed'), { hasError: false, isFresh: false }, AT + 200_000)).toBe(false);
    expect(watch.see(car('Loaded', 'Closed'), { hasError: false, isFresh: true }, AT + 200_100)).toBe(true);
  });

  it('begins its 120 s anew when its stream was lost meanwhile', () => {
    const watch = new SuspicionWatch();
    const status = car('Loaded', 'Closed');
    expect(watch.see(status, { hasError: false, isFresh: true }, AT + 60_000)).toBe(false);
    expect(watch.see(status, { hasError: false, isFresh: false }, AT + 100_000)).toBe(false);
    expect(watch.see(status, { hasError: false, isFresh: true }, AT + 130_000)).toBe(false);
    expect(watch.see(status, { hasError: false, isFresh: true }, AT + 249_999)).toBe(false);
    expect(watch.see(status, { hasError: false, isFresh: true }, AT + 250_000)).toBe(true);
  });

  it('is no car that travels, and without an error one that stood so for 120 s', () => {
    expect(see(car('Loaded', 'Closed', { drive: 'Moving' }), AT)).toBe(false);
    expect(see(car('Loaded', 'Closed'), AT + 119_999, false)).toBe(false);
    expect(see(car('Loaded', 'Closed'), AT + 120_000, false)).toBe(true);
  });

  it('[CAMP-058] puts the mark on the tile', () => {
    const watch = new SuspicionWatch();
    const tile = elevatorTile({
      call: { onlineStatus: 1, errorStatus: 1, entrapmentStatus: 0 },
      live: live({ onlinestatus: 1, load: 'Full Load', door: 'Locked' }),
      isStreaming: true,
      suspects: (status, condition) => watch.see(status, condition, AT),
    });
    expect(tile).toMatchObject({
      state: 'trapped',
      isTrapped: true,
      isSuspected: true,
      door: 'Closed',
      load: 'Full Load',
    });
  });
});

describe('the warning', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('[CAMP-059] is sent once an episode, however often tiles come and go', () => {
    const send = jest.fn().mockResolvedValue(undefined);
    const book = new WarnBook(send);
    book.see('A', undefined);
    book.see('A', 'words');
    book.see('A', 'words');
    book.see('B', 'words');
    expect(send.mock.calls).toEqual([
      ['A', 'words'],
      ['B', 'words'],
    ]);
    book.see('A', undefined);
    book.see('A', 'words');
    expect(send.mock.calls).toEqual([
      ['A', 'words'],
      ['B', 'words'],
      ['A', 'words'],
    ]);
  });

  it('is sent again when it could not be, as long as the episode lasts', async () => {
    const send = jest
      .fn()
      .mockRejectedValueOnce(new Error('network'))
      .mockRejectedValueOnce(new Error('network'))
      .mockResolvedValue(undefined);
    const book = new WarnBook(send);
    book.see('A', 'words');
    await jest.advanceTimersByTimeAsync(30_000);
    expect(send).toHaveBeenCalledTimes(2);
    book.see('A', undefined);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(send).toHaveBeenCalledTimes(2);
  });
});
