import { careOf } from '@/lib/features/campus/needs-care';
import { campusImageHref, campusSizeOf, groupPlace } from '@/lib/features/campus/value-sets';
import { WallRefresh } from '@/lib/features/campus/wall-refresh';
import { wallStatus } from '@/lib/features/campus/wall-status';
import type { WallStatusInput } from '@/lib/features/campus/wall-status';

describe('the loading status of the wall', () => {
  const live: WallStatusInput = {
    mayRead: true,
    total: 40,
    isCare: false,
    hasStatuses: true,
    hasFailed: false,
    link: 0,
  };

  it('[CAMP-037] is 1 loading, 2 disconnected, 3 without equipment, 4 without permission, 0 live', () => {
    expect(wallStatus({ ...live, total: 0, isCare: true, link: 1 })).toBe(0);
    expect(wallStatus({ ...live, total: 0, isCare: true, mayRead: false })).toBe(4);
    expect(wallStatus({ ...live, total: undefined, hasStatuses: false, link: 1 })).toBe(1);
    expect(wallStatus({ ...live, hasStatuses: false })).toBe(1);
    expect(wallStatus({ ...live, link: 2 })).toBe(2);
    expect(wallStatus({ ...live, hasFailed: true })).toBe(2);
    expect(wallStatus({ ...live, total: 0, hasStatuses: false, link: 1 })).toBe(3);
    expect(wallStatus({ ...live, mayRead: false, link: 2, total: 0 })).toBe(4);
    expect(wallStatus(live)).toBe(0);
  });

  it('[CAMP-038] is 0 as soon as the states of the page are read, all units offline or not, while the connection is being made', () => {
    expect(wallStatus({ ...live, link: 1 })).toBe(0);
  });

  it('a refused connection is a lost one: only the missing authority is no permission', () => {
    expect(wallStatus({ ...live, link: 4 })).toBe(2);
  });
});

describe('what the wall counts with', () => {
  it('[CAMP-004] a page has 40, 80 or 100 tiles, 40 by default', () => {
    expect([40, 80, 100, 50, undefined].map(campusSizeOf)).toEqual([40, 80, 100, 40, 40]);
  });
  it('[CAMP-036] a place is the one in its group of 40, whatever the page size', () => {
    expect([0, 39, 40, 79, 80, 123].map(groupPlace)).toEqual([1, 40, 1, 40, 1, 4]);
  });
  it('[CAMP-028] pictures get the base of files before their path', () => {
    expect(campusImageHref('campus/my logo.png')).toBe('/sms/file/view/campus/my%20logo.png');
    expect(campusImageHref('/campus/"),url(x.png')).toBe('/sms/file/view/campus/%22)%2Curl(x.png');
    expect(campusImageHref(null)).toBeUndefined();
  });
  describe('what a page says of its units', () => {
    const page = (
      states: Record<string, readonly [number, number, number]>,
      lost: readonly string[] = [],
      more: readonly string[] = [],
      silent: readonly string[] = [],
    ) => {
      const statusOf = new Map(
        Object.entries(states).map(([equipmentNo, [onlineStatus, errorStatus, entrapmentStatus]]) => [
          equipmentNo,
          { equipmentNo, onlineStatus, errorStatus, entrapmentStatus },
        ]),
      );
      return careOf(
        [...Object.keys(states), ...more].map((equipmentNo) => ({ equipmentNo })),
        statusOf,
        new Set(lost),
        new Set(silent),
      );
    };
    it('says nothing calm of a unit that is silent (readings 242)', () => {
      const units = { A: [1, 0, 0] as const, B: [1, 0, 0] as const };
      expect(page(units)).toMatchObject({ unknown: 0, verdict: 'calm' });
      expect(page(units, [], [], ['B'])).toMatchObject({ needs: [], unknown: 1, verdict: 'unknown' });
    });

    it('lists the units that are not as they should be, worst first', () => {
      const { needs } = page(
        { A: [1, 0, 0], B: [0, 2, 0], C: [1, 1, 0], D: [0, 0, 1], E: [3, 0, 0], F: [4, 2, 0], G: [1, 0, 0] },
        ['G'],
      );
      expect(needs.map(({ unit, need }) => `${unit.equipmentNo} ${need}`)).toEqual([
        'D trapped',
        'C fault',
        'E disconnected',
        'G held',
        'B offline',
      ]);
    });
    it('is calm only of units that were looked at and are online; of nothing it says nothing', () => {
      expect(page({ A: [1, 0, 0], B: [1, 0, 0] })).toMatchObject({ verdict: 'calm', unknown: 0 });
      expect(page({}).verdict).toBe('nothing');
      expect(page({ A: [1, 0, 0] }, [], ['unread'])).toMatchObject({ verdict: 'unknown', unknown: 1 });
      expect(page({ A: [4, 2, 0] })).toMatchObject({ verdict: 'unknown', unknown: 1 });
      expect(page({ A: [1, 2, 0] })).toMatchObject({ verdict: 'unknown', unknown: 1 });
      expect(page({ A: [1, 0, 0] }, ['A']).verdict).toBe('needs');
    });
  });
});

