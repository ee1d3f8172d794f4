import { conditionOf } from '@/lib/live/units/condition';
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

  it('a box that lost its link is held only while its unit counts as online', () => {
    expect(conditionOf({ ...CALL, onlineStatus: 0 }, live({ connection: 'offline' }), true).isHeld).toBe(false);
  });
});
