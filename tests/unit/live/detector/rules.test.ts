import { Course, ELEVATOR, ESCALATOR, WALK, type Told } from './course';
import { LIVE_RULES } from '@/lib/live/detector/active-rules';
import type { DetectedUnit } from '@/lib/live/detector/state';

const HOUR = 3600;
const on = (values: Told['values']): Told => ({ ...(values ? { values } : {}) });
const event = (code: string, isOpen: boolean): Told => ({ event: { eventId: `e${code}`, code, isOpen } });
const STANDING = { drive: 'Standing', door: 'Closed', load: 'Empty', mode: 'N', indoorzone: 'On Floor' };
const RUNNING = { operationmode: 'Continuous', stepspeed: 500 };

interface Row {
  readonly rule: string;
  readonly title: string;
  readonly unit?: DetectedUnit;
  /** What makes the condition true at second 0; a list: one message a second, the last one at 0. */
  readonly begin: Told | readonly Told[];
  /** Its hold time in seconds. */
  readonly hold: number;
  readonly clear: Told;
  /** How long it has to be over. */
  readonly over?: number;
  /** It speaks although a technician is there. */
  readonly isNeverSilent?: true;
  /** Others that such a message makes speak too. */
  readonly more?: readonly string[];
}

const repeated = (times: number, ...values: readonly Told['values'][]): Told[] =>
  Array.from({ length: times }, () => values.map(on)).flat();

