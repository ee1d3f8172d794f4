import fc from 'fast-check';
import { COMMISSIONING_MESSAGE, foldEvent, type EventRow } from '@/lib/live/telemetry/incident-events';
import type { EventMessage } from '@/lib/live/telemetry/payload';
import { isEntrapmentAlarm } from '@/lib/live/units/entrapment';
import {
  displayFloor,
  errorStatusOf,
  mergeConnection,
  onlineStatusOf,
  type LinkState,
} from '@/lib/live/telemetry/state';
import { isTrapped } from '@/lib/live/units/entrapment';

const NOW = 1_767_225_600_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

describe('online status (silent-screens.md F1)', () => {
  const of = (facts: Partial<Parameters<typeof onlineStatusOf>[0]>, isData = false) =>
    onlineStatusOf({ current: 1, hasCube: true, lastDataAt: NOW - MINUTE, ...facts }, NOW, isData);

  it('without a box: not installed', () => expect(of({ hasCube: false })).toBe(4));
  it('mapped and never heard: offline', () => expect(of({ current: 4, lastDataAt: null })).toBe(0));
  it('72 h without data: offline, a moment before not', () => {
    expect(of({ lastDataAt: NOW - 72 * HOUR })).toBe(0);
    expect(of({ lastDataAt: NOW - 72 * HOUR + 1 })).toBe(1);
    expect(of({ current: 3, connected: false, connectedSince: NOW - 80 * HOUR, lastDataAt: NOW - 72 * HOUR })).toBe(0);
  });
  it('accepted data brings it back, the clock alone does not', () => {
    expect(of({ current: 0 }, true)).toBe(1);
    expect(of({ current: 0 }, false)).toBe(0);
    expect(of({ current: 4 }, true)).toBe(1);
  });
  it('connected false for 5 min: cabinet disconnected', () => {
    expect(of({ connected: false, connectedSince: NOW - 5 * MINUTE + 1 })).toBe(1);
    expect(of({ connected: false, connectedSince: NOW - 5 * MINUTE })).toBe(3);
  });
  it('connected true for 60 s: back', () => {
    expect(of({ current: 3, connected: true, connectedSince: NOW - MINUTE + 1 })).toBe(3);
    expect(of({ current: 3, connected: true, connectedSince: NOW - MINUTE })).toBe(1);
    expect(of({ current: 3, connected: false, connectedSince: NOW - 10 })).toBe(3);
  });
});

describe('error and entrapment status', () => {
  it('errorStatus', () => {
    expect(errorStatusOf(1, undefined, false)).toBe(0);
    expect(errorStatusOf(1, { value: true, at: 1 }, false)).toBe(1);
    expect(errorStatusOf(3, { value: false, at: 1 }, true)).toBe(1);
    expect(errorStatusOf(3, { value: true, at: 1 }, false)).toBe(1);
    expect(errorStatusOf(3, { value: false, at: 1 }, false)).toBe(2);
    expect(errorStatusOf(0, { value: true, at: 1 }, true)).toBe(2);
    expect(errorStatusOf(4, undefined, true)).toBe(2);
  });
  it('only 10002 and 10003 with entrap_enable mean trapped persons', () => {
    const alarm = (value: string, code: number, isEnabled: boolean) =>
      isEntrapmentAlarm({ value, tracking: { code, entrap_enable: isEnabled } });
    expect([
      alarm('On', 10002, true),
      alarm('On', 10003, true),
      alarm('On', 10001, true),
      alarm('On', 10002, false),
      alarm('Off', 10002, true),
    ]).toEqual([true, true, false, false, false]);
    expect(isEntrapmentAlarm({ value: 'On' })).toBe(false);
  });
  it('the newest of alarm and entrapment false decides; an alarm that goes off frees nobody', () => {
    expect(isTrapped({ value: true, at: 5 }, undefined)).toBe(true);
    expect(isTrapped({ value: false, at: 5 }, 4)).toBe(false);
    expect(isTrapped({ value: false, at: 5 }, 6)).toBe(true);
    expect(isTrapped(undefined, 6)).toBe(true);
    expect(isTrapped(undefined, undefined)).toBe(false);
  });
});

