import { classOf, groupsOf, headOf, inOrder, nameInProject } from '@/lib/features/campus/arrangement';
import type { UnitClass } from '@/lib/features/campus/arrangement';
import type { StatusEntry } from '@/lib/features/equipment/contract';

const status = (rest: Partial<StatusEntry> = {}): StatusEntry => ({
  equipmentNo: 'A',
  onlineStatus: 1,
  errorStatus: 0,
  entrapmentStatus: 0,
  ...rest,
});
const live = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, at: 1 }]));

describe('the class of a unit', () => {
  it('is normal only of one that was looked at, is connected and whose stream lives', () => {
    expect(classOf(status(), {}, true)).toBe('normal');
    expect(classOf(status(), {}, false)).toBe('unknown');
    expect(classOf(undefined, {}, true)).toBe('unknown');
    // Its faults are withheld from the reader: nobody here knows.
    expect(classOf(status({ errorStatus: -1 }), {}, true)).toBe('unknown');
    expect(classOf(status(), live({ connection: 'offline' }), true)).toBe('held');
    expect(classOf(status({ onlineStatus: 4 }), {}, true)).toBe('notInstalled');
    expect(classOf(status({ onlineStatus: 0 }), {}, true)).toBe('offline');
  });

  it('is the worst that call or values say, as the tile names it', () => {
    expect(classOf(status(), live({ errorstate: true }), true)).toBe('fault');
    expect(classOf(status({ errorStatus: 1 }), live({ entrapment: true }), true)).toBe('trapped');
    expect(classOf(status(), live({ onlinestatus: 3 }), true)).toBe('disconnected');
    expect(classOf(status({ onlineStatus: 3, errorStatus: 1 }), {}, true)).toBe('fault');
  });
});

const unit = (equipmentNo: string, position: number) => ({ equipmentNo, position });
const classes = (given: Record<string, UnitClass>) => new Map(Object.entries(given));

describe('the order', () => {
  const units = [unit('A', 0), unit('B', 1), unit('C', 2), unit('D', 3)];
  const numbers = (given: readonly { equipmentNo: string }[]) => given.map(({ equipmentNo }) => equipmentNo).join('');

  it('by position is the order of the wall, whatever happens', () => {
    expect(inOrder(units, 'position', classes({ D: 'trapped' }))).toBe(units);
  });

  it('worst first brings trapped, fault, disconnected, link lost and offline to the front, equals by position', () => {
    expect(numbers(inOrder(units, 'worst', classes({ B: 'fault', D: 'trapped', C: 'fault' })))).toBe('DBCA');
    expect(numbers(inOrder(units, 'worst', classes({ A: 'offline', B: 'held', C: 'disconnected' })))).toBe('CBAD');
  });

  it('moves nothing while units only come to be known, or to be without a box', () => {
    expect(
      numbers(inOrder(units, 'worst', classes({ A: 'normal', B: 'unknown', C: 'notInstalled', D: 'normal' }))),
    ).toBe('ABCD');
  });
});

describe('groups', () => {
  const project = (projectId: string, equipmentNos: string[], total: number | null = equipmentNos.length) => ({
    projectId,
    projectName: projectId,
    total,
    equipmentNos,
  });
  const [p, q] = [project('P', ['A', 'C']), project('Q', ['B'])];

  it('stand by their first unit, and units of no project in one of their own', () => {
    const ordered = [unit('B', 1), unit('X', 4), unit('A', 0), unit('C', 2)];
    expect(
      groupsOf(ordered, [p, q]).map(({ project: one, units }) => [
        one?.projectId,
        units.map(({ equipmentNo }) => equipmentNo).join(''),
      ]),
    ).toEqual([
      ['Q', 'B'],
      [undefined, 'X'],
      ['P', 'AC'],
    ]);
  });

  const head = (given: Record<string, UnitClass>, total: number | null = 2) =>
    headOf({ project: project('P', ['A', 'C'], total), units: [unit('A', 0), unit('C', 2)] }, classes(given));

  it('call themselves all normal only when every unit was looked at, is connected and fresh', () => {
    expect(head({ A: 'normal', C: 'normal' })).toEqual({ count: 2, onPage: undefined, states: [], isAllNormal: true });
    for (const other of ['unknown', 'notInstalled', 'held', 'offline'] as const)
      expect(head({ A: 'normal', C: other }).isAllNormal).toBe(false);
    expect(head({ A: 'normal' })).toMatchObject({ isAllNormal: false, states: [{ state: 'unknown', count: 1 }] });
  });

  it('never call a project normal of which units stand on another page, or nobody knows how many it has', () => {
    expect(head({ A: 'normal', C: 'normal' }, 5)).toEqual({ count: 5, onPage: 2, states: [], isAllNormal: false });
    expect(head({ A: 'normal', C: 'normal' }, null)).toEqual({ count: 2, onPage: 2, states: [], isAllNormal: false });
  });

  it('count what is wrong, worst first; a lost link and offline are one', () => {
    expect(head({ A: 'held', C: 'trapped' }).states).toEqual([
      { state: 'trapped', count: 1 },
      { state: 'offline', count: 1 },
    ]);
    expect(head({ A: 'held', C: 'offline' }).states).toEqual([{ state: 'offline', count: 2 }]);
  });
});

it('below a heading the rest of a name is left, the whole one where it has no rest or does not begin with the project', () => {
  expect(nameInProject('海棠金融中心主塔楼客梯3#', '海棠金融中心')).toBe('主塔楼客梯3#');
  expect(nameInProject('Harbour Tower - Lift 3', 'Harbour Tower')).toBe('Lift 3');
  expect(nameInProject('海棠金融中心', '海棠金融中心')).toBe('海棠金融中心');
  expect(nameInProject('东澜国际机场T2航站楼出发大厅客梯1#', '上海东澜国际机场T2航站楼')).toBe('出发大厅客梯1#');
  expect(nameInProject('海棠广场购物中心货梯8#', '上海海棠广场')).toBe('购物中心货梯8#');
  expect(nameInProject('上海塔客梯1#', '上海海棠广场')).toBe('上海塔客梯1#');
  expect(nameInProject('大堂 1号梯', '海棠金融中心')).toBe('大堂 1号梯');
  expect(nameInProject('大堂 1号梯', undefined)).toBe('大堂 1号梯');
});