/** The table of silent-screens F2, written here by hand. */
const TABLE: readonly Row[] = [
  {
    rule: 'A01',
    title: 'a trapped person',
    begin: { isTrapped: true },
    hold: 0,
    clear: { isTrapped: false },
    isNeverSilent: true,
  },
  {
    rule: 'A02',
    title: 'an occupied car that stands with its door closed',
    begin: on({ load: 'Loaded' }),
    hold: 120,
    clear: on({ door: 'Opened' }),
  },
  {
    rule: 'A02',
    title: 'an overloaded car behind a blocked door, until the next trip',
    begin: on({ load: 'Overload', door: 'Locked' }),
    hold: 120,
    clear: on({ drive: 'Moving' }),
  },
  {
    rule: 'A03',
    title: 'the alarm button',
    begin: on({ alarm: 'On' }),
    hold: 3,
    clear: on({ alarm: 'Off' }),
    over: 60,
    isNeverSilent: true,
  },
  {
    rule: 'A03',
    title: 'the event of the alarm button',
    begin: event('90', true),
    hold: 3,
    clear: event('90', false),
    over: 60,
    isNeverSilent: true,
  },
  {
    rule: 'A04',
    title: 'an occupied car between two floors',
    begin: on({ indoorzone: 'Between Floors', load: 'Full Load', door: 'Opening' }),
    hold: 60,
    clear: on({ indoorzone: 'On Floor' }),
  },
  {
    rule: 'A04',
    title: 'the same told as a plain boolean',
    begin: on({ indoorzone: 'false', load: 'Loaded', door: 'Opening' }),
    hold: 60,
    clear: on({ indoorzone: 'true' }),
  },
  {
    rule: 'A05',
    title: 'a car that moves with its door open outside the door zone',
    begin: on({ indoorzone: 'Between Floors', drive: 'Moving', door: 'Opened' }),
    hold: 1,
    clear: on({ technicianonsite: true }),
  },
  {
    rule: 'A05',
    title: 'the event of unintended movement',
    begin: event('05', true),
    hold: 0,
    clear: on({ technicianonsite: true }),
  },
  {
    rule: 'B01',
    title: 'a fault',
    begin: on({ errorstate: [true, { code: 1 }] }),
    hold: 120,
    clear: on({ errorstate: false }),
    over: 60,
  },
  {
    rule: 'B01',
    title: 'a fault without a code',
    begin: on({ errorstate: true }),
    hold: 120,
    clear: on({ errorstate: false }),
    over: 60,
  },
  { rule: 'B02', title: 'out of service', begin: on({ mode: 'UNV' }), hold: 300, clear: on({ mode: 'N' }) },
  {
    rule: 'B02',
    title: 'out of service beside another mode',
    begin: on({ mode: ['SAB', { secondary: ['JAB'] }] }),
    hold: 300,
    clear: on({ mode: 'N' }),
  },
  {
    rule: 'B03',
    title: 'an empty car between two floors',
    begin: on({ indoorzone: 'Between Floors' }),
    hold: 180,
    clear: on({ indoorzone: 'On Floor' }),
  },
  {
    rule: 'B04',
    title: 'a blocked door, until it closed three times as it should',
    begin: on({ door: 'Blocked' }),
    hold: 180,
    clear: on({}),
  },
  {
    rule: 'B04',
    title: 'three reversals and no trip after them',
    begin: repeated(3, { door: 'Closing' }, { door: 'Opening' }),
    hold: 600,
    clear: on({}),
  },
  {
    rule: 'C01',
    title: 'no mains power',
    begin: on({ controllerpower: false }),
    hold: 60,
    clear: on({ controllerpower: true }),
  },
  { rule: 'C02', title: 'emergency power', begin: on({ mode: 'RNO' }), hold: 10, clear: on({ mode: 'N' }) },
  { rule: 'C02', title: 'the automatic rescue device', begin: on({ ard: true }), hold: 10, clear: on({ ard: false }) },
  { rule: 'C03', title: 'fire mode', begin: on({ mode: 'JBF' }), hold: 0, clear: on({ mode: 'N' }) },
  { rule: 'C03', title: 'fire mode of the other name', begin: on({ mode: 'JNFF' }), hold: 0, clear: on({ mode: 'N' }) },
  { rule: 'C03', title: 'the event of a fire', begin: event('44', true), hold: 0, clear: event('44', false) },
  {
    rule: 'C04',
    title: 'an earthquake',
    begin: on({ errorstate: [true, { code: 52 }] }),
    hold: 0,
    clear: on({ errorstate: false }),
  },
  {
    rule: 'C04',
    title: 'an earthquake by the standard code',
    begin: on({ errorstate: [true, { code: 47 }] }),
    hold: 0,
    clear: on({ errorstate: false }),
  },
  {
    rule: 'C05',
    title: 'ten overloads within an hour',
    begin: repeated(10, { load: 'Empty' }, { load: 'Overload' }),
    hold: 0,
    clear: on({ load: 'Empty' }),
    over: 2 * HOUR,
  },
  {
    rule: 'C05',
    title: 'five minutes of overload',
    begin: on({ load: 'Overload', door: 'Opened' }),
    hold: 300,
    clear: on({ load: 'Empty' }),
    over: 2 * HOUR,
  },
  {
    rule: 'C06',
    title: 'ten doors blocked on a day while the lift goes on',
    begin: [...repeated(10, { door: 'Closing' }, { door: 'Blocked' }), on({ drive: 'Moving' })],
    hold: 0,
    clear: on({ door: 'Closed' }),
    over: 24 * HOUR,
  },
  {
    rule: 'C07',
    title: 'a lift left in inspection',
    begin: on({ mode: 'INS' }),
    hold: 4 * HOUR,
    clear: on({ mode: 'N' }),
  },
  {
    rule: 'B10',
    title: 'a fault of an escalator',
    unit: ESCALATOR,
    begin: on({ operationmode: 'Fault' }),
    hold: 60,
    clear: on({ operationmode: 'ReadyToStart' }),
  },
  {
    rule: 'B10',
    title: 'an error of a walk',
    unit: WALK,
    begin: on({ errorstate: true }),
    hold: 60,
    clear: on({ errorstate: false }),
  },
  {
    rule: 'B11',
    title: 'a walk that stops too late',
    unit: WALK,
    begin: [on({ brakerange: 1001 })],
    hold: 0,
    clear: on({ technicianonsite: true }),
  },
  {
    rule: 'B11',
    title: 'a walk that stops too soon',
    unit: WALK,
    begin: [on({ brakerange: 199 })],
    hold: 0,
    clear: on({ technicianonsite: true }),
  },
  {
    rule: 'D08',
    title: 'degraded health',
    begin: on({ health: 'Degraded' }),
    hold: 600,
    clear: on({ health: 'Good' }),
    over: 24 * HOUR,
  },
  {
    rule: 'D10',
    title: 'lubrication',
    unit: ESCALATOR,
    begin: on({ warning: 'Lubrication' }),
    hold: 600,
    clear: on({ warning: 'None' }),
  },
  {
    rule: 'D11',
    title: 'overheating',
    unit: ESCALATOR,
    begin: on({ warning: 'Overheat' }),
    hold: 60,
    clear: on({ warning: 'None' }),
    over: 1800,
  },
  {
    rule: 'D12',
    title: 'steps that are too fast',
    unit: ESCALATOR,
    begin: on({ stepspeed: 526 }),
    hold: 600,
    clear: on({ stepspeed: 510 }),
  },
  { rule: 'F01', title: 'an offline unit', begin: { onlineStatus: 0 }, hold: 0, clear: { onlineStatus: 1 } },
  { rule: 'F02', title: 'a disconnected cabinet', begin: { onlineStatus: 3 }, hold: 1800, clear: { onlineStatus: 1 } },
  {
    rule: 'F03',
    title: 'a floor that the shaft does not have',
    begin: on({ position: ['11', { physicalvalue: 11 }] }),
    hold: 5,
    clear: on({ position: ['1', { physicalvalue: 1 }] }),
    over: 24 * HOUR,
  },
  {
    rule: 'F03',
    title: 'an open door at speed',
    begin: on({ door: 'Opened', speed: 501 }),
    hold: 5,
    clear: on({ speed: 0 }),
    over: 24 * HOUR,
  },
  {
    rule: 'F03',
    title: 'counters that begin anew twice a day',
    begin: [{ hasReset: true }, { hasReset: true }],
    hold: 0,
    clear: { hasReset: true },
    over: 24 * HOUR,
  },
  { rule: 'F04', title: 'a clock that is off', begin: { driftSec: -301 }, hold: 0, clear: { driftSec: 59 } },
  {
    rule: 'F06',
    title: 'a pro box without a link',
    begin: [{ isPro: true }, { connection: 'offline' }],
    hold: 1800,
    clear: { connection: 'online' },
  },
];

