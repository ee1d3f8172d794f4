import { Hub } from '@/lib/live/realtime/server/hub';
import type { SnapshotRow } from '@/lib/live/realtime/server/hub';
import type { LiveMessage, LiveStatus, RtcMessage } from '@/lib/live/units/live-message';
import type { Subscriber } from '@/lib/live/realtime/server/subscriber';

/** A hub with rooms of plain sets; each socket keeps what it got. */
function setUp() {
  const rooms = new Map<string, Set<LiveMessage[]>>();
  const hub = new Hub({
    emitRoom: (equipmentNo, message) => rooms.get(equipmentNo)?.forEach((inbox) => inbox.push(message as LiveMessage)),
  });
  const addSocket = () => {
    const inbox: LiveMessage[] = [];
    const state = { isCongested: false };
    const subscriber = hub.add({
      join: (equipmentNo) =>
        void (rooms.get(equipmentNo) ?? rooms.set(equipmentNo, new Set()).get(equipmentNo))?.add(inbox),
      leave: (equipmentNo) => void rooms.get(equipmentNo)?.delete(inbox),
      send: (message: RtcMessage) => void inbox.push(message as LiveMessage),
      isCongested: () => state.isCongested,
    });
    return { inbox, state, subscriber };
  };
  const publish = (equipmentNo: string, changes: LiveStatus) =>
    hub.publish([{ equipmentNo, equipmentType: 'YAE_ELT', displayType: 'EV', changes, committedAt: Date.now() }]);
  const rows = (status: LiveStatus, ...numbers: string[]) =>
    new Map<string, SnapshotRow>(
      numbers.map((equipmentNo) => [
        equipmentNo,
        { head: { equipmentNo, equipmentType: 'YAE_ELT', displayType: 'EV' }, status },
      ]),
    );
  const watch = (subscriber: Subscriber, status: LiveStatus, ...numbers: string[]) =>
    hub.replace(subscriber, numbers, async () => rows(status, ...numbers));
  return { hub, addSocket, publish, rows, watch };
}

const online: LiveStatus = { onlinestatus: { value: 1, at: 1 }, connection: { value: 'online', at: 1 } };

beforeEach(() => jest.useFakeTimers({ now: 1_000_000 }));
afterEach(() => jest.useRealTimers());

describe('changes', () => {
  it('leave at once from a quiet unit and are merged while it is busy, never more than 5 in any second', async () => {
    const { addSocket, publish, watch } = setUp();
    const { inbox, subscriber } = addSocket();
    await watch(subscriber, online, 'a');
    const arrivals: number[] = [];
    const push = inbox.push.bind(inbox);
    inbox.push = (...messages) => {
      arrivals.push(Date.now());
      return push(...messages);
    };
    for (let step = 0; step < 300; step += 1) {
      publish('a', {
        speed: { value: step, at: Date.now() },
        ...(step === 10 ? { door: { value: 'Opened', at: Date.now() } } : {}),
      });
      if (step === 0) expect(arrivals).toHaveLength(1);
      await jest.advanceTimersByTimeAsync(10);
    }
    await jest.advanceTimersByTimeAsync(1000);
    for (const start of arrivals)
      expect(arrivals.filter((at) => at >= start && at < start + 1000).length).toBeLessThanOrEqual(5);
    expect(inbox.at(-1)?.status.speed?.value).toBe(299);
    expect(inbox.filter(({ status }) => status.door?.value === 'Opened')).toHaveLength(1);
  });

  it('of one unit arrive in order and their Timestamp never falls, even when the clock is set back', async () => {
    const { addSocket, publish, watch } = setUp();
    const { inbox, subscriber } = addSocket();
    await watch(subscriber, online, 'a');
    publish('a', { speed: { value: 1, at: 1 } });
    jest.setSystemTime(900_000);
    publish('a', { speed: { value: 2, at: 2 } });
    await jest.advanceTimersByTimeAsync(300);
    publish('a', { speed: { value: 3, at: 3 } });
    await jest.advanceTimersByTimeAsync(300);
    const stamps = inbox.map(({ Timestamp }) => Timestamp);
    expect(stamps).toEqual([...stamps].sort((a, b) => a - b));
    expect(inbox.map(({ status }) => status.speed?.value).filter(Boolean)).toEqual([1, 2, 3]);
  });

  it('that arrive after a newer one has left are dropped; our own link state counts by arrival', async () => {
    const { addSocket, publish, watch } = setUp();
    const { inbox, subscriber } = addSocket();
    await watch(subscriber, online, 'a');
    publish('a', { door: { value: 'Opened', at: 50 }, connection: { value: 'offline', at: 50 } });
    await jest.advanceTimersByTimeAsync(300);
    publish('a', { door: { value: 'Closed', at: 40 }, connection: { value: 'online', at: 40 } });
    await jest.advanceTimersByTimeAsync(300);
    expect(inbox.at(-1)?.status).toEqual({ connection: { value: 'online', at: 40 } });
  });

  it('of units nobody watches cost nothing', () => {
    const { hub, publish } = setUp();
    publish('a', { door: { value: 'Opened', at: 1 } });
    expect(hub.size).toEqual({ topics: 0, sockets: 0 });
    expect(jest.getTimerCount()).toBe(1); // the sweep
  });
});

