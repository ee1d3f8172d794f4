import { nextSwitch, shouldRun, switchesBetween, type OperatingPlan } from '@/lib/live/units/operating-plan';
import { seeded } from '@/lib/programs/simulator/random';

/** When a group should run (silent-screens A10, readings 233), against a calendar that walks minute by minute. */

const MINUTE = 60_000;
const DAY = 86_400_000;
const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}:00+08:00`);
const WALL = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Shanghai',
  dateStyle: 'short',
  timeStyle: 'short',
});
/** The same moments are asked for by every plan. */
const walls = new Map<number, string>();
function wallOf(moment: number): string {
  const text = walls.get(moment) ?? WALL.format(moment);
  walls.set(moment, text);
  return text;
}
const WEEKDAY = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Shanghai', weekday: 'short' });
const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const weekdays = new Map<string, number>();
function weekdayOf(moment: number): number {
  const date = wallOf(moment).slice(0, 10);
  const found = weekdays.get(date) ?? NAMES.indexOf(WEEKDAY.format(moment)) + 1;
  weekdays.set(date, found);
  return found;
}

/** The rule in words: today's hours, or yesterday's that reach over midnight into a day that does not cut them. */
function oracle({ week, exceptions }: OperatingPlan, moment: number): boolean {
  const dayOf = (when: number) => {
    const date = wallOf(when).slice(0, 10);
    const exception = exceptions.find((one) => one.date === date);
    const entry = exception ?? week.find(({ weekday }) => weekday === weekdayOf(when));
    return { entry, cuts: exception !== undefined || entry?.closed !== false };
  };
  const clock = wallOf(moment).slice(11);
  const today = dayOf(moment);
  if (today.entry && !today.entry.closed) {
    const { startTime: start = '', stopTime: stop = '' } = today.entry as { startTime: string; stopTime: string };
    if (clock >= start && (stop <= start || clock < stop)) return true;
  }
  const yesterday = dayOf(moment - DAY);
  if (today.cuts || !yesterday.entry || yesterday.entry.closed) return false;
  const { startTime: start = '', stopTime: stop = '' } = yesterday.entry as { startTime: string; stopTime: string };
  return stop <= start && clock < stop;
}

const random = seeded('operating plans');
const two = (value: number) => String(value).padStart(2, '0');
const hour = () => `${two(Math.floor(random.between(0, 24)))}:${two(Math.floor(random.between(0, 4)) * 15)}`;
const hours = () =>
  random.chance(0.2)
    ? { startTime: null, stopTime: null, closed: true }
    : { startTime: hour(), stopTime: random.chance(0.1) ? '00:00' : hour(), closed: false };
/** Starts of windows with what calendars get wrong: leap day, ends of February and of the year. */
const STARTS = ['2028-02-26 00:00', '2027-02-26 00:00', '2026-12-29 00:00', '2026-06-01 00:00'];

it('agrees with an independent calendar for 1,000 random plans', () => {
  for (let count = 0; count < 1000; count += 1) {
    const from = at(STARTS[count % STARTS.length] ?? '');
    const dates = [0, 1, 2, 3, 4, 5].filter(() => random.chance(0.25));
    const plan: OperatingPlan = {
      week: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...hours() })),
      exceptions: dates.map((day) => ({ date: WALL.format(from + day * DAY).slice(0, 10), ...hours() })),
    };
    const until = from + 3 * DAY;
    const found = switchesBetween(plan, from, until);
    const expected: typeof found = [];
    // Times are quarters of an hour: nothing changes between them.
    for (let moment = from + 15 * MINUTE; moment <= until; moment += 15 * MINUTE) {
      const [before, now] = [oracle(plan, moment - MINUTE), oracle(plan, moment)];
      if (before !== now) expected.push({ at: moment, action: now ? 'start' : 'stop' });
    }
    expect({ plan, found }).toEqual({ plan, found: expected });
    for (let step = 0; step < 8; step += 1) {
      const moment = from + Math.floor(random.between(0, (3 * DAY) / MINUTE)) * MINUTE;
      expect({ plan, moment, runs: shouldRun(plan, moment) }).toEqual({ plan, moment, runs: oracle(plan, moment) });
    }
  }
});

const daily = (startTime: string, stopTime: string, exceptions: OperatingPlan['exceptions'] = []): OperatingPlan => ({
  week: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startTime, stopTime, closed: false })),
  exceptions,
});

it('a plan over midnight ends on the next day, and at midnight before a closed one', () => {
  const plan = daily('05:20', '00:40', [{ date: '2026-05-01', startTime: null, stopTime: null, closed: true }]);
  expect(switchesBetween(plan, at('2026-04-29 12:00'), at('2026-05-02 12:00'))).toEqual([
    { at: at('2026-04-30 00:40'), action: 'stop' },
    { at: at('2026-04-30 05:20'), action: 'start' },
    { at: at('2026-05-01 00:00'), action: 'stop' },
    { at: at('2026-05-02 05:20'), action: 'start' },
  ]);
});

it('one that never stops has no next switch, and one after months of exceptions has', () => {
  expect(nextSwitch(daily('06:00', '06:00'), at('2026-05-01 12:00'))).toBeUndefined();
  const closed = Array.from({ length: 100 }, (_, day) => ({
    date: WALL.format(at('2026-05-01 12:00') + day * DAY).slice(0, 10),
    startTime: null,
    stopTime: null,
    closed: true,
  }));
  expect(nextSwitch(daily('06:00', '20:00', closed), at('2026-05-01 01:00'))).toEqual({
    at: at('2026-08-09 06:00'),
    action: 'start',
  });
});
