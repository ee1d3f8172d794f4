import type { LiveStatus } from '@/lib/live/units/live-message';
import { conditionOf } from '@/lib/live/units/condition';
import {
  coverOf,
  DOORS,
  doorOpening,
  DRIVES,
  eventsOf,
  formatSpeed,
  INDOOR_ZONES,
  memberOf,
  runIcon,
  secondaryModes,
  travelOf,
  tripTime,
  wordKey,
} from '@/lib/live/units/elevator';
import type { LinkCover } from '@/lib/live/units/cover';
import { modeWord, MODES, shownMode } from '@/lib/live/units/modes';
import { newestAt, readBoolean, readNumber, readText, readTime } from '@/lib/live/units/values';

const AT = Date.UTC(2026, 0, 15, 6, 32, 4);
const online = { onlineStatus: 1, hasError: false, isTrapped: false, isFresh: true };
const codes = (condition: Parameters<typeof eventsOf>[0], live: LiveStatus, open?: Parameters<typeof eventsOf>[2]) =>
  eventsOf(condition, live, open).map(({ code }) => code);

describe('run icon', () => {
  it.each([
    [1, true, 'N', 'fault'],
    [1, true, 'INS', 'fault'],
    [1, false, 'N', 'running'],
    [1, false, 'INS', 'stopped'],
    [1, false, undefined, 'stopped'],
    [0, true, 'N', 'unknown'],
    [3, true, 'N', 'unknown'],
    [4, false, 'N', 'unknown'],
    [undefined, true, 'N', 'unknown'],
  ])('[ELEV-010] online status %s with error %s in mode %s shows %s', (onlineStatus, hasError, mode, icon) => {
    expect(runIcon({ onlineStatus, hasError, isFresh: onlineStatus === 1 }, mode)).toBe(icon);
  });
  it('[ELEV-010] of values that are not of now a fault is still one, and everything else is unknown', () => {
    expect(runIcon({ onlineStatus: 1, hasError: true, isFresh: false }, 'N')).toBe('fault');
    for (const mode of ['N', 'INS', undefined])
      expect(runIcon({ onlineStatus: 1, hasError: false, isFresh: false }, mode)).toBe('unknown');
  });
});

describe('cover', () => {
  const links: LinkCover[] = [0, 1, 2, 4];
  it.each([
    [0, 6],
    [3, 7],
    [4, 8],
  ])('[ELEV-012] online status %s covers with %s, whatever else holds', (onlineStatus, cover) => {
    for (const link of links)
      for (const isTrapped of [true, false]) expect(coverOf({ onlineStatus, isTrapped }, link)).toBe(cover);
  });
  it('[ELEV-012] an entrapment comes before the state of the connection', () => {
    for (const link of links) expect(coverOf({ onlineStatus: 1, isTrapped: true }, link)).toBe(5);
  });
  it('[ELEV-012] the connection decides when the elevator is online and nobody is trapped', () => {
    for (const link of links) expect(coverOf({ onlineStatus: 1, isTrapped: false }, link)).toBe(link);
  });
  it('before the first answer the connection decides', () => {
    expect(coverOf({ onlineStatus: undefined, isTrapped: false }, 1)).toBe(1);
  });
});

describe('condition', () => {
  const call = { onlineStatus: 1, errorStatus: 0, entrapmentStatus: 0 };
  it('takes the live online status while the stream is alive and the status call without it', () => {
    const live: LiveStatus = { onlinestatus: { value: 3, at: AT } };
    expect(conditionOf(call, live, true).onlineStatus).toBe(3);
    expect(conditionOf(call, live, false).onlineStatus).toBe(1);
    expect(conditionOf(undefined, {}, true).onlineStatus).toBeUndefined();
  });
  it('shows a fault and an entrapment as soon as either source says so', () => {
    expect(conditionOf(call, { errorstate: { value: true, at: AT } }, true).hasError).toBe(true);
    expect(conditionOf({ ...call, errorStatus: 1 }, { errorstate: { value: false, at: AT } }, true).hasError).toBe(
      true,
    );
    expect(conditionOf({ ...call, errorStatus: 2 }, {}, true).hasError).toBe(false);
    expect(conditionOf(call, { entrapment: { value: true, at: AT } }, true).isTrapped).toBe(true);
    expect(conditionOf({ ...call, entrapmentStatus: 1 }, {}, true).isTrapped).toBe(true);
    expect(conditionOf(call, { entrapment: { value: false, at: AT } }, true).isTrapped).toBe(false);
  });
  it('takes an alarm of trapped persons for an entrapment, at once, until a newer message frees them', () => {
    const alarm = { value: 'On', at: AT, tracking: { code: 10002, entrap_enable: true } };
    const traps = (live: LiveStatus) => conditionOf(call, live, true).isTrapped;
    expect(traps({ alarm })).toBe(true);
    expect(traps({ alarm, entrapment: { value: false, at: AT - 1 } })).toBe(true);
    expect(traps({ alarm, entrapment: { value: false, at: AT + 1 } })).toBe(false);
    expect(traps({ alarm: { ...alarm, value: 'Off' } })).toBe(false);
    expect(traps({ alarm: { ...alarm, tracking: { code: 10001, entrap_enable: true } } })).toBe(false);
  });
});

