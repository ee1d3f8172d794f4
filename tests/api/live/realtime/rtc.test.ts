import { db } from '@/lib/platform/db/client';
import type { LiveStatus } from '@/lib/live/units/live-message';
import { liveBus } from '@/lib/live/telemetry/bus';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { closeClients, connect, pause, seedUnits, signIn, startGateway } from './support/rtc';
import type { Gateway, Person } from './support/rtc';

useFreshDatabase();

let gateway: Gateway;
let staff: Person;
let customer: Person;
let stranger: Person;

beforeAll(async () => {
  await seedUnits();
  staff = await signIn('staff', ['MONITOR_READ', 'EDGE_CUBE_WRITE']);
  customer = await signIn('customer', ['MONITOR_READ'], { projects: ['P1'] });
  stranger = await signIn('stranger', ['HOMEPAGE_READ'], { projects: ['P1'] });
  gateway = await startGateway({ publicUrl: 'https://portal.example', timings: { authorizeMs: 500, graceMs: 700 } });
});
afterEach(closeClients);
afterAll(() => gateway?.close());

const publish = (equipmentNo: string, changes: LiveStatus) =>
  liveBus.publish([{ equipmentNo, equipmentType: 'YAE_ELT', displayType: 'EV', changes, committedAt: Date.now() }]);

async function authorised(person: Person, options = {}) {
  const client = await connect(gateway, options);
  await client.send('authorize', await person.token());
  return client;
}

describe('authorize', () => {
  for (const transport of ['polling', 'websocket'] as const)
    it(`[RTC-014] opens the namespace rtc over ${transport} at the configured path`, async () => {
      const client = await connect(gateway, { transports: [transport] });
      expect(await client.send('authorize', await staff.token())).toEqual({ code: 200, message: 'success' });
      expect(await client.watch('E1')).toEqual({ code: 200, message: 'success', data: { subscribed: 1 } });
      await until(() => client.of('E1').length === 1);
      publish('E1', { load: { value: 'Loaded', at: Date.now() } });
      await until(() => client.values('E1', 'load').length === 1);
    });

  it('answers with the event as well, takes {token}, and an access token of an API client', async () => {
    const client = await connect(gateway);
    client.socket.emit('authorize', { token: await staff.token() });
    await until(() => client.authorizeAnswers.length === 1);
    expect(client.authorizeAnswers).toEqual([{ code: 200, message: 'success' }]);
    const program = await connect(gateway);
    expect(await program.send('authorize', staff.accessToken)).toEqual({ code: 200, message: 'success' });
  });

  it('not given in time closes the socket, however often wrong tokens are tried', async () => {
    const idle = await connect(gateway);
    const guessing = await connect(gateway);
    const timer = setInterval(() => guessing.socket.emit('authorize', 'wrong'), 100);
    await until(() => idle.disconnectedBecause !== null && guessing.disconnectedBecause !== null, 1500);
    clearInterval(timer);
    expect(guessing.authorizeAnswers[0]).toEqual({ code: 511, message: 'Token invalid!' });
  });

  it('says why a token is refused', async () => {
    const off = await signIn('switched-off', ['MONITOR_READ']);
    const token = await off.token();
    await db().user.update({ where: { username: 'switched-off' }, data: { enabled: false } });
    const client = await connect(gateway);
    expect(await client.send('authorize', token)).toEqual({ code: 511, message: 'Account disabled!' });
    expect(await client.send('authorize', await staff.token(-1000))).toEqual({ code: 511, message: 'Token expired!' });
    expect(await client.send('authorize', { nonsense: 1 })).toEqual({ code: 511, message: 'Token invalid!' });
  });

  it('is needed before anything else', async () => {
    const client = await connect(gateway);
    for (const event of ['rtc', 'list', 'unsubscribe'])
      expect(await client.send(event, [])).toEqual({ code: 401, message: 'authorize first' });
    expect(client.errors).toEqual(Array(3).fill({ code: 401, message: 'authorize first' }));
  });

  it('may be followed by the list at once, without waiting for the answer', async () => {
    const client = await connect(gateway);
    client.socket.emit('authorize', await staff.token());
    expect(await client.watch('E1')).toMatchObject({ code: 200 });
  });

  it('that fails later drops the subscriptions', async () => {
    const client = await authorised(staff);
    await client.watch('E2');
    await client.send('authorize', 'wrong');
    client.messages.length = 0;
    publish('E2', { load: { value: 'Empty', at: Date.now() } });
    await pause(100);
    expect(client.messages).toEqual([]);
  });
});

