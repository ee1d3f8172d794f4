import { isLive, LIVE_MS } from '@/lib/live/units/age';
import { calledState, conditionOf, lastingSince, unitState } from '@/lib/live/units/condition';
import type { LiveStatus } from '@/lib/live/units/live-message';

const AT = Date.UTC(2026, 0, 15, 6, 32, 4);
const CALL = { onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0 };
const live = (values: Record<string, unknown>): LiveStatus =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, at: AT }]));

describe('what may be said of a unit', () => {
  it('is of now only while it is online, its box linked and the stream alive', () => {
    expect(conditionOf(CALL, live({ onlinestatus: 1, connection: 'online' }), true)).toMatchObject({
      link: 'online',
      isHeld: false,
      isFresh: true,
    });
    expect(conditionOf(CALL, {}, true).isFresh).toBe(true);
    expect(conditionOf(CALL, live({ connection: 'online' }), false).isFresh).toBe(false);
    expect(conditionOf(CALL, live({ connection: 'offline' }), true)).toMatchObject({
      link: 'online',
      isHeld: true,
      isFresh: false,
    });
    for (const onlineStatus of [0, 3, 4]) expect(conditionOf({ ...CALL, onlineStatus }, {}, true).isFresh).toBe(false);
    expect(conditionOf(undefined, {}, true).isFresh).toBe(false);
  });

  it('reads 1 as online and everything else as not, and names what it is', () => {
    const links = [1, 0, 3, 4, 2].map((onlineStatus) => conditionOf({ ...CALL, onlineStatus }, {}, false).link);
    expect(links).toEqual(['online', 'offline', 'disconnected', 'notInstalled', 'offline']);
    expect(conditionOf(undefined, {}, false).link).toBe('offline');
  });

  it('reads words where a foreign back end sends them', () => {
    expect(conditionOf(CALL, live({ onlinestatus: '3', errorstate: 'True', entrapment: 'true' }), true)).toMatchObject({
      link: 'disconnected',
      hasError: true,
      isTrapped: true,
    });
  });

  describe('of which nothing came for 10 minutes (readings 242)', () => {
    const heard = (now: number) => conditionOf(CALL, live({ connection: 'online', lastdata: AT - 60_000 }), true, now);

    it('is unknown and of before, though it counts as online: whatever it was', () => {
      expect(heard(AT + LIVE_MS - 1)).toMatchObject({ isOld: false, isHeld: false, isFresh: true });
      const silent = heard(AT + LIVE_MS);
      expect(silent).toMatchObject({ link: 'online', isOld: true, isHeld: true, isFresh: false });
      expect(unitState(silent)).toBe('unknown');
      expect(lastingSince(silent, live({ lastdata: AT - 60_000 }))).toBe(AT);
      expect(unitState({ ...silent, hasError: true })).toBe('fault');
    });

    it('says so by the status call alone where no value is here yet; of an offline unit it is offline', () => {
      expect(calledState({ ...CALL, isLive: false })).toBe('unknown');
      expect(calledState({ ...CALL, isLive: true })).toBe('online');
      expect(calledState({ ...CALL, onlineStatus: 0, isLive: false })).toBe('offline');
    });

    it('is a lost link where the box lost it, and decided by the link where nobody tells the time', () => {
      const lost = conditionOf(CALL, live({ connection: 'offline', lastdata: AT }), true, AT + LIVE_MS);
      expect(lost).toMatchObject({ isHeld: true, isOld: false });
      expect(isLive(undefined, AT)).toBe(true);
      expect(conditionOf(CALL, live({ door: 'Closed' }), true, AT + LIVE_MS).isFresh).toBe(true);
    });
  });

  it('a box that lost its link is held only while its unit counts as online', () => {
    expect(conditionOf({ ...CALL, onlineStatus: 0 }, live({ connection: 'offline' }), true).isHeld).toBe(false);
  });
});