const started = (row: Row, told: Told = {}): Course => {
  const { unit = ELEVATOR, begin } = row;
  const list = Array.isArray(begin) ? (begin as readonly Told[]) : [begin as Told];
  const course = new Course(unit).tell(-list.length, {
    ...told,
    values: { ...(unit === ELEVATOR ? STANDING : RUNNING), ...told.values },
  });
  list.forEach((one, index) => course.tell(index + 1 - list.length, one));
  return course;
};
const of = (course: Course, rule: string) => course.said.filter((line) => line.split(' ')[1] === rule);

/** Three doors that open and close as they should, one second each. */
function closeThrice(course: Course, from: number): number {
  let at = from;
  for (let cycle = 0; cycle < 3; cycle += 1)
    for (const door of ['Opening', 'Opened', 'Closing', 'Closed']) course.tell((at += 1), on({ door }));
  return at;
}

describe('the rules of silent-screens F2', () => {
  it('every live rule stands in this table; F05, which counts a day, has its own case', () => {
    const named = new Set([...TABLE.map(({ rule }) => rule), 'F05']);
    expect(LIVE_RULES.map(({ id }) => id).filter((id) => !named.has(id))).toEqual([]);
  });

  describe.each(TABLE.map((row) => ({ ...row, name: `${row.rule}: ${row.title}` })))('$name', (row) => {
    const { rule, hold, clear, over = 0 } = row;

    it('is told when it held long enough, not a second before', () => {
      const course = started(row);
      if (hold > 0) expect(of(course.clock(hold - 1), rule)).toEqual([]);
      expect(of(course.clock(hold), rule)).toEqual([`raise ${rule} 0 ${hold}`]);
      expect(of(course.clock(hold + 100), rule).filter((line) => line.startsWith('raise'))).toHaveLength(1);
    });

    it('ends when its condition is gone, and holds anew afterwards', () => {
      const course = started(row).clock(hold + 10);
      const at = rule === 'B04' ? closeThrice(course, hold + 20) : hold + 20;
      if (rule !== 'B04') course.tell(at, clear);
      if (over > 0) expect(of(course.clock(at + over - 1), rule)).toHaveLength(1);
      expect(of(course.clock(at + over), rule).at(-1)).toBe(`clear ${rule} ${at} ${at + over}`);
    });

    if (hold > 0 && rule !== 'B04' && rule !== 'A05')
      it('is not told when it was gone before', () => {
        const course = started(row).tell(hold - 1, clear);
        expect(of(course.clock(hold + 10), rule)).toEqual([]);
      });

    const isSilenced = !row.isNeverSilent && !rule.startsWith('F');
    it(`${isSilenced ? 'is silent' : 'speaks'} while a technician is on site`, () => {
      const course = started(row, { values: { technicianonsite: true } }).clock(hold + 5);
      expect(of(course, rule).filter((line) => line.startsWith('raise'))).toHaveLength(isSilenced ? 0 : 1);
    });

    it(`${isSilenced ? 'is silent' : 'speaks'} while a job of the unit is under way, and holds anew after it`, () => {
      const course = started(row, { isServiced: true }).clock(hold + 5);
      expect(of(course, rule).filter((line) => line.startsWith('raise'))).toHaveLength(isSilenced ? 0 : 1);
      // Single moments were judged when they happened.
      if (!isSilenced || Array.isArray(row.begin)) return;
      course.tell(hold + 1000, { isServiced: false });
      expect(of(course.clock(3 * hold + 1000), rule)[0]).toBe(`raise ${rule} ${hold + 1000} ${2 * hold + 1000}`);
    });
  });

  it('a box that connected more than twenty times within a day is reported, until it is calm', () => {
    const course = new Course();
    for (let link = 0; link < 20; link += 1) course.tell(link * 60, { hasConnected: true });
    expect(course.said).toEqual([]);
    course.tell(2000, { hasConnected: true });
    expect(course.said).toEqual(['raise F05 2000 2000']);
    course.look(20 * HOUR);
    expect(course.said).toHaveLength(1);
    expect(course.clock(26 * HOUR).said.at(-1)).toMatch(/^clear F05 /);
  });
});