describe('a subscription', () => {
  it('[RTC-018] brings a snapshot of every known key within a second, and only the online status of a unit that never reported', async () => {
    const client = await authorised(customer);
    await client.watch('E1', 'N1', 'S1', 'W1');
    await until(() => client.messages.length === 4, 1000);
    expect(client.of('E1')[0]).toMatchObject({
      equipmentType: 'YAE_ELT',
      responseType: 'snapshot',
      Timestamp: expect.any(Number),
      status: {
        door: { value: 'Closed', at: 1000 },
        position: { value: 'B1', physicalvalue: 1, at: 1000 },
        trips: { value: 7, at: 900 },
        onlinestatus: { value: 1, at: 2000 },
        connection: { value: 'online' },
      },
    });
    expect(client.of('N1')[0]?.status).toEqual({ onlinestatus: { value: 4, at: expect.any(Number) } });
    expect(client.of('S1')[0]?.status).toMatchObject({
      stepspeed: { value: 500, at: 1000 },
      counters: { value: { up: 60 }, at: 1000 },
    });
    expect(client.of('W1')[0]).toMatchObject({
      Controllerversion: 'F6',
      Status: { Speed: { StepSpeed: 505 }, OnlineStatus: 1 },
    });
  });

  it("is limited to the caller's scope: other, deleted and unknown numbers are named, the rest stays", async () => {
    const client = await authorised(customer);
    expect(await client.watch('E1', 'E3', 'B1', 'D1', 'no-such')).toMatchObject({ code: 200, data: { subscribed: 1 } });
    await until(() => client.errors.length === 1);
    expect(client.errors[0]).toEqual({
      code: 511,
      message: 'no permission',
      checkResult: false,
      equipmentNoList: ['E3', 'B1', 'D1', 'no-such'],
    });
    for (const equipmentNo of ['E1', 'E3', 'B1', 'no-such'])
      publish(equipmentNo, { load: { value: 'Empty', at: Date.now() } });
    await until(() => client.values('E1', 'load').length === 1);
    expect(new Set(client.messages.map(({ equipmentNo }) => equipmentNo))).toEqual(new Set(['E1']));
  });

  it('needs one of the authorities', async () => {
    const client = await authorised(stranger);
    expect(await client.watch('E1')).toEqual({ code: 403, message: '没有权限操作' });
    expect(client.errors).toEqual([{ code: 403, message: '没有权限操作' }]);
    expect(client.messages).toEqual([]);
  });

  it('is refused with more than 200 numbers or a payload that is no list; the list before stays', async () => {
    const client = await authorised(customer);
    await client.watch('E1');
    for (const payload of [
      Array.from({ length: 201 }, (_, index) => ({ equipmentNo: `X${index}` })),
      'E1',
      [{ equipmentNo: 7 }],
      [{ equipmentNo: "';--" }],
      null,
    ]) {
      expect((await client.send('rtc', payload)).code).toBe(400);
    }
    publish('E1', { load: { value: 'Full Load', at: Date.now() } });
    await until(() => client.values('E1', 'load').length === 1);
  });

  it('replaces the one before, and an empty list clears it', async () => {
    const client = await authorised(customer);
    await client.watch('E1');
    await client.watch('E2');
    publish('E1', { load: { value: 'Empty', at: Date.now() } });
    publish('E2', { load: { value: 'Empty', at: Date.now() } });
    await until(() => client.values('E2', 'load').length === 1);
    expect(client.values('E1', 'load')).toEqual([]);
    expect(await client.watch()).toMatchObject({ code: 200, data: { subscribed: 0 } });
    publish('E2', { load: { value: 'Loaded', at: Date.now() } });
    await pause(400);
    expect(client.values('E2', 'load')).toEqual(['Empty']);
  });

  it('misses nothing and mixes nothing up while values change: the last value always arrives, no older one after a newer', async () => {
    const write = async (value: number) => {
      const at = 10_000 + value;
      await db().equipmentStatus.update({ where: { equipmentNo: 'E2' }, data: { live: { speed: { value, at } } } });
      publish('E2', { speed: { value, at } });
    };
    const clients = await Promise.all([authorised(customer), authorised(customer), authorised(staff)]);
    let value = 0;
    for (let round = 0; round < 12; round += 1) {
      const watching = clients.map((client) => client.watch('E2'));
      for (let step = 0; step < 5; step += 1) await write((value += 1));
      await Promise.all(watching);
      await pause(20);
    }
    await until(() => clients.every((client) => client.values('E2', 'speed').at(-1) === value));
    for (const client of clients) {
      const values = client.values('E2', 'speed') as number[];
      expect(values).toEqual([...values].sort((a, b) => a - b));
      const stamps = client.of('E2').map(({ Timestamp }) => Timestamp);
      expect(stamps).toEqual([...stamps].sort((a, b) => a - b));
    }
  });

  it('is sent anew when the box started again and keys were forgotten', async () => {
    const client = await authorised(customer);
    await client.watch('E2');
    await until(() => client.of('E2').length === 1);
    await db().equipmentStatus.update({
      where: { equipmentNo: 'E2' },
      data: { live: { door: { value: 'Closed', at: 20_000 } } },
    });
    liveBus.publish([
      {
        equipmentNo: 'E2',
        equipmentType: 'YAE_ELT',
        displayType: 'EV',
        changes: {},
        forgotten: ['speed'],
        committedAt: Date.now(),
      },
    ]);
    await until(() => client.of('E2').length === 2);
    expect(client.of('E2')[1]).toMatchObject({
      responseType: 'snapshot',
      status: { door: { value: 'Closed', at: 20_000 } },
    });
    expect(client.of('E2')[1]?.status).not.toHaveProperty('speed');
  });

  it('gets at most five changes a second, the latest value always', async () => {
    const client = await authorised(customer);
    await client.watch('E1');
    await until(() => client.of('E1').length === 1);
    client.messages.length = 0;
    const from = Date.now();
    let step = 0;
    while (Date.now() - from < 2000) {
      publish('E1', { speed: { value: (step += 1), at: Date.now() } });
      await pause(10);
    }
    await until(() => client.values('E1', 'speed').at(-1) === step);
    expect(client.messages.length).toBeLessThanOrEqual(11);
    expect(client.messages[0]?.arrivedAt).toBeLessThan(from + 100);
  });
});