describe('when the wall asks again', () => {
  let calls: string[];
  let refresh: WallRefresh;
  const say = (
    equipmentNo: string,
    status: Record<string, unknown>,
    responseType: 'change' | 'snapshot' | 'keepalive' = 'change',
  ) =>
    refresh.onMessage({
      equipmentNo,
      responseType,
      status: Object.fromEntries(Object.entries(status).map(([key, value]) => [key, { value, at: Date.now() }])),
    });

  beforeEach(() => {
    jest.useFakeTimers();
    calls = [];
    const note = (name: string) => (numbers?: string[]) => void calls.push([name, ...(numbers ?? [])].join(' '));
    refresh = new WallRefresh({
      refreshAll: note('all'),
      refreshUnits: note('units'),
      refreshCounts: note('counts'),
      refreshOrder: note('order'),
    });
    refresh.start();
  });
  afterEach(() => {
    refresh.stop();
    jest.useRealTimers();
  });

  it('not for what a first snapshot or a repeat says, nor for movement', () => {
    say('A', { onlinestatus: 1, errorstate: false, entrapment: false }, 'snapshot');
    say('A', { onlinestatus: 1 }, 'keepalive');
    say('A', { door: 'Opened', position: 3 });
    jest.advanceTimersByTime(60_000);
    expect(calls).toEqual([]);
  });

  it('[CAMP-083] for the one unit 2 s after its fault or entrapment', () => {
    say('A', { errorstate: false }, 'snapshot');
    say('A', { errorstate: true });
    jest.advanceTimersByTime(1999);
    expect(calls).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(calls).toContain('units A');
    say('B', { entrapment: true });
    jest.advanceTimersByTime(2000);
    expect(calls).toContain('units B');
    expect(calls.filter((call) => call === 'all')).toEqual([]);
  });

  it('for the one unit 2 s after an alarm that told of trapped persons is over, though `entrapment` said false all the time', () => {
    say('A', { entrapment: false, alarm: 'On' }, 'snapshot');
    say('A', { entrapment: false, alarm: 'Off' });
    jest.advanceTimersByTime(2000);
    expect(calls).toContain('units A');
  });

  it('for the one unit at once after another snapshot than its first: a person may have reported trapped persons (readings 284)', () => {
    say('A', { onlinestatus: 1, entrapment: false }, 'snapshot');
    say('B', { onlinestatus: 0 }, 'snapshot');
    say('B', { errorstate: true });
    say('A', { onlinestatus: 1, entrapment: false }, 'snapshot');
    jest.advanceTimersByTime(250);
    expect(calls).toEqual(['units A']);
    jest.advanceTimersByTime(1750);
    expect(calls.filter((call) => call.startsWith('units'))).toEqual(['units A', 'units B']);
  });

  it('units of one incident are asked for together, later ones in their own time', () => {
    say('A', { errorstate: true });
    jest.advanceTimersByTime(100);
    say('B', { errorstate: true });
    jest.advanceTimersByTime(1000);
    say('C', { errorstate: true });
    jest.advanceTimersByTime(900);
    expect(calls.filter((call) => call.startsWith('units'))).toEqual(['units A B']);
    jest.advanceTimersByTime(1100);
    expect(calls.filter((call) => call.startsWith('units'))).toEqual(['units A B', 'units C']);
  });

  it('for the states of the page at most once in 30 s after online changes, the last one never forgotten', () => {
    say('A', { onlinestatus: 0 });
    say('B', { onlinestatus: 0 });
    expect(calls).toEqual(['all']);
    jest.advanceTimersByTime(29_999);
    expect(calls.filter((call) => call === 'all')).toHaveLength(1);
    jest.advanceTimersByTime(1);
    expect(calls.filter((call) => call === 'all')).toHaveLength(2);
  });

  it('[CAMP-082] for the counts 2 s after the last of several changes, at most once in 30 s', () => {
    const counts = () => calls.filter((call) => call === 'counts').length;
    say('A', { errorstate: true });
    jest.advanceTimersByTime(1500);
    say('B', { onlinestatus: 0 });
    jest.advanceTimersByTime(1999);
    expect(counts()).toBe(0);
    jest.advanceTimersByTime(1);
    expect(counts()).toBe(1);
    say('A', { errorstate: false });
    jest.advanceTimersByTime(29_000);
    expect(counts()).toBe(1);
    jest.advanceTimersByTime(1000);
    expect(counts()).toBe(2);
  });

  it('[CAMP-081] for the counts every 5 minutes', () => {
    jest.advanceTimersByTime(299_999);
    expect(calls).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(calls).toContain('counts');
    jest.advanceTimersByTime(300_000);
    expect(calls.filter((call) => call === 'counts')).toHaveLength(2);
  });

  it('for the order of the units every 5 minutes, and for no change in between: tiles do not jump', () => {
    const orders = () => calls.filter((call) => call === 'order').length;
    say('A', { onlinestatus: 0, errorstate: true, entrapment: true });
    jest.advanceTimersByTime(299_999);
    expect(orders()).toBe(0);
    jest.advanceTimersByTime(1);
    expect(orders()).toBe(1);
  });

  it('for the order worst first 2 seconds after news, at most every 10 seconds, and never again once stopped', () => {
    const orders = () => calls.filter((call) => call === 'order').length;
    for (let index = 0; index < 200; index += 1) refresh.orderSoon();
    jest.advanceTimersByTime(1999);
    expect(orders()).toBe(0);
    jest.advanceTimersByTime(1);
    expect(orders()).toBe(1);
    refresh.orderSoon();
    jest.advanceTimersByTime(9999);
    expect(orders()).toBe(1);
    jest.advanceTimersByTime(1);
    expect(orders()).toBe(2);
    refresh.orderSoon();
    refresh.stop();
    jest.advanceTimersByTime(60_000);
    expect(orders()).toBe(2);
  });

  it('for everything when the connection is back, and never again once stopped', () => {
    refresh.onReconnect();
    expect(calls).toEqual(['all', 'order']);
    refresh.stop();
    jest.advanceTimersByTime(600_000);
    expect(calls).toEqual(['all', 'order']);
  });
});
