import { parsePayload, type Parsed } from '@/lib/live/telemetry/payload';
import { checkCounterValue, checkStatusValue, statusKeysOf } from '@/lib/live/telemetry/status-keys';
import type { UpLeaf } from '@/lib/live/telemetry/topics';

const NOW = 1_767_225_600_000;
const HOUR = 3_600_000;
const parse = (leaf: UpLeaf, body: unknown): Parsed =>
  parsePayload(leaf, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)), NOW);
const code = (leaf: UpLeaf, body: unknown) => parse(leaf, body).refusals[0]?.code;

const status = (more: object = {}) => ({
  v: 1,
  equipmentNo: '10512345',
  at: NOW,
  status: { door: { value: 'Closed' } },
  ...more,
});
const event = (more: object = {}) => ({
  v: 1,
  equipmentNo: '10512345',
  eventId: 'e-1',
  subType: 'error',
  code: '52',
  objectStatus: 'true',
  at: NOW,
  ...more,
});
const logEntry = (more: object = {}) => ({
  logId: 'l-1',
  topic: 1,
  cnType: '故障',
  desc: 'd',
  status: 's',
  at: NOW,
  payload: {},
  ...more,
});
const connection = (more: object = {}) => ({ v: 1, state: 'online', session: 'b71c', at: NOW, ...more });

describe('whole messages that are refused', () => {
  it.each<[string, UpLeaf, unknown, string]>([
    ['not JSON', 'status', '{', 'bad_message'],
    ['not UTF-8', 'status', '\u0000', 'bad_message'],
    ['an array', 'status', [], 'bad_message'],
    ['a text', 'status', '"x"', 'bad_message'],
    ['null', 'status', 'null', 'bad_message'],
    ['nothing', 'status', '', 'bad_message'],
    ['deep nesting', 'log', `${'['.repeat(60_000)}`, 'bad_message'],
    [
      'objects in objects without end',
      'log',
      `{"v":1,"x":${'{"a":'.repeat(9000)}"\\u0000"${'}'.repeat(9001)}`,
      'bad_message',
    ],
    ['no version', 'status', { ...status(), v: undefined }, 'bad_version'],
    ['another version', 'status', status({ v: 2 }), 'bad_version'],
    ['version as text', 'status', status({ v: '1' }), 'bad_version'],
    ['no equipment', 'status', status({ equipmentNo: undefined }), 'bad_message'],
    ['bad equipment key', 'status', status({ equipmentNo: 'a b' }), 'bad_message'],
    ['no time', 'status', status({ at: undefined }), 'bad_time'],
    ['time as text', 'status', status({ at: String(NOW) }), 'bad_time'],
    ['fraction', 'status', status({ at: NOW + 0.5 }), 'bad_time'],
    ['seconds for milliseconds', 'status', status({ at: NOW / 1000 }), 'bad_time'],
    ['more than 5 min ahead', 'status', status({ at: NOW + 300_001 }), 'bad_time'],
    ['status older than 72 h', 'status', status({ at: NOW - 72 * HOUR - 1 }), 'bad_time'],
    ['status not an object', 'status', status({ status: [] }), 'bad_message'],
    ['seq negative', 'status', status({ seq: -1 }), 'bad_message'],
    ['seq too large', 'status', status({ seq: 2 ** 53 }), 'bad_message'],
    ['full as text', 'status', status({ full: 'yes' }), 'bad_message'],
    ['too large', 'status', status({ pad: 'x'.repeat(8192) }), 'too_large'],
    ['counters too large', 'counters', `${' '.repeat(4097)}`, 'too_large'],
    ['connection too large', 'connection', connection({ pad: 'x'.repeat(1024) }), 'too_large'],
    ['event without id', 'event', event({ eventId: undefined }), 'bad_value'],
    ['event id of 65', 'event', event({ eventId: 'x'.repeat(65) }), 'bad_value'],
    ['event subType', 'event', event({ subType: 'fire' }), 'bad_value'],
    ['event code with a sign', 'event', event({ code: '5-2' }), 'bad_value'],
    ['event code of 21', 'event', event({ code: '1'.repeat(21) }), 'bad_value'],
    ['event status', 'event', event({ objectStatus: 'yes' }), 'bad_value'],
    ['event title of 201', 'event', event({ title: 'x'.repeat(201) }), 'bad_value'],
    ['event message of 1001', 'event', event({ message: 'x'.repeat(1001) }), 'bad_value'],
    ['event payload a number', 'event', event({ payload: 5 }), 'bad_value'],
    [
      'event payload too deep',
      'event',
      event({ payload: JSON.parse(`${'{"a":'.repeat(11)}1${'}'.repeat(11)}`) }),
      'bad_value',
    ],
    ['event older than 30 days', 'event', event({ at: NOW - 30 * 24 * HOUR - 1 }), 'bad_time'],
    ['NUL in a text', 'event', event({ title: 'a\u0000b' }), 'bad_message'],
    ['half a surrogate pair', 'event', '{"v":1,"equipmentNo":"1","title":"\\ud800"}', 'bad_message'],
    ['NUL in the name of a key', 'status', status({ status: { 'a\u0000': { value: 1 } } }), 'bad_message'],
    ['log without entries', 'log', { v: 1, equipmentNo: '1', entries: [] }, 'bad_message'],
    [
      'log of 101',
      'log',
      { v: 1, equipmentNo: '1', entries: Array.from({ length: 101 }, (_, i) => logEntry({ logId: `l${i}` })) },
      'bad_message',
    ],
    ['connection state', 'connection', connection({ state: 'up' }), 'bad_value'],
    ['connection session', 'connection', connection({ session: '' }), 'bad_value'],
    ['connection from the future', 'connection', connection({ at: NOW + 301_000 }), 'bad_time'],
  ])('%s', (_name, leaf, body, expected) => {
    const parsed = parse(leaf, body);
    expect(parsed.message).toBeUndefined();
    expect(parsed.refusals[0]?.code).toBe(expected);
  });

  it('a time that is ahead of ours is kept for the clock of the box, one that is none or long ago is not', () => {
    const clockOf = (leaf: 'status' | 'counters' | 'event', body: unknown) => parse(leaf, body).clock;
    const clock = { leaf: 'clock', equipmentNo: '1', at: NOW + 300_001 };
    expect(clockOf('status', status({ equipmentNo: '1', at: NOW + 300_001 }))).toEqual(clock);
    expect(clockOf('event', event({ equipmentNo: '1', at: NOW + 300_001 }))).toEqual(clock);
    for (const at of [undefined, 'x', NOW - 72 * HOUR - 1, NOW + 300_001.5])
      expect(clockOf('status', status({ at }))).toBeUndefined();
  });

  it('bytes that are not UTF-8', () => {
    expect(parsePayload('status', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]), NOW).refusals[0]?.code).toBe(
      'bad_message',
    );
  });
});

