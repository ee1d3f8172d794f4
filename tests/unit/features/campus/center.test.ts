import { centerLevel, centerName, centerStateOf, halvesOf } from '@/lib/features/campus/center';
import { WallRefresh } from '@/lib/features/campus/wall-refresh';
import { LiveTopics } from '@/lib/live/realtime/browser/live-topics';
import { readMessage } from '@/lib/live/realtime/browser/normalize';
import { setUpClient } from '../../live/realtime/support/fake-socket';

describe('a place of the Shanghai center', () => {
  it.each([
    ['L9 3F', 'L9', '3F'],
    ['  L10\t2F ', 'L10', '2F'],
    ['L7　B1 东', 'L7', 'B1 东'],
    ['L5', 'L5', ''],
    ['', '', ''],
  ])('[SHC-002] %j is the name %j of the layer %j', (nickName, name, layer) => {
    expect(centerName(nickName)).toEqual({ name, layer });
  });

  it('[SHC-003] stands on the level of its code; all others on the last', () => {
    const levels = ['L9', 'L10', 'L7', 'L8', 'L5', 'L6', 'L3', 'L4', 'L1', 'L2', 'l9', 'L90', '东侧扶梯', ''];
    expect(levels.map(centerLevel)).toEqual([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4]);
  });

  it('stands by its position, the first half left, the odd one with it', () => {
    const units = [5, 1, 3, 2, 4].map((position) => ({ position }));
    expect(halvesOf(units).map((half) => half.map(({ position }) => position))).toEqual([
      [1, 2, 3],
      [4, 5],
    ]);
    expect(halvesOf([])).toEqual([[], []]);
  });
});

it('counts each unit once, and says nothing calm of one that is not heard now (readings 122)', () => {
  const call = { onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0 };
  const state = (values: Record<string, unknown>, known: typeof call | undefined = call, isStreaming = true) =>
    centerStateOf(
      known,
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, at: 1 }])),
      isStreaming,
    );
  const runs = { stepspeed: 500, direction: 'Up', operationmode: 'Continuous' };
  expect(state(runs)).toBe('running');
  expect(state({ ...runs, stepspeed: 200 })).toBe('saving');
  expect(state({ ...runs, stepspeed: 0 })).toBe('standing');
  expect(state({ ...runs, errorstate: true })).toBe('fault');
  expect(state({ ...runs, connection: 'offline' })).toBe('unknown');
  expect(state(runs, call, false)).toBe('unknown');
  expect([0, 3, 4].map((onlineStatus) => state({}, { ...call, onlineStatus }))).toEqual([
    'offline',
    'disconnected',
    'notInstalled',
  ]);
  expect(state({}, undefined, false)).toBe('unknown');
});

describe('a wall that stands for 30 days', () => {
  beforeEach(() => jest.useFakeTimers({ now: 1_700_000_000_000 }));
  afterEach(() => {
    jest.clearAllTimers();
    jest.useRealTimers();
  });

  it('keeps its timers, sockets and values bounded through lost connections, renewed tokens and a changed list', async () => {
    const units = Array.from({ length: 41 }, (_, index) => `E${index}`);
    const topics = new LiveTopics();
    const calls = { all: 0, units: 0 };
    const refresh = new WallRefresh({
      refreshAll: () => void (calls.all += 1),
      refreshUnits: () => void (calls.units += 1),
      refreshCounts: () => undefined,
      refreshOrder: () => undefined,
    });
    const { client, sockets, getToken, goLive, last } = setUpClient({
      onMessage: (raw) => {
        const message = readMessage(raw, Date.now());
        if (!message) return;
        topics.apply(message);
        refresh.onMessage(message);
      },
    });
    getToken.mockImplementation(async () => ({ token: 't', expiresIn: 300 }));
    refresh.start();
    await goLive(units);
    const say = (equipmentNo: string, responseType: string, stepspeed: number) =>
      last().receive('rtc', {
        equipmentNo,
        equipmentType: 'YAE_ESC',
        responseType,
        Timestamp: Date.now(),
        status: {
          onlinestatus: { value: 1, at: Date.now() },
          stepspeed: { value: stepspeed, at: Date.now() },
          errorstate: { value: stepspeed === 0, at: Date.now() },
        },
      });
    let mostTimers = 0;
    for (let day = 0; day < 30; day += 1) {
      for (const equipmentNo of units) say(equipmentNo, 'snapshot', 500);
      for (let minute = 0; minute < 24 * 60; minute += 1) {
        say(units[minute % 41] ?? 'E0', 'change', minute % 97 === 0 ? 0 : 200);
        await jest.advanceTimersByTimeAsync(59_000);
        for (const { args } of last()
          .sent.splice(0)
          .filter(({ event }) => event === 'authorize'))
          if (args.length > 0) last().receive('authorize', { code: 200, message: 'success' });
        mostTimers = Math.max(mostTimers, jest.getTimerCount());
      }
      // Each night the network goes away, and somebody puts another unit on the wall.
      last().receive('disconnect', 'transport close');
      for (let tries = 0; !last().isConnecting || last().isDisconnected; tries += 1) {
        if (tries > 100) throw new Error('it does not come back');
        await jest.advanceTimersByTimeAsync(1000);
      }
      units[day] = `F${day}`;
      client.subscribe(units.map((equipmentNo) => ({ equipmentNo })));
      topics.keep(new Set(units));
      last().receive('connect');
      last().receive('authorize', { code: 200, message: 'success' });
      await jest.advanceTimersByTimeAsync(100);
      for (const equipmentNo of units) say(equipmentNo, 'snapshot', 500);
    }
    expect(mostTimers).toBeLessThan(12);
    expect(sockets.filter(({ isDisconnected }) => !isDisconnected)).toHaveLength(1);
    expect(units.every((equipmentNo) => Object.keys(topics.status(equipmentNo)).length === 3)).toBe(true);
    expect(topics.lastMessageAt('E0')).toBeNull();
    expect(client.state).toBe(0);
    expect(calls.all).toBeGreaterThan(30 * 24);
    refresh.stop();
    client.close();
    expect(jest.getTimerCount()).toBe(0);
  }, 60_000);
});