describe('what the rules know of each other', () => {
  it('a suspected entrapment asks for a call-out after three minutes, and at once when the alarm rings', () => {
    const quiet = new Course().tell(0, on({ ...STANDING, load: 'Loaded' }));
    expect(of(quiet.clock(299), 'A02')).toEqual(['raise A02 0 120']);
    expect(of(quiet.clock(300), 'A02').at(-1)).toBe('callOut A02 0 300');
    const ringing = new Course().tell(0, on({ ...STANDING, load: 'Loaded' })).tell(130, on({ alarm: 'On' }));
    expect(of(ringing.clock(133), 'A02').at(-1)).toBe('callOut A02 0 133');
    expect(of(ringing.clock(1000), 'A02')).toHaveLength(2);
  });

  it('an occupied car between floors is a matter of persons, an empty one or one that nobody weighs is not', () => {
    const zone = { indoorzone: 'Between Floors', drive: 'Standing', door: 'Opening' };
    expect(new Course().tell(0, on({ ...zone, load: 'Loaded' })).clock(200).said).toEqual(['raise A04 0 60']);
    expect(new Course().tell(0, on({ ...zone, load: 'Empty' })).clock(200).said).toEqual(['raise B03 0 180']);
    expect(new Course().tell(0, on(zone)).clock(200).said).toEqual(['raise B03 0 180']);
  });

  it('code 04 of the standard is A04 or B03 by the load', () => {
    const told = (load: string) =>
      new Course().tell(0, {
        values: { ...STANDING, indoorzone: 'Between Floors', load, door: 'Opening' },
        ...event('04', true),
      });
    expect(told('Loaded').clock(200).said).toContain('raise A04 0 60');
    expect(told('Empty').clock(200).said).toContain('raise B03 0 180');
  });

  it.each([
    ['fire', 44],
    ['power', 41],
    ['inspection', 43],
    ['earthquake', 52],
  ])('a fault of kind %s is no fault stop', (_kind, code) => {
    const course = new Course().tell(0, on({ ...STANDING, errorstate: [true, { code }] })).clock(1000);
    expect(of(course, 'B01')).toEqual([]);
  });

  it('a fault of a door is a fault stop and a door failure', () => {
    const course = new Course().tell(0, on({ ...STANDING, errorstate: [true, { code: 2 }] })).clock(1000);
    expect(course.said).toEqual(['raise B01 0 120', 'raise B04 0 180']);
  });

  it('a lost pro box is reported once, and its units are not reported as offline', () => {
    const course = new Course().tell(0, { isPro: true, connection: 'offline' }).clock(1800);
    course.tell(2000, { onlineStatus: 3 }).clock(2000 + 2 * 1800);
    course.tell(9000, { onlineStatus: 0 });
    expect(course.said).toEqual(['raise F06 0 1800']);
  });

  it('inspection suppresses faults, and their hold times start again after it', () => {
    const course = new Course().tell(0, on({ ...STANDING, mode: 'INS', errorstate: true })).clock(1000);
    expect(course.said).toEqual([]);
    expect(course.tell(1000, on({ mode: 'N' })).clock(2000).said).toEqual(['raise B01 1000 1120']);
  });

  it('what the box told by an event of its own is marked, so that nobody hears it twice', () => {
    const [first] = new Course().tell(0, event('44', true)).effects;
    const [second] = new Course().tell(0, on({ mode: 'JBF' })).effects;
    expect([first?.isToldByBox, second?.isToldByBox]).toEqual([true, false]);
  });
});