describe('box link', () => {
  const online: LinkState = { state: 'online', session: 's1', stateAt: 100 };
  it('offline counts only for the current session', () => {
    expect(mergeConnection(online, { state: 'offline', session: 's1', at: 200 })).toEqual({
      state: 'offline',
      session: 's1',
      stateAt: 200,
    });
    expect(mergeConnection(online, { state: 'offline', session: 's0', at: 200 })).toBeUndefined();
    expect(
      mergeConnection({ state: 'offline', session: null, stateAt: null }, { state: 'offline', session: 's0', at: 200 }),
    ).toBeUndefined();
  });
  it('online with a newer time or another session becomes current', () => {
    expect(mergeConnection(online, { state: 'online', session: 's2', at: 50 })).toEqual({
      state: 'online',
      session: 's2',
      stateAt: 50,
    });
    expect(mergeConnection(online, { state: 'online', session: 's1', at: 101 })?.stateAt).toBe(101);
    expect(mergeConnection(online, { state: 'online', session: 's1', at: 100 })).toBeUndefined();
  });
  it('the will of a session that was taken over changes nothing', () => {
    const taken = mergeConnection(online, { state: 'online', session: 's2', at: 150 });
    expect(taken && mergeConnection(taken, { state: 'offline', session: 's1', at: 160 })).toBeUndefined();
  });
});

describe('events', () => {
  const event = (objectStatus: boolean, at: number, more: Partial<EventMessage> = {}): EventMessage => ({
    leaf: 'event',
    equipmentNo: 'E1',
    eventId: 'e-1',
    subType: 'error',
    code: '52',
    objectStatus,
    at,
    title: 't',
    message: null,
    payload: null,
    ...more,
  });
  const fold = (messages: EventMessage[]) =>
    messages.reduce<EventRow | undefined>((row, message) => foldEvent(row, message) ?? row, undefined);
  const times = (row: EventRow | undefined) => row && [row.objectStatus, row.startAt, row.endAt];

  it('start, then end', () => {
    expect(times(fold([event(true, 10)]))).toEqual([true, 10, null]);
    expect(times(fold([event(true, 10), event(false, 20)]))).toEqual([false, 10, 20]);
  });
  it('start again is ignored', () => expect(foldEvent(fold([event(true, 10)]), event(true, 15))).toBeUndefined());
  it('end before start: the row is created ended, the late start only fills its time', () => {
    expect(times(fold([event(false, 20)]))).toEqual([false, null, 20]);
    expect(times(fold([event(false, 20), event(true, 10)]))).toEqual([false, 10, 20]);
  });
  it('an end older than the start is ignored, in either order', () => {
    expect(times(fold([event(true, 10), event(false, 5)]))).toEqual([true, 10, null]);
    expect(times(fold([event(false, 5), event(true, 10)]))).toEqual([true, 10, null]);
  });
  it('order and repeats do not matter', () => {
    const pair = [event(true, 10), event(false, 20)];
    fc.assert(
      fc.property(fc.shuffledSubarray([...pair, ...pair, ...pair], { minLength: 6, maxLength: 6 }), (shuffled) => {
        expect(times(fold(shuffled))).toEqual([false, 10, 20]);
      }),
    );
  });
  it('commissioning is never an ongoing event', () => {
    expect(COMMISSIONING_MESSAGE).toBe('启动和投入使用');
    expect(fold([event(true, 10, { message: COMMISSIONING_MESSAGE })])).toMatchObject({
      objectStatus: false,
      startAt: 10,
      endAt: 10,
    });
    expect(fold([event(true, 10)])).toMatchObject({ objectStatus: true });
  });
});

describe('display floor', () => {
  it('comes from the mapping, as object or JSON text', () => {
    expect(displayFloor({ '3': 'B1' }, 3)).toBe('B1');
    expect(displayFloor('{"3":"B1"}', 3)).toBe('B1');
    expect(displayFloor({ '3': 'B1' }, 4)).toBeUndefined();
    expect(displayFloor('nonsense', 3)).toBeUndefined();
    expect(displayFloor(null, 3)).toBeUndefined();
  });
});
