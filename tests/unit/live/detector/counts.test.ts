import { Course, ESCALATOR, WALK, type Told } from './course';

/** What the rules make of a person's word, and what their counts are made of. */

const HOUR = 3600;
const on = (values: Told['values']): Told => ({ ...(values ? { values } : {}) });
const STANDING = { drive: 'Standing', door: 'Closed', load: 'Empty', mode: 'N', indoorzone: 'On Floor' };
const RUNNING = { operationmode: 'Continuous', stepspeed: 500 };

describe('a suspicion of somebody who watches (equipmentWarn/save)', () => {
  const watched = (values: object = {}) => new Course().tell(0, on({ ...STANDING, ...values }));

  it('is A02 at once, once, with its call-out three minutes later', () => {
    const course = watched().look(10, { isSuspected: true }).look(20, { isSuspected: true }).clock(189);
    expect(course.said).toEqual(['raise A02 10 10']);
    expect(course.clock(190).said).toEqual(['raise A02 10 10', 'callOut A02 10 190']);
  });

  it('ends as what the box says ends, and its call-out is not asked for then', () => {
    const course = watched()
      .look(10, { isSuspected: true })
      .tell(60, on({ drive: 'Moving' }))
      .clock(1000);
    expect(course.said).toEqual(['raise A02 10 10', 'clear A02 60 60']);
  });

  it('is nothing where an open door or a trip tells better, or a technician is there', () => {
    for (const values of [{ door: 'Opened' }, { drive: 'Moving' }, { technicianonsite: true }, { mode: 'INS' }])
      expect(watched(values).look(10, { isSuspected: true }).said).toEqual([]);
  });

  it('comes before the hold time of what the box says, and is then the same', () => {
    const course = watched({ load: 'Loaded' }).look(60, { isSuspected: true }).clock(239);
    expect(course.said).toEqual(['raise A02 60 60']);
    expect(course.clock(240).said).toEqual(['raise A02 60 60', 'callOut A02 60 240']);
  });

  it('is no business of an escalator', () => {
    expect(new Course(ESCALATOR).tell(0, on(RUNNING)).look(10, { isSuspected: true }).said).toEqual([]);
  });
});

describe('what the counts of the rules are made of', () => {
  const MIDNIGHT = 15 * HOUR;
  const block = (course: Course, sec: number) =>
    course
      .tell(sec, on({ door: 'Closing' }))
      .tell(sec + 1, on({ door: 'Blocked' }))
      .tell(sec + 2, on({ door: 'Closed' }));
  const saidOf = (course: Course, rule: string) => course.said.filter((one) => one.includes(` ${rule} `));

  it('blocked doors are those of one Shanghai day', () => {
    const course = new Course().tell(0, on({ ...STANDING }));
    for (let time = 1; time <= 9; time += 1) block(course, MIDNIGHT - 600 + time * 10);
    block(course, MIDNIGHT + 10).tell(MIDNIGHT + 60, on({ drive: 'Moving' }));
    expect(saidOf(course, 'C06')).toEqual([]);
    for (let time = 2; time <= 10; time += 1) block(course, MIDNIGHT + time * 60);
    course.tell(MIDNIGHT + 900, on({ drive: 'Standing' })).tell(MIDNIGHT + 960, on({ drive: 'Moving' }));
    expect(saidOf(course, 'C06')).toHaveLength(1);
  });

  it('the first load that a box tells is no overload more', () => {
    const course = new Course().tell(0, on({ drive: 'Standing', load: 'Overload' }));
    for (let time = 1; time <= 9; time += 1)
      course.tell(time * 10, on({ load: 'Empty' })).tell(time * 10 + 1, on({ load: 'Overload' }));
    expect(saidOf(course, 'C05')).toEqual([]);
    course.tell(200, on({ load: 'Empty' })).tell(201, on({ load: 'Overload' }));
    expect(saidOf(course, 'C05')).toHaveLength(1);
  });

  it('a door that turns back again has not closed as it should', () => {
    const course = new Course().tell(0, on({ ...STANDING, door: 'Blocked' })).clock(200);
    expect(saidOf(course, 'B04')).toHaveLength(1);
    const cycle = (sec: number) => course.tell(sec, on({ door: 'Closing' })).tell(sec + 1, on({ door: 'Closed' }));
    cycle(210);
    cycle(220);
    course.tell(230, on({ door: 'Closing' })).tell(231, on({ door: 'Opening' }));
    cycle(240);
    cycle(250);
    expect(saidOf(course, 'B04')).toHaveLength(1);
    cycle(260);
    expect(saidOf(course, 'B04')).toHaveLength(2);
  });

  it('a lost pro box takes the word from a cabinet whose time is over in the same moment', () => {
    const course = new Course().tell(0, { isPro: true, connection: 'offline', onlineStatus: 3 }).clock(4000);
    expect(course.said).toEqual(['raise F06 0 1800']);
  });

  it('a counter that begins anew once more makes the calm of a day begin anew', () => {
    const course = new Course().tell(0, { hasReset: true }).tell(60, { hasReset: true });
    expect(course.said).toEqual(['raise F03 60 60']);
    course.tell(10 * HOUR, { hasReset: true }).clock(25 * HOUR);
    expect(course.said).toHaveLength(1);
    expect(course.clock(34 * HOUR).said).toEqual(['raise F03 60 60', `clear F03 ${10 * HOUR} ${34 * HOUR}`]);
  });

  it('limits are not beyond themselves', () => {
    expect(new Course().tell(0, on({ door: 'Opened', speed: 500 })).clock(60).said).toEqual([]);
    const slow = { ...WALK, ratedSpeed: 0.65 };
    const braked = (range: number) => new Course(slow).tell(0, on(RUNNING)).tell(1, on({ brakerange: range })).said;
    expect([300, 1300].map(braked)).toEqual([[], []]);
    expect([299, 1301].map((range) => braked(range).length)).toEqual([1, 1]);
  });

  it('steps that stand are not too slow', () => {
    const course = new Course(ESCALATOR).tell(0, on({ operationmode: 'Continuous', stepspeed: 0 })).clock(1200);
    expect(saidOf(course, 'D12')).toEqual([]);
  });
});