describe('messages that are taken', () => {
  it("an entry without a time takes the message's, with the message's seq", () => {
    const { message } = parse(
      'status',
      status({ seq: 7, status: { door: { value: 'Closed' }, load: { value: 'Empty', at: NOW - 100 } } }),
    );
    expect(message).toMatchObject({ full: false });
    expect(message?.leaf === 'status' && [...message.entries]).toEqual([
      ['door', { raw: { value: 'Closed' }, at: NOW, seq: 7 }],
      ['load', { raw: { value: 'Empty', at: NOW - 100 }, at: NOW - 100, seq: 7 }],
    ]);
  });

  it('up to 5 min ahead and exactly 72 h old are times', () => {
    expect(code('status', status({ at: NOW + 300_000 }))).toBeUndefined();
    expect(code('status', status({ at: NOW - 72 * HOUR }))).toBeUndefined();
    expect(code('event', event({ at: NOW - 30 * 24 * HOUR }))).toBeUndefined();
  });

  it('good log entries stay when others are refused', () => {
    const { message, refusals } = parse('log', {
      v: 1,
      equipmentNo: '1',
      entries: [
        logEntry(),
        logEntry({ logId: 'l-2', topic: 5 }),
        logEntry({ logId: 'l-3', at: 0 }),
        logEntry({ logId: 'l-4', payload: { a: 'x'.repeat(17_000) } }),
      ],
    });
    expect(message?.leaf === 'log' && message.entries.map((entry) => entry.logId)).toEqual(['l-1']);
    expect(refusals.map((found) => [found.code, found.key])).toEqual([
      ['bad_value', 'l-2'],
      ['bad_time', 'l-3'],
      ['bad_value', 'l-4'],
    ]);
  });

  it('a will counts from when it reaches us, however old its connect is', () => {
    const { message } = parse('connection', {
      v: 1,
      state: 'offline',
      session: 's',
      at: NOW - 90 * 24 * HOUR,
      will: true,
    });
    expect(message).toMatchObject({ at: NOW, isWill: true });
  });

  it('unknown members are ignored', () => {
    expect(code('event', event({ extra: 1 }))).toBeUndefined();
  });
});

