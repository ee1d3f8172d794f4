import { AlarmPlayer } from '@/lib/platform/client/alarm-sound';
import { ErrorBook } from '@/lib/features/campus/error-book';
import { clampPlace } from '@/lib/features/campus/value-sets';
import { moveTo } from '@/components/campus/settings/settings-form';

function fakeContext(state: 'running' | 'suspended', mayResume = false) {
  const tones: number[] = [];
  const context = {
    state: state as string,
    currentTime: 0,
    destination: {},
    resume: jest.fn(async () => {
      if (mayResume) context.state = 'running';
    }),
    close: jest.fn(async () => undefined),
    createGain: () => ({ gain: { value: 0 }, connect: () => undefined }),
    createOscillator: () => ({
      type: '',
      frequency: { value: 0 },
      connect: () => undefined,
      start: (at: number) => tones.push(at),
      stop: () => undefined,
    }),
  };
  return { context: context as unknown as AudioContext, tones };
}
const settled = () => new Promise((resolve) => setTimeout(resolve, 450));

describe('the alarm', () => {
  it('[CAMP-061] plays when the sound is on, and is silent when it is off', async () => {
    const { context, tones } = fakeContext('running');
    const alarm = new AlarmPlayer(() => context);
    alarm.play();
    await settled();
    expect(tones).toHaveLength(0);
    alarm.turn(true);
    alarm.play();
    alarm.play();
    await settled();
    expect(tones).toHaveLength(4);
  });

  it('[CAMP-061] alarms that begin within 1.5 seconds sound once, a later one again', async () => {
    const { context, tones } = fakeContext('running');
    const alarm = new AlarmPlayer(() => context);
    alarm.turn(true);
    for (const at of [10_000, 10_400, 11_499]) alarm.play(at);
    await settled();
    expect(tones).toHaveLength(4);
    alarm.play(11_500);
    await settled();
    expect(tones).toHaveLength(8);
  });

  it('[CAMP-079] what was kept back is heard once the sound is allowed, but not after it was turned off', async () => {
    const { context, tones } = fakeContext('suspended');
    const allow = (alarm: AlarmPlayer) => {
      Object.assign(context, { resume: async () => Object.assign(context, { state: 'running' }) });
      return alarm.probe();
    };
    const alarm = new AlarmPlayer(() => context);
    alarm.turn(true);
    alarm.play();
    await settled();
    expect(tones).toHaveLength(0);
    expect(await allow(alarm)).toBe(true);
    expect(tones).toHaveLength(4);
    expect(await alarm.probe()).toBe(true);
    expect(tones).toHaveLength(4);
    const quiet = fakeContext('suspended');
    const other = new AlarmPlayer(() => quiet.context);
    other.turn(true);
    other.play();
    await settled();
    other.turn(false);
    other.turn(true);
    Object.assign(quiet.context, { resume: async () => Object.assign(quiet.context, { state: 'running' }) });
    await other.probe();
    expect(quiet.tones).toHaveLength(0);
  });

  it('[CAMP-079] tells when the browser keeps it back, and no more once it may play', async () => {
    const { context, tones } = fakeContext('suspended');
    const alarm = new AlarmPlayer(() => context);
    const blocked = jest.fn();
    alarm.whenBlocked(blocked);
    expect(await alarm.probe()).toBe(true);
    alarm.turn(true);
    expect(await alarm.probe()).toBe(false);
    expect(blocked).toHaveBeenCalledTimes(1);
    expect(tones).toHaveLength(0);
    const free = fakeContext('suspended', true);
    const second = new AlarmPlayer(() => free.context);
    second.turn(true);
    expect(await second.probe()).toBe(true);
  });
});

it('[CAMP-044] [CAMP-050] a unit that newly is in error is news once; one that was so when it was first seen is not', () => {
  const book = new ErrorBook();
  expect([false, true, true, false, true].map((hasError) => book.isNew('A', hasError))).toEqual([
    false,
    true,
    false,
    false,
    true,
  ]);
  expect([true, true, false, true].map((hasError) => book.isNew('B', hasError))).toEqual([false, false, false, true]);
});

it('[CAMP-075] a place in the order is brought within the bounds of the list', () => {
  expect([-3, 0, 1, 5, 9, 12, 2.7, Number.NaN].map((wished) => clampPlace(wished, 9))).toEqual([
    1, 1, 1, 5, 9, 9, 2, 1,
  ]);
  expect(clampPlace(5, 0)).toBe(1);
  expect(moveTo(['a', 'b', 'c', 'd'], 3, 1)).toEqual(['d', 'a', 'b', 'c']);
  expect(moveTo(['a', 'b', 'c', 'd'], 0, 4)).toEqual(['b', 'c', 'd', 'a']);
});
