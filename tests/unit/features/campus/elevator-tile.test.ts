import { elevatorTile, shownLoad } from '@/lib/features/campus/elevator-tile';
import type { StatusCall } from '@/lib/live/units/condition';
import type { LiveEntry, LiveStatus } from '@/lib/live/units/live-message';

const AT = 1_700_000_000_000;
const live = (values: Record<string, unknown>): LiveStatus =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [
      key,
      (typeof value === 'object' && value !== null ? { at: AT, ...value } : { value, at: AT }) as LiveEntry,
    ]),
  );
const ONLINE: StatusCall = { onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0 };
const tile = (values: Record<string, unknown>, call: StatusCall = ONLINE, isStreaming = true) =>
  elevatorTile({ call, live: live({ onlinestatus: call.onlineStatus, ...values }), isStreaming });

describe('the elevator tile', () => {
  it('[CAMP-052] shows opening, closing, opened and closed doors; a locked door is shown closed', () => {
    for (const door of ['Opening', 'Closing', 'Opened', 'Closed']) expect(tile({ door }).door).toBe(door);
    expect(tile({ door: 'Locked' }).door).toBe('Closed');
  });

  it('[CAMP-053] an online elevator that has not reported its door is shown closed, an offline one shows none', () => {
    expect(tile({}).door).toBe('Closed');
    expect(tile({}, { ...ONLINE, onlineStatus: 0 }).door).toBeUndefined();
  });

  it.each([0, 3, 4])(
    '[CAMP-054] door, direction, load and floor are not shown with online status %i',
    (onlineStatus) => {
      const values = {
        door: 'Opened',
        load: 'Loaded',
        position: { value: '7', physicalvalue: 8 },
        direction: 'Up',
        drive: 'Moving',
        mode: 'INS',
        technicianonsite: true,
      };
      expect(tile(values)).toMatchObject({ door: 'Opened', load: 'Loaded', floor: '7', physical: 8, arrow: 'up' });
      expect(tile(values, { ...ONLINE, onlineStatus })).toMatchObject({
        door: undefined,
        load: undefined,
        floor: undefined,
        physical: undefined,
        arrow: undefined,
        mode: undefined,
        hasTechnician: false,
      });
    },
  );

  it('[CAMP-055] the arrow shows only while the drive is moving', () => {
    expect(tile({ direction: 'Up', drive: 'Moving' }).arrow).toBe('up');
    expect(tile({ direction: 'Down', drive: 'Moving' }).arrow).toBe('down');
    expect(tile({ direction: 'Up', drive: 'Standing' }).arrow).toBeUndefined();
    expect(tile({ direction: 'Up' }).arrow).toBeUndefined();
    expect(tile({ direction: 'Both', drive: 'Moving' })).toMatchObject({ arrow: undefined, state: 'moving' });
  });

  it('[CAMP-056] every mode but N is shown, JNFF as JBF', () => {
    expect(tile({ mode: 'N' })).toMatchObject({ mode: undefined, state: 'standing' });
    for (const mode of ['JAB', 'INS', 'JRV', 'JBF', 'UNV', 'RNO', 'SAB', 'KFM'])
      expect(tile({ mode })).toMatchObject({ mode, state: 'mode' });
    expect(tile({ mode: 'JNFF' }).mode).toBe('JBF');
  });

  it('[CAMP-051] a trapped person is marked by call or message, and the car is then not shown empty', () => {
    expect(tile({ load: 'Empty' }, { ...ONLINE, entrapmentStatus: 1 })).toMatchObject({
      isTrapped: true,
      state: 'trapped',
      load: 'Loaded',
    });
    expect(tile({ entrapment: true })).toMatchObject({ isTrapped: true, load: 'Loaded', since: AT });
    expect(tile({ entrapment: true, load: 'Overload' }).load).toBe('Overload');
    const alarm = { value: 'On', tracking: { code: 10003, entrap_enable: true } };
    expect(tile({ alarm, entrapment: { value: false, at: AT - 1 } })).toMatchObject({
      isTrapped: true,
      state: 'trapped',
    });
    expect(tile({ alarm, entrapment: { value: false, at: AT + 1 } })).toMatchObject({ isTrapped: false });
    expect(tile({ load: 'Empty' })).toMatchObject({ isTrapped: false, load: 'Empty' });
    expect(shownLoad('???', false)).toBeUndefined();
  });

  it('[CAMP-049] a technician on site is marked', () => {
    expect(tile({ technicianonsite: true }).hasTechnician).toBe(true);
    expect(tile({ technicianonsite: false }).hasTechnician).toBe(false);
  });

  it('is loudest for a trapped person, then a fault, then what keeps it from being seen, then its mode', () => {
    const trapped = { ...ONLINE, errorStatus: 1, entrapmentStatus: 1 };
    expect(tile({ mode: 'INS' }, trapped).state).toBe('trapped');
    expect(tile({}, { ...trapped, onlineStatus: 0 }).state).toBe('trapped');
    expect(tile({ mode: 'INS' }, { ...ONLINE, errorStatus: 1 }).state).toBe('error');
    expect(tile({ errorstate: true }).state).toBe('error');
    expect(tile({ mode: 'INS' }, { ...ONLINE, onlineStatus: 3 }).state).toBe('disconnected');
    expect(tile({ drive: 'Moving', mode: 'INS' }).state).toBe('mode');
  });

  it('[CAMP-033] reads 1 of the status call as online, all else as not, and knows the cabinet from the live value', () => {
    const before = (onlineStatus: number) =>
      elevatorTile({ call: { ...ONLINE, onlineStatus }, live: {}, isStreaming: false }).link;
    expect([0, 1, 2].map(before)).toEqual(['offline', 'online', 'offline']);
    expect(tile({ onlinestatus: 3 }).link).toBe('disconnected');
    expect(tile({ onlinestatus: 4 }).link).toBe('notInstalled');
    // Without a stream the live value is an old one.
    expect(tile({ onlinestatus: 0 }, ONLINE, false).link).toBe('online');
  });

  it('says that the values are those from before when the box lost its link, and how old they are', () => {
    const hour = 3_600_000;
    expect(tile({ door: 'Closed', connection: { value: 'offline', at: AT + hour } })).toMatchObject({
      isHeld: true,
      since: AT,
    });
    expect(tile({ connection: 'online' }).isHeld).toBe(false);
  });

  it('an elevator that has been silent for 16 days says so, whenever the clock called it offline', () => {
    const now = AT + 16 * 24 * 3_600_000;
    for (const onlineStatus of [0, 3])
      expect(
        tile({
          door: 'Closed',
          onlinestatus: { value: onlineStatus, at: now },
          connection: { value: 'offline', at: now },
        }).since,
      ).toBe(AT);
    expect(
      elevatorTile({
        call: { ...ONLINE, onlineStatus: 0 },
        live: live({ onlinestatus: { value: 0, at: now } }),
        isStreaming: true,
      }).since,
    ).toBeUndefined();
  });
});