describe('values of status keys', () => {
  const check = (type: 'EV' | 'ES' | 'WW' | 'OTHER', key: string, raw: Record<string, unknown>) =>
    checkStatusValue(type, key, raw);

  it.each<['EV' | 'ES' | 'WW', string, Record<string, unknown>, unknown]>([
    ['EV', 'load', { value: 'Full Load' }, { value: 'Full Load' }],
    ['EV', 'direction', { value: 'Both' }, { value: 'Both' }],
    ['EV', 'mode', { value: 'JNFF', secondary: ['JAB'] }, { value: 'JNFF', secondary: ['JAB'] }],
    ['EV', 'position', { physicalvalue: -20 }, { value: '-20', physicalvalue: -20 }],
    ['EV', 'position', { value: 'G' }, { value: 'G' }],
    ['EV', 'indoorzone', { value: true }, { value: 'true' }],
    ['EV', 'speed', { value: 20_000 }, { value: 20_000 }],
    ['EV', 'errorstate', { value: true, code: 52 }, { value: true, code: 52 }],
    [
      'EV',
      'alarm',
      { value: 'On', tracking: { code: 10002, entrap_enable: true, x: 1 } },
      { value: 'On', tracking: { code: 10002, entrap_enable: true } },
    ],
    ['EV', 'connected', { value: false }, { value: false }],
    ['ES', 'stepspeed', { value: 2000 }, { value: 2000 }],
    [
      'ES',
      'operationmode',
      { value: 'ReadyToStart', secondary: ['Inspection'] },
      { value: 'ReadyToStart', secondary: ['Inspection'] },
    ],
    ['WW', 'temperature', { value: -12.5 }, { value: -12.5 }],
    ['WW', 'controllerversion', { value: 'F6' }, { value: 'F6' }],
  ])('%s %s takes %j', (type, key, raw, expected) => {
    expect(check(type, key, raw)).toEqual(expected);
  });

  it.each<['EV' | 'ES' | 'WW', string, Record<string, unknown>]>([
    ['EV', 'door', { value: 'Open' }],
    ['EV', 'door', { value: true }],
    ['EV', 'door', {}],
    ['EV', 'speed', { value: 20_001 }],
    ['EV', 'speed', { value: 1.5 }],
    ['EV', 'speed', { value: '5' }],
    ['EV', 'position', {}],
    ['EV', 'position', { physicalvalue: 301 }],
    ['EV', 'position', { value: 'x'.repeat(11) }],
    ['EV', 'mode', { value: 'N', secondary: 'JAB' }],
    ['EV', 'mode', { value: 'N', secondary: ['??'] }],
    ['EV', 'alarm', { value: 'On', tracking: [] }],
    ['EV', 'entrapment', { value: 'true' }],
    ['ES', 'direction', { value: 'Both' }],
    ['ES', 'stepspeed', { value: 2001 }],
    ['ES', 'drivemode', { value: 'x'.repeat(33) }],
    ['WW', 'temperature', { value: 150.1 }],
    ['WW', 'brakerange', { value: -1 }],
  ])('%s %s refuses %j', (type, key, raw) => {
    expect(check(type, key, raw)).toBe('bad_value');
  });

  it('a key of another display type is unknown, and so are names every object has', () => {
    expect([
      check('EV', 'stepspeed', { value: 1 }),
      check('ES', 'door', { value: 'Closed' }),
      check('ES', 'temperature', { value: 1 }),
      check('OTHER', 'health', { value: 'Good' }),
      check('EV', 'constructor', { value: 1 }),
      check('EV', '__proto__', { value: 1 }),
      check('EV', 'onlinestatus', { value: 1 }),
    ]).toEqual(Array(7).fill('unknown_key'));
  });

  it('knows the keys of each type', () => {
    expect(statusKeysOf('OTHER')).toEqual([]);
    expect(statusKeysOf('WW')).toEqual(expect.arrayContaining(['temperature', 'connected', 'stepspeed']));
    expect(statusKeysOf('ES')).not.toContain('temperature');
  });

  it('counters are non-negative integers, energy has decimals', () => {
    expect(checkCounterValue('EV', 'trips', 5)).toBe(5);
    expect(checkCounterValue('EV', 'energy', 5301.4)).toBe(5301.4);
    expect(checkCounterValue('EV', 'trips', 5.5)).toBe('bad_value');
    expect(checkCounterValue('EV', 'trips', -1)).toBe('bad_value');
    expect(checkCounterValue('EV', 'up', 1)).toBe('unknown_key');
    expect(checkCounterValue('WW', 'up', 1)).toBe(1);
  });
});