describe('limits', () => {
  it('more than 20 events in 10 s are refused', async () => {
    const client = await authorised(customer);
    const answers = await Promise.all(Array.from({ length: 24 }, () => client.watch('E1')));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(19);
    expect(answers.at(-1)).toEqual({ code: 429, message: 'too many events' });
    expect(client.errors.filter(({ code }) => code === 429)).toHaveLength(5);
    expect(client.socket.connected).toBe(true);
  });

  it('a sixth socket of one browser is refused, one of another browser is not', async () => {
    const person = await signIn('many-tabs', ['MONITOR_READ']);
    const token = await person.token();
    const open = async (clientId: string) => {
      const client = await connect(gateway, { auth: { clientId } });
      return { client, answer: await client.send('authorize', token) };
    };
    const tabs: Awaited<ReturnType<typeof open>>[] = [];
    for (let tab = 0; tab < 6; tab += 1) tabs.push(await open('browser-a'));
    expect(tabs.map(({ answer }) => answer.code)).toEqual([200, 200, 200, 200, 200, 429]);
    await until(() => tabs[5]?.client.disconnectedBecause !== null);
    expect((await open('browser-b')).answer.code).toBe(200);
    tabs[0]?.client.socket.disconnect();
    await pause(50);
    expect((await open('browser-a')).answer.code).toBe(200);
  });

  it('a user has at most 20 sockets', async () => {
    const person = await signIn('many-browsers', ['MONITOR_READ']);
    const token = await person.token();
    const codes: number[] = [];
    for (let index = 0; index < 21; index += 1)
      codes.push((await (await connect(gateway, { auth: { clientId: `b${index}` } })).send('authorize', token)).code);
    expect(codes).toEqual([...Array(20).fill(200), 429]);
  });

  it('a message over 64 KiB ends the connection, and only that', async () => {
    const client = await authorised(customer);
    client.socket.emit('rtc', [{ equipmentNo: 'E1', hint: 'x'.repeat(70 * 1024) }]);
    await until(() => client.disconnectedBecause !== null);
    await expect(authorised(customer)).resolves.toBeDefined();
  });
});