describe('settings of a rule', () => {
  const setting = (scope: 'all' | 'productLine' | 'unit', target: string, enabled: boolean, numbers = {}) => ({
    rule: 'B01',
    scope,
    target,
    enabled,
    numbers,
  });
  const raisedAt = (...settings: Parameters<typeof setting>[]) =>
    new Course(
      ELEVATOR,
      settings.map((one) => setting(...one)),
    )
      .tell(0, on({ ...STANDING, errorstate: true }))
      .clock(5000).said;

  it('the narrower one wins, number by number', () => {
    expect(raisedAt(['all', '', true, { hold: 30 }])).toEqual(['raise B01 0 30']);
    expect(raisedAt(['all', '', true, { hold: 30 }], ['productLine', 'PL', true, { hold: 40 }])).toEqual([
      'raise B01 0 40',
    ]);
    expect(raisedAt(['unit', 'E1', true, { hold: 50 }], ['productLine', 'PL', true, { hold: 40 }])).toEqual([
      'raise B01 0 50',
    ]);
    expect(raisedAt(['productLine', 'other', true, { hold: 40 }], ['unit', 'E2', false])).toEqual(['raise B01 0 120']);
  });

  it('off for all and on for a unit is on for it', () => {
    expect(raisedAt(['all', '', false])).toEqual([]);
    expect(raisedAt(['all', '', false], ['unit', 'E1', true])).toEqual(['raise B01 0 120']);
    expect(raisedAt(['unit', 'E1', false])).toEqual([]);
  });
});