describe('events', () => {
  it('[ELEV-014] shows CTP when the main power is lost', () => {
    expect(codes(online, { controllerpower: { value: false, at: AT } })).toEqual(['CTP']);
    expect(codes(online, { controllerpower: { value: true, at: AT } })).toEqual([]);
  });
  it('[ELEV-015] shows ETM for a trapped person only while online', () => {
    const live: LiveStatus = { entrapment: { value: true, at: AT } };
    expect(eventsOf({ ...online, isTrapped: true }, live)).toEqual([{ kind: 'event', code: 'ETM', at: AT }]);
    for (const onlineStatus of [0, 3, 4, undefined])
      expect(codes({ onlineStatus, isTrapped: true, isFresh: false }, live)).toEqual([]);
  });
  it('[ELEV-016] shows ETQ for error code 52, from the live error or an open event', () => {
    expect(codes(online, { errorstate: { value: true, at: AT, code: 52 } })).toEqual(['ETQ']);
    expect(codes(online, { errorstate: { value: false, at: AT, code: 52 } })).toEqual([]);
    expect(codes(online, { errorstate: { value: true, at: AT, code: 51 } })).toEqual([]);
    expect(eventsOf(online, {}, [{ gbCode: '52', at: '2026-01-15 14:32:04' }])).toEqual([
      { kind: 'event', code: 'ETQ', at: AT },
    ]);
  });
  it('[ELEV-017] shows ALM while the alarm is on', () => {
    expect(codes(online, { alarm: { value: 'On', at: AT } })).toEqual(['ALM']);
    expect(codes(online, { alarm: { value: 'Off', at: AT } })).toEqual([]);
  });
  it('[ELEV-018] shows RNO on emergency power', () => {
    expect(codes(online, { ard: { value: true, at: AT } })).toEqual(['RNO']);
    expect(codes(online, { ard: { value: false, at: AT } })).toEqual([]);
  });
  it('[ELEV-019] ends with the current mode, and says emergency power once', () => {
    const live: LiveStatus = { alarm: { value: 'On', at: AT }, mode: { value: 'INS', at: AT - 5000 } };
    expect(eventsOf(online, live)).toEqual([
      { kind: 'event', code: 'ALM', at: AT },
      { kind: 'mode', code: 'INS', at: AT - 5000 },
    ]);
    expect(codes(online, { ard: { value: true, at: AT }, mode: { value: 'RNO', at: AT } })).toEqual(['RNO']);
  });
  it('names no mode as the current one when the values are not of now; what is grave stays', () => {
    const live: LiveStatus = { alarm: { value: 'On', at: AT }, mode: { value: 'N', at: AT } };
    expect(codes({ ...online, isFresh: false }, live)).toEqual(['ALM']);
    expect(codes({ onlineStatus: 0, isTrapped: false, isFresh: false }, { mode: { value: 'N', at: AT } })).toEqual([]);
  });
  it('[ELEV-020] displays mode JNFF as JBF', () => {
    expect(shownMode('JNFF')).toBe('JBF');
    expect(codes(online, { mode: { value: 'JNFF', at: AT } })).toEqual(['JBF']);
    expect(secondaryModes({ value: 'N', at: AT, secondary: ['JNFF', 'JBF', 'N', 'SAB'] })).toEqual(['JBF', 'SAB']);
  });
  it('puts the gravest first', () => {
    const live: LiveStatus = {
      ard: { value: true, at: AT },
      alarm: { value: 'On', at: AT },
      controllerpower: { value: false, at: AT },
      errorstate: { value: true, at: AT, code: 52 },
      mode: { value: 'N', at: AT },
    };
    expect(codes({ ...online, isTrapped: true }, live)).toEqual(['ETM', 'ETQ', 'CTP', 'ALM', 'RNO', 'N']);
  });
});