describe('a snapshot', () => {
  it('comes before the changes that happen while it is read, and nothing is lost between', async () => {
    const { hub, addSocket, publish, rows } = setUp();
    const { inbox, subscriber } = addSocket();
    let answer: (value: Map<string, SnapshotRow>) => void = () => undefined;
    const done = hub.replace(subscriber, ['a'], () => new Promise((resolve) => (answer = resolve)));
    publish('a', { door: { value: 'Opening', at: 10 }, load: { value: 'Empty', at: 5 } });
    expect(inbox).toEqual([]);
    answer(rows({ ...online, door: { value: 'Closed', at: 9 }, load: { value: 'Loaded', at: 7 } }, 'a'));
    await done;
    expect(inbox.map(({ responseType, status }) => [responseType, status.door?.value, status.load?.value])).toEqual([
      ['snapshot', 'Closed', 'Loaded'],
      ['change', 'Opening', undefined],
    ]);
  });

  it('is never followed by an older value that was waiting to be sent', async () => {
    const { addSocket, publish, watch } = setUp();
    const first = addSocket();
    await watch(first.subscriber, online, 'a');
    publish('a', { door: { value: 'Opening', at: 1 } });
    publish('a', { door: { value: 'Opened', at: 2 } });
    const second = addSocket();
    await watch(second.subscriber, { ...online, door: { value: 'Closing', at: 3 } }, 'a');
    await jest.advanceTimersByTimeAsync(300);
    const doors = (inbox: LiveMessage[]) => inbox.map(({ status }) => status.door?.value).filter(Boolean);
    expect(doors(second.inbox)).toEqual(['Closing', 'Closing']);
    expect(doors(first.inbox)).toEqual(['Opening', 'Closing']);
  });

  it('names the numbers that could not be read; the rest stays subscribed', async () => {
    const { hub, addSocket, publish, rows } = setUp();
    const { inbox, subscriber } = addSocket();
    const refused = await hub.replace(subscriber, ['a', 'foreign'], async () => rows(online, 'a'));
    expect(refused).toEqual(['foreign']);
    publish('foreign', { door: { value: 'Opened', at: 1 } });
    publish('a', { door: { value: 'Opened', at: 1 } });
    expect(inbox.map(({ equipmentNo, responseType }) => [equipmentNo, responseType])).toEqual([
      ['a', 'snapshot'],
      ['a', 'change'],
    ]);
  });

  it('that cannot be read leaves no subscription behind', async () => {
    const { hub, addSocket } = setUp();
    const { subscriber } = addSocket();
    await expect(hub.replace(subscriber, ['a'], () => Promise.reject(new Error('database away')))).rejects.toThrow(
      'database away',
    );
    expect(subscriber.streams.size).toBe(0);
    expect(hub.size.topics).toBe(0);
  });

  it('replaces the list: what is not named any more falls silent', async () => {
    const { hub, addSocket, publish, watch } = setUp();
    const { inbox, subscriber } = addSocket();
    await watch(subscriber, online, 'a', 'b');
    await watch(subscriber, online, 'b');
    inbox.length = 0;
    publish('a', { door: { value: 'Opened', at: 1 } });
    publish('b', { door: { value: 'Opened', at: 1 } });
    expect(inbox.map(({ equipmentNo }) => equipmentNo)).toEqual(['b']);
    hub.remove(subscriber);
    expect(hub.size).toEqual({ topics: 0, sockets: 0 });
  });
});

describe('a keepalive', () => {
  it('reaches a socket that heard nothing for 20 s, with online status and connection of one unit', async () => {
    const { addSocket, publish, watch } = setUp();
    const { inbox, subscriber } = addSocket();
    await watch(subscriber, online, 'a', 'b');
    await jest.advanceTimersByTimeAsync(15_000);
    publish('b', { connection: { value: 'offline', at: 2 } });
    inbox.length = 0;
    await jest.advanceTimersByTimeAsync(19_000);
    expect(inbox).toEqual([]);
    await jest.advanceTimersByTimeAsync(2000);
    expect(inbox).toHaveLength(1);
    expect(inbox[0]).toMatchObject({ equipmentNo: 'a', responseType: 'keepalive', status: online });
    await jest.advanceTimersByTimeAsync(60_000);
    expect(inbox).toHaveLength(4);
  });

  it('is not sent to sockets without subscriptions', async () => {
    const { addSocket } = setUp();
    const { inbox } = addSocket();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(inbox).toEqual([]);
  });
});

it('a slow socket loses stale values, never order, and ends with the latest', async () => {
  const { addSocket, publish, watch } = setUp();
  const slow = addSocket();
  const fast = addSocket();
  await watch(slow.subscriber, online, 'a');
  await watch(fast.subscriber, online, 'a');
  slow.state.isCongested = true;
  await jest.advanceTimersByTimeAsync(1000);
  slow.inbox.length = 0;
  for (let step = 1; step <= 20; step += 1) {
    publish('a', { speed: { value: step, at: step }, ...(step === 3 ? { door: { value: 'Opened', at: 3 } } : {}) });
    await jest.advanceTimersByTimeAsync(300);
  }
  expect(slow.inbox).toEqual([]);
  expect(fast.inbox.length).toBeGreaterThan(15);
  slow.state.isCongested = false;
  await jest.advanceTimersByTimeAsync(1000);
  expect(slow.inbox).toHaveLength(1);
  expect(slow.inbox[0]?.status).toEqual({ speed: { value: 20, at: 20 }, door: { value: 'Opened', at: 3 } });
  publish('a', { speed: { value: 21, at: 21 } });
  expect(slow.inbox.at(-1)?.status.speed?.value).toBe(21);
});