describe('origin', () => {
  it('another one is refused on both transports, their own and programs without any may come', async () => {
    for (const transports of [['polling'], ['websocket']] as const) {
      const options = (origin: string) => ({ transports: [...transports], extraHeaders: { Origin: origin } });
      for (const origin of [
        'https://evil.example',
        'https://portal.example.evil.example',
        'https://portal.example:444',
        'http://portal.example',
        'null',
      ])
        await expect(connect(gateway, options(origin))).rejects.toThrow();
      await expect(connect(gateway, options('https://portal.example'))).resolves.toBeDefined();
    }
    await expect(
      connect(gateway, { transports: ['polling'], extraHeaders: { 'Sec-Fetch-Site': 'cross-site' } }),
    ).rejects.toThrow();
  });
});

describe('the life of a token', () => {
  it('its end is announced; until a new one comes events are refused, and the new one keeps the subscriptions', async () => {
    const client = await connect(gateway);
    await client.send('authorize', await customer.token(1900));
    await client.watch('E1');
    await until(() => client.authorizeAnswers.some(({ message }) => message === 'Token expired!'));
    expect(await client.watch('E2')).toEqual({ code: 511, message: 'Token expired!' });
    expect(client.errors).toEqual([{ code: 511, message: 'Token expired!' }]);
    expect(await client.send('authorize', await customer.token())).toEqual({ code: 200, message: 'success' });
    await pause(900);
    expect(client.disconnectedBecause).toBeNull();
    publish('E1', { load: { value: 'Loaded', at: Date.now() } });
    await until(() => client.values('E1', 'load').length === 1);
  });

  it('renewed before its end nothing is heard of it', async () => {
    const client = await connect(gateway);
    await client.send('authorize', await customer.token(1900));
    await client.watch('E1');
    await client.send('authorize', await customer.token());
    await pause(2500);
    expect(client.authorizeAnswers.map(({ code }) => code)).toEqual([200, 200]);
    expect(client.socket.connected).toBe(true);
    publish('E1', { load: { value: 'Empty', at: Date.now() } });
    await until(() => client.values('E1', 'load').length === 1);
  });

  it('not renewed in the time of grace the socket is closed', async () => {
    const client = await connect(gateway);
    await client.send('authorize', await customer.token(1900));
    await until(() => client.disconnectedBecause !== null);
  });
});