describe('value sets', () => {
  it('[ELEV-021] knows every mode, and no other', () => {
    expect(MODES).toEqual(['N', 'JAB', 'INS', 'JRV', 'JBF', 'UNV', 'RNO', 'SAB', 'KFM']);
    expect(memberOf(MODES, 'XYZ')).toBeUndefined();
  });
  it('[ELEV-021] has words for the modes that have a meaning, and none for JAB, JRV and SAB', () => {
    expect(MODES.filter((mode) => modeWord(mode) === undefined)).toEqual(['JAB', 'JRV', 'SAB']);
    expect([modeWord('JNFF'), modeWord('XYZ')]).toEqual(['JBF', undefined]);
  });
  it('[ELEV-022] knows the door, drive and indoor zone values', () => {
    expect(DOORS).toEqual(['Closed', 'Opened', 'Blocked', 'Closing', 'Opening', 'Locked', 'Stopped']);
    expect(DRIVES).toEqual(['Standing', 'Moving']);
    expect(INDOOR_ZONES).toEqual(['Between Floors', 'On Floor', 'true', 'false']);
    expect(['Full Load', 'Between Floors', 'true', 'Closed'].map(wordKey)).toEqual([
      'fullLoad',
      'betweenFloors',
      'true',
      'closed',
    ]);
  });
});

describe('travel', () => {
  const moving = { direction: 'Up', drive: 'Moving', onlineStatus: 1, isFresh: true };
  it('[ELEV-023] travels up or down when the direction says so and the drive is Moving', () => {
    expect(travelOf(moving)).toBe('up');
    expect(travelOf({ ...moving, direction: 'Down' })).toBe('down');
  });
  it('[ELEV-024] is stopped when the direction is Both and the drive is Standing', () => {
    expect(travelOf({ ...moving, direction: 'Both', drive: 'Standing' })).toBe('stopped');
    expect(travelOf({ ...moving, drive: 'Standing' })).toBe('stopped');
    expect(travelOf({ ...moving, direction: 'Both' })).toBe('stopped');
  });
  it('[ELEV-011] an offline elevator shows no animation, nor one whose data is not fresh', () => {
    for (const onlineStatus of [0, 3, 4, undefined]) expect(travelOf({ ...moving, onlineStatus })).toBe('none');
    expect(travelOf({ ...moving, isFresh: false })).toBe('none');
  });
  it('[ELEV-023] opens the door as far as the box says', () => {
    expect(Object.fromEntries(DOORS.map((door) => [door, doorOpening(door)]))).toEqual({
      Closed: 0,
      Opened: 1,
      Blocked: 0.55,
      Closing: 0,
      Opening: 1,
      Locked: 0,
      Stopped: 0.4,
    });
  });
});

describe('figures', () => {
  it.each([
    [2310, '2.31'],
    [0, '0.00'],
    [-1755, '1.75'],
    [20000, '20.00'],
    [5, '0.01'],
  ])('[ELEV-029] %s mm/s is shown as %s m/s', (value, shown) => {
    expect(formatSpeed(value)).toBe(shown);
  });
  it('[ELEV-030] trip time under 3600 s is shown in minutes, otherwise in hours', () => {
    const shown = [0, 59, 3599, 3600, 5399, 22_370_400].map((seconds) => Object.values(tripTime(seconds)).join(' '));
    expect(shown).toEqual(['0 minute', '0 minute', '59 minute', '1 hour', '1.4 hour', '6214 hour']);
  });
});

describe('tolerant reading', () => {
  it('reads booleans and numbers that travelled as text', () => {
    expect(readBoolean({ value: 'true', at: AT })).toBe(true);
    expect(readBoolean({ value: 'False', at: AT })).toBe(false);
    expect(readBoolean({ value: 'yes', at: AT })).toBeUndefined();
    expect(readBoolean(undefined)).toBeUndefined();
    expect(readNumber({ value: '12', at: AT })).toBe(12);
    expect(readNumber({ value: '', at: AT })).toBeUndefined();
    expect(readText({ value: true, at: AT })).toBe('true');
  });
  it('reads the time of a value in every form of the contract', () => {
    expect(readTime(AT)).toBe(AT);
    expect(readTime('2026-01-15T06:32:04.000Z')).toBe(AT);
    expect(readTime('2026-01-15 14:32:04')).toBe(AT);
    expect(readTime('soon')).toBeUndefined();
  });
});

describe('the age of what is shown', () => {
  it('is that of the newest value the box measured; clock and link measure nothing', () => {
    expect(newestAt({ door: { value: 'Closed', at: AT - 1 }, drive: { value: 'Standing', at: AT - 2 } })).toBe(AT - 1);
    const later = AT + 73 * 3_600_000;
    expect(
      newestAt({
        door: { value: 'Closed', at: AT },
        onlinestatus: { value: 0, at: later },
        connection: { value: 'online', at: later },
        connected: { value: true, at: later },
      }),
    ).toBe(AT);
  });
  it('is none where nothing was ever measured', () => {
    expect(newestAt({})).toBeUndefined();
    expect(newestAt({ onlinestatus: { value: 4, at: AT }, connection: { value: 'offline', at: AT } })).toBeUndefined();
  });
});