describe('watching the watchers', () => {
  it("[RTC-024] lists units with type, number of users and their clients; only in the caller's scope", async () => {
    const watcher = await authorised(customer, { auth: { clientId: 'wall-1' } });
    await watcher.watch('E1', 'S1');
    const admin = await authorised(staff, { auth: { clientId: 'desk' } });
    await admin.watch('E1');
    const answer = await admin.send<{
      code: number;
      data: {
        equipmentNo: string;
        equipmentType: string;
        clientSize: number;
        client: { user: string; clientId: string; since: number }[];
      }[];
    }>('list', []);
    expect(answer.code).toBe(200);
    expect(
      answer.data.map(({ equipmentNo, equipmentType, clientSize }) => [equipmentNo, equipmentType, clientSize]),
    ).toEqual([
      ['E1', 'YAE_ELT', 2],
      ['S1', 'YAE_ESC', 1],
    ]);
    expect(answer.data[1]?.client).toEqual([{ user: 'customer', clientId: 'wall-1', since: expect.any(Number) }]);
    const filtered = await admin.send<{ data: { equipmentNo: string }[] }>('list', [
      { equipmentNo: 'S1' },
      { equipmentNo: 'B1' },
    ]);
    expect(filtered.data.map(({ equipmentNo }) => equipmentNo)).toEqual(['S1']);
    expect(await watcher.send('list', [])).toEqual({ code: 403, message: '没有权限操作' });
  });

  it('[RTC-030] ends with code 200 over polling, and says what is wrong with a bad payload', async () => {
    const watcher = await authorised(customer);
    await watcher.watch('E2');
    const admin = await authorised(staff, { transports: ['polling'] });
    expect(await admin.send('unsubscribe', [{ equipmentNo: 'E2', equipmentType: 'YAE_ELT' }])).toMatchObject({
      code: 200,
      data: { removed: 1 },
    });
    await until(() => watcher.ended.length === 1);
    expect(await admin.send('unsubscribe', 'everything')).toEqual({ code: 400, message: expect.any(String) as string });
    expect(await admin.send('list', [{ equipmentNo: 'E2' }])).toMatchObject({ code: 200, data: [] });
  });

  it('a manager sees and ends only streams in their own scope', async () => {
    const manager = await signIn('bj-manager', ['EDGE_CUBE_WRITE'], { branches: ['BJ'] });
    const watcher = await authorised(customer);
    await watcher.watch('E1');
    const client = await authorised(manager);
    expect(await client.send('list', [])).toMatchObject({ code: 200, data: [] });
    expect(await client.send('unsubscribe', [{ equipmentNo: 'E1', equipmentType: 'YAE_ELT' }])).toMatchObject({
      code: 200,
      data: { removed: 0 },
    });
    expect(watcher.ended).toEqual([]);
  });

  it('a manager reads names of their own branch alone, and how many there are (readings 269)', async () => {
    const manager = await signIn('bj-names', ['EDGE_CUBE_WRITE', 'MONITOR_READ'], { branches: ['BJ'] });
    const office = await authorised(staff);
    await office.watch('B1');
    const client = await authorised(manager);
    await client.watch('B1');
    const answer = await client.send<{ data: { clientSize: number; client: { user: string | null }[] }[] }>('list', []);
    expect(answer.data).toMatchObject([{ equipmentNo: 'B1', clientSize: 2 }]);
    expect(answer.data[0]?.client.map(({ user }) => user).sort()).toEqual(['bj-names', null]);
  });

  it('ends a stream for every socket, which is told; refreshing sends new snapshots and ends nothing', async () => {
    const watcher = await authorised(customer);
    await watcher.watch('E1', 'E2');
    await until(() => watcher.messages.length === 2);
    const admin = await authorised(staff);
    expect(
      await admin.send('unsubscribe', [{ equipmentNo: 'E1', equipmentType: 'YAE_ELT', refresh: true }]),
    ).toMatchObject({ code: 200, data: { removed: 0 } });
    await until(() => watcher.of('E1').length === 2);
    expect(await admin.send('unsubscribe', [])).toMatchObject({ code: 200, data: { removed: 0 } });
    await until(() => watcher.of('E1').length === 3 && watcher.of('E2').length === 2);
    expect(await admin.send('unsubscribe', [{ equipmentNo: 'E1', equipmentType: 'YAE_ELT' }])).toMatchObject({
      code: 200,
      data: { removed: 1 },
    });
    await until(() => watcher.ended.length === 1);
    expect(watcher.ended).toEqual([['E1']]);
    publish('E1', { load: { value: 'Overload', at: Date.now() } });
    publish('E2', { load: { value: 'Overload', at: Date.now() } });
    await until(() => watcher.values('E2', 'load').length === 1);
    expect(watcher.values('E1', 'load')).toEqual([]);
  });

  it('without that right a caller may end their own streams only', async () => {
    const own = await authorised(customer);
    const other = await authorised(customer);
    await Promise.all([own.watch('E1', 'E2'), other.watch('E1')]);
    expect(await own.send('unsubscribe', [{ equipmentNo: 'E1' }, { equipmentNo: 'B1' }])).toMatchObject({
      code: 200,
      data: { removed: 1 },
    });
    publish('E1', { load: { value: 'Empty', at: Date.now() } });
    await until(() => other.values('E1', 'load').length === 1);
    expect(own.values('E1', 'load')).toEqual([]);
  });
});

it('a silent socket with subscriptions is kept alive', async () => {
  const quick = await startGateway({ publicUrl: 'https://portal.example', timings: { keepaliveMs: 500 } });
  try {
    const client = await connect(quick);
    await client.send('authorize', await customer.token());
    await client.watch('E1', 'E2');
    await until(() => client.messages.some(({ responseType }) => responseType === 'keepalive'), 3000);
    const keepalive = client.messages.find(({ responseType }) => responseType === 'keepalive');
    expect(Object.keys(keepalive?.status ?? {}).sort()).toEqual(['connection', 'onlinestatus']);
  } finally {
    await quick.close();
  }
});
