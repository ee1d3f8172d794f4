import { db } from '@/lib/platform/db/client';
import type { InstantMessage, NoticeItem } from '@/lib/live/realtime/shared/notices';
import { notifyPortal } from '@/lib/platform/auth/tokens/portal-channel';
import { until } from '../../../support/until';
import { closeClients, connect, pause, signIn } from '../../live/realtime/support/rtc';
import type { Client, Person } from '../../live/realtime/support/rtc';
import { useFreshDatabase } from '../../support/database';
import { createBox, mosquittoPub } from '../../live/telemetry/world';
import type { Box } from '../../live/telemetry/world';
import { openGateway, type ListeningGateway } from '../../live/telemetry/running-gateway';

/** The message channel from a real box's client to a real socket. */

useFreshDatabase();

let gateway: ListeningGateway;
let box: Box;
let staff: Person;
let customer: Person;
let stranger: Person;
let blind: Person;
let patient: Person;

const WALL = ['CAMPUS_VIEW_CALLBACK_READ', 'SYMPTOM_READ', 'CAMPUS_VIEW_EQUIPMENT_READ', 'CAMPUS_VIEW_SERVICE_READ'];

class Listener {
  readonly items: (NoticeItem & { replay: boolean })[] = [];
  readonly instants: InstantMessage[] = [];

  constructor(readonly client: Client) {
    client.socket.on(
      'notification',
      (item: NoticeItem & { replay: boolean }) => 'key' in item && this.items.push(item),
    );
    client.socket.on('instantMessage', (message: InstantMessage) => this.instants.push(message));
  }

  /** Without what call-outs tell: an entrapment joins the one that is open. */
  get ofUnits() {
    return this.instants.filter(({ type }) => type === 'equipment');
  }

  get guids() {
    return this.ofUnits.map(({ gbError }) => `${gbError?.title} ${gbError?.objectStatus}`);
  }
}

async function listen(person: Person, request: object = {}): Promise<Listener> {
  const client = await connect(gateway, { namespace: '/notification' });
  const listener = new Listener(client);
  expect(await client.send('authorize', await person.token())).toEqual({ code: 200, message: 'success' });
  expect(await client.send('notification', request)).toMatchObject({ code: 200 });
  return listener;
}

let count = 0;
const event = (rest: object = {}) => ({
  v: 1,
  equipmentNo: 'U1',
  eventId: `e${(count += 1)}`,
  subType: 'error',
  code: '04',
  title: `fault ${count}`,
  objectStatus: 'true',
  at: Date.now(),
  ...rest,
});
const callback = (callbackId: string, equipmentNo = 'U1', jobUpdateDate = new Date(), jobStatus = 'INIT') =>
  db().callback.create({
    data: {
      callbackId,
      equipmentNo,
      branchCode: 'B1',
      callbackType: 'Customer call',
      jobDescription: '门故障',
      jobStatus,
      createDate: jobUpdateDate,
      jobUpdateDate,
    },
  });

beforeAll(async () => {
  box = await createBox('CUBE1', 'U1', { onlineStatus: 1 });
  await db().project.create({
    data: { projectId: 'P1', branchCode: 'B1', projectName: 'P1', equipment: { create: { equipmentNo: 'U1' } } },
  });
  staff = await signIn('staff', WALL);
  customer = await signIn('customer', WALL, { projects: ['P1'] });
  stranger = await signIn('stranger', WALL, { projects: ['P2'] });
  blind = await signIn('blind', ['SYMPTOM_READ'], { projects: ['P1'] });
  patient = await signIn('patient', WALL, { branches: ['B1'] });
  gateway = await openGateway(['ingest', 'realtime']);
}, 60_000);
afterEach(closeClients);
afterAll(() => gateway?.close());

describe('the sums', () => {
  const bells = async (person: Person, request: object = { types: ['counts'] }) => {
    const { client } = await listen(person, request);
    const at: number[] = [];
    client.socket.on('counts', (news: { at: number }) => at.push(news.at));
    return at;
  };

  it('ring within two seconds when a unit in scope goes offline, is faulty or is well again, for those who asked', async () => {
    const listers = [
      await signIn('lister', ['EQUIPMENT_READ'], { projects: ['P1'] }),
      await signIn('branchLister', ['EQUIPMENT_READ'], { branches: ['B1'] }),
    ];
    const heard = [await bells(listers[0] as Person), await bells(listers[1] as Person)];
    const silent = [
      await bells(await signIn('foreignLister', ['EQUIPMENT_READ'], { projects: ['P2'] })),
      await bells(customer, {}),
    ];
    const refused = await connect(gateway, { namespace: '/notification' });
    await refused.send('authorize', await customer.token());
    expect(await refused.send('notification', { types: ['counts'] })).toMatchObject({ code: 403 });
    const tookMs: number[] = [];
    for (const value of [true, false]) {
      const before = heard.map((words) => words.length);
      const sentAt = Date.now();
      await mosquittoPub(
        gateway.mqttPort,
        box,
        'lift/v1/CUBE1/status',
        JSON.stringify({ v: 1, equipmentNo: 'U1', at: Date.now(), status: { errorstate: { value } } }),
      );
      await until(() => heard.every((words, index) => words.length > (before[index] ?? 0)));
      tookMs.push(Date.now() - sentAt);
      await pause(1100);
    }
    // The quicker of the two: what else the machine does is not what is tested.
    expect(Math.min(...tookMs)).toBeLessThan(2000);
    const calm = heard.map((at) => at.length);
    await mosquittoPub(
      gateway.mqttPort,
      box,
      'lift/v1/CUBE1/status',
      JSON.stringify({ v: 1, equipmentNo: 'U1', at: Date.now(), status: { load: { value: 'Loaded' } } }),
    );
    await pause(1500);
    expect([heard.map((at) => at.length), silent.map((at) => at.length)]).toEqual([calm, [0, 0]]);
  });
});

describe('the channel', () => {
  it('[RTC-016] [CAMP-041] delivers callbacks and symptoms as they are written and change, each state once', async () => {
    const listener = await listen(customer);
    await callback('C1');
    await until(() => listener.items.length === 1);
    expect(listener.items[0]).toEqual({
      key: 'CBK-C1',
      type: 'CBK',
      status: 'INIT',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      equipmentName: 'U1',
      equipmentNo: 'U1',
      technician: null,
      phoneNumber: null,
      message: '门故障',
      objectId: 'C1',
      // Written while the replay is read, either may tell it first; the browser goes by its time.
      replay: expect.any(Boolean),
    });
    await db().callback.update({
      where: { callbackId: 'C1' },
      data: { jobStatus: 'PAGE', technicianName: '王磊', technicianPhone: '13800000000', jobUpdateDate: new Date() },
    });
    await until(() => listener.items.length === 2);
    await db().callback.update({ where: { callbackId: 'C1' }, data: { jobDescription: 'reworded' } });
    await db().symptom.create({
      data: {
        symptomId: 'S1',
        equipmentNo: 'U1',
        branchCode: 'B1',
        symptomTitle: 'A02-疑似困人',
        equipmentText: 'U1',
        category: 'A',
        symptomState: 'INIT',
        createDate: new Date(),
      },
    });
    await until(() => listener.items.length === 3);
    expect(
      listener.items.slice(1).map(({ key, status, message, technician }) => [key, status, message, technician]),
    ).toEqual([
      ['CBK-C1', 'PAGE', '门故障', '王磊'],
      ['SYMPTOM-S1', 'INIT', '疑似困人', null],
    ]);
  });

  it('[RTC-017] [CAMP-034] tells a fault of a real box with its toast, and its end', async () => {
    const listener = await listen(customer);
    const fault = event({ message: '轿厢在开锁区域外停止' });
    await mosquittoPub(gateway.mqttPort, box, 'lift/v1/CUBE1/event', JSON.stringify(fault));
    await until(() => listener.instants.length === 1);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(listener.instants[0]).toEqual({
      type: 'equipment',
      notificationId: expect.any(String),
      subType: 'error',
      objectId: expect.any(String),
      title: fault.title,
      message: '轿厢在开锁区域外停止',
      notificationDate: time,
      gbError: {
        guid: expect.stringMatching(/^event-\d+$/),
        objectStatus: 'true',
        subType: 'error',
        title: fault.title,
        message: '轿厢在开锁区域外停止',
        equipmentName: 'U1',
        equipmentNo: 'U1',
        equipmentType: 'YAE_ELT',
        eventDate: time,
        notificationDate: time,
        camera: 0,
        entrapment: false,
      },
      replay: expect.any(Boolean),
    });
    await mosquittoPub(
      gateway.mqttPort,
      box,
      'lift/v1/CUBE1/event',
      JSON.stringify({ ...fault, objectStatus: 'false', at: Date.now() }),
    );
    await until(() => listener.instants.length === 2);
    expect(listener.instants[1]?.gbError).toMatchObject({
      guid: listener.instants[0]?.gbError?.guid,
      objectStatus: 'false',
    });
  });

  it.each([10002, 10003])('[CAMP-060] of alarm %i the message says that a person is trapped', async (code) => {
    const listener = await listen(staff);
    const status = async (values: object) => {
      const body = JSON.stringify({ v: 1, equipmentNo: 'U1', at: Date.now(), status: values });
      expect(await mosquittoPub(gateway.mqttPort, box, 'lift/v1/CUBE1/status', body)).toMatchObject({ code: 0 });
    };
    await status({ alarm: { value: 'On', tracking: { code: 10_001, entrap_enable: true } } });
    await status({ alarm: { value: 'On', tracking: { code, entrap_enable: true } } });
    // The call-out that is opened for them is told as well, as a service message.
    const trapped = () => listener.instants.filter(({ subType }) => subType === 'entrapment');
    // The end of the one before may still be told.
    const begun = () => trapped().filter(({ gbError }) => gbError?.objectStatus === 'true');
    await until(() => begun().length > 0).catch(() => undefined);
    const one = begun().at(-1);
    // Where nothing came: what came instead.
    expect([one !== undefined, listener.instants]).toEqual([true, expect.anything()]);
    expect(one).toMatchObject({ type: 'equipment', gbError: { entrapment: true, subType: 'error' } });
    await status({ alarm: { value: 'Off' }, entrapment: { value: false } });
    const ended = () =>
      trapped().find(({ gbError }) => gbError?.guid === one?.gbError?.guid && gbError?.objectStatus === 'false');
    await until(() => ended() !== undefined);
    expect(ended()?.gbError).toMatchObject({ entrapment: true });
  });

  it('[CAMP-063] "启动和投入使用" never lasts', async () => {
    const listener = await listen(staff);
    await mosquittoPub(
      gateway.mqttPort,
      box,
      'lift/v1/CUBE1/event',
      JSON.stringify(event({ subType: 'event', code: '40', message: '启动和投入使用' })),
    );
    await until(() => listener.ofUnits.length === 1);
    expect(listener.ofUnits[0]?.gbError).toMatchObject({ objectStatus: 'false', subType: 'event' });
  });

  it('gives a service message its type, and a message about the account to that account alone, without any authority', async () => {
    const [own, other] = [await listen(blind), await listen(staff)];
    const notice = (guid: string, rest: object) =>
      db().notification.create({ data: { notificationType: 'callback', title: guid, message: 'text', guid, ...rest } });
    await notice('g-service', { subType: 'callback', equipmentNo: 'U1', branchCode: 'B1', objectId: 'C9' });
    await notice('g-account', { notificationType: 'event', subType: 'account', username: 'blind' });
    await until(() => own.instants.length === 1 && other.instants.length === 1);
    await pause(300);
    expect(own.instants.map(({ title }) => title)).toEqual(['g-account']);
    expect(other.instants).toEqual([
      expect.objectContaining({ type: 'service', subType: 'callback', objectId: 'C9', title: 'g-service' }),
    ]);
  });
});

describe('who hears what', () => {
  it('nothing outside the scope, and no kind without its authority', async () => {
    const [near, far, half] = [await listen(customer), await listen(stranger), await listen(blind)];
    await callback('C2');
    await mosquittoPub(gateway.mqttPort, box, 'lift/v1/CUBE1/event', JSON.stringify(event({ code: '05' })));
    await until(() => near.items.some(({ key }) => key === 'CBK-C2') && near.instants.length === 1);
    await pause(500);
    expect([far.items, far.instants, half.items.filter(({ type }) => type === 'CBK'), half.instants]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it('answers with the kinds that are allowed, and refuses when none is', async () => {
    const client = await connect(gateway, { namespace: '/notification' });
    expect(await client.send('notification', {})).toEqual({ code: 401, message: 'authorize first' });
    await client.send('authorize', await blind.token());
    expect(await client.send('notification', {})).toMatchObject({ code: 200, data: { types: ['symptom', 'instant'] } });
    expect(await client.send('notification', { types: ['callback'] })).toEqual({ code: 403, message: '没有权限操作' });
    expect(await client.send('notification', { types: ['weather'] })).toMatchObject({ code: 400 });
    expect(client.errors.map(({ code }) => code)).toEqual([401, 403, 400]);
  });

  it('rights that are taken away end it at once, a session that ends closes the socket', async () => {
    const leaver = await signIn('leaver', WALL, { projects: ['P1'] });
    const listener = await listen(leaver);
    await db().userMapping.deleteMany({ where: { username: 'leaver' } });
    await notifyPortal(db(), { topic: 'access', key: 'leaver' });
    await pause(1000);
    await callback('C3');
    await pause(800);
    expect(listener.items.filter(({ key }) => key === 'CBK-C3')).toEqual([]);
    await db().session.update({ where: { id: leaver.sessionId }, data: { revokedAt: new Date() } });
    await notifyPortal(db(), { topic: 'session', key: leaver.sessionId });
    await until(() => listener.client.disconnectedBecause !== null);
  });
});

describe('what was missed', () => {
  it('comes first: the last ten items of 24 h, oldest first, as replay; with `since` all after it', async () => {
    for (let hour = 1; hour <= 12; hour += 1) await callback(`R${hour}`, 'U1', new Date(Date.now() - hour * 3600_000));
    await callback('R-OLD', 'U1', new Date(Date.now() - 25 * 3600_000));
    const listener = await listen(customer, { types: ['callback'] });
    await until(() => listener.items.length === 10);
    await pause(200);
    expect(listener.items.map(({ replay }) => replay)).toEqual(Array(10).fill(true));
    const times = listener.items.map(({ time }) => time);
    expect(times).toEqual([...times].sort());
    const late = await listen(customer, { since: Date.now() - 13 * 3600_000 });
    await until(() => late.items.length >= 13 && late.instants.length > 0);
    expect(late.items.some(({ key }) => key === 'CBK-R12')).toBe(true);
  });

  it('of call-outs and symptoms together the newest are kept', async () => {
    for (let hour = 1; hour <= 10; hour += 1) await callback(`B${hour}`, 'U1', new Date(Date.now() - hour * 3600_000));
    await db().symptom.create({
      data: {
        symptomId: 'S-last',
        equipmentNo: 'U1',
        branchCode: 'B1',
        symptomTitle: 'B05-x',
        equipmentText: 'U1',
        category: 'B',
        symptomState: 'INIT',
        createDate: new Date(),
      },
    });
    const both = await listen(customer, { types: ['callback', 'symptom'] });
    await until(() => both.items.length === 10);
    expect(both.items.at(-1)?.key).toBe('SYMPTOM-S-last');
    await db().symptom.deleteMany({ where: { symptomId: 'S-last' } });
    await db().callback.deleteMany({ where: { callbackId: { startsWith: 'B' } } });
  });
});

describe('switches, delay and flood', () => {
  it('a type that is switched off is not told', async () => {
    await db().notificationSwitch.createMany({
      data: [{ username: 'staff', notificationType: 'error', enable: false }],
    });
    await pause(5100);
    const [silent, other] = [await listen(staff), await listen(customer)];
    await mosquittoPub(gateway.mqttPort, box, 'lift/v1/CUBE1/event', JSON.stringify(event({ code: '06' })));
    await until(() => other.instants.length === 1);
    await pause(300);
    expect(silent.instants).toEqual([]);
    await db().notificationSwitch.deleteMany();
  });

  it('[CAMP-062] has every trapped person who is not released, however long ago and however much came since, as replay', async () => {
    const unit = { equipmentNo: 'U1', branchCode: 'B1', message: '' };
    const old = new Date(Date.now() - 3 * 86_400_000);
    await db().notification.create({
      data: {
        ...unit,
        notificationType: 'entrapment',
        subType: 'entrapment',
        title: 'waits',
        guid: 'g-waits',
        objectStatus: true,
        notificationDate: old,
      },
    });
    await db().notification.create({
      data: {
        ...unit,
        notificationType: 'entrapment',
        subType: 'entrapment',
        title: 'freed',
        guid: 'g-freed',
        objectStatus: false,
        notificationDate: old,
      },
    });
    await db().notification.create({
      data: {
        ...unit,
        notificationType: 'error',
        subType: 'error',
        title: 'lasts',
        guid: 'g-lasts',
        objectStatus: true,
        notificationDate: old,
      },
    });
    const listener = await listen(customer, { since: Date.now() - 1000 });
    const foreign = await listen(stranger, { since: Date.now() - 1000 });
    await until(() => listener.instants.some(({ title }) => title === 'waits'));
    await pause(300);
    expect(
      listener.instants
        .filter(({ title }) => ['waits', 'freed', 'lasts'].includes(title))
        .map(({ title, replay, gbError }) => [title, replay, gbError?.entrapment]),
    ).toEqual([['waits', true, true]]);
    expect(foreign.instants).toEqual([]);
    await db().notification.deleteMany({ where: { guid: { in: ['g-waits', 'g-freed', 'g-lasts'] } } });
  });

  it('the same fault of a unit is notified once in five minutes, with its end; a trapped person every time', async () => {
    const listener = await listen(customer);
    const send = (message: object) =>
      mosquittoPub(gateway.mqttPort, box, 'lift/v1/CUBE1/event', JSON.stringify(message));
    const [first, second] = [event({ code: '07' }), event({ code: '07' })];
    await pause(1100); // Five events a second and unit are taken.
    for (const fault of [first, second]) {
      await send(fault);
      await send({ ...fault, objectStatus: 'false', at: Date.now() });
    }
    await pause(1100);
    for (const entrapment of [event({ subType: 'entrapment', code: 'T' }), event({ subType: 'entrapment', code: 'T' })])
      await send(entrapment);
    await until(() => listener.instants.filter(({ subType }) => subType === 'entrapment').length === 2);
    expect(new Set(listener.instants.filter(({ subType }) => subType === 'error').map(({ title }) => title))).toEqual(
      new Set([first.title]),
    );
  });

  it('with a delay a short fault is not notified, a long one is notified when it still lasts, and a trapped person at once', async () => {
    await db().user.update({ where: { username: 'patient' }, data: { noticeDelay: 2 } });
    const listener = await listen(patient);
    await pause(1100);
    const send = (message: object) =>
      mosquittoPub(gateway.mqttPort, box, 'lift/v1/CUBE1/event', JSON.stringify(message));
    const short = event({ code: '08' });
    await send(short);
    await send({ ...short, objectStatus: 'false', at: Date.now() });
    await send(event({ subType: 'entrapment', code: 'T2' }));
    await until(() => listener.ofUnits.length >= 1);
    expect(listener.ofUnits[0]?.gbError?.entrapment).toBe(true);
    // A fault of three minutes, as the database knows it: its start was due a minute ago, its end follows.
    await db().notification.create({
      data: {
        notificationType: 'error',
        subType: 'error',
        equipmentNo: 'U1',
        branchCode: 'B1',
        title: 'long',
        message: '',
        guid: 'g-long',
        objectStatus: true,
        notificationDate: new Date(Date.now() - 180_000),
      },
    });
    await until(() => listener.guids.includes('long true'));
    await db().notification.update({ where: { guid: 'g-long' }, data: { objectStatus: false } });
    await until(() => listener.guids.includes('long false'));
    expect(listener.guids).toEqual([expect.stringContaining('true'), 'long true', 'long false']);
  });
});

describe('incidents', () => {
  it('ring within two seconds for whoever may read one, with a status, a message, an acknowledgement and a call-out; once a second at most, of trapped persons at once', async () => {
    const ring = async (person: Person) => {
      const { client } = await listen(person, { types: ['incidents'] });
      const words: { at: number; urgent?: true }[] = [];
      client.socket.on('incidents', (word: (typeof words)[number]) => words.push(word));
      return words;
    };
    const heard = [
      await ring(await signIn('monitor', ['MONITOR_READ'], { projects: ['P1'] })),
      await ring(await signIn('caller', ['CALLBACK_READ'], { branches: ['B1'] })),
    ];
    // Who reads symptoms alone is told of their rows (readings 264), of no incident.
    const symptomsOnly = await ring(blind);
    const foreign = await ring(await signIn('foreignCaller', ['CALLBACK_READ'], { projects: ['P2'] }));
    const refused = await connect(gateway, { namespace: '/notification' });
    await refused.send('authorize', await (await signIn('deaf', [], { projects: ['P1'] })).token());
    expect(await refused.send('notification', { types: ['incidents'] })).toMatchObject({ code: 403 });
    const message = await db().notification.create({
      data: {
        notificationType: 'entrapment',
        subType: 'entrapment',
        equipmentNo: 'U1',
        branchCode: 'B1',
        title: 'x',
        message: 'x',
        guid: 'incident-bell',
        objectStatus: true,
      },
    });
    const { notificationId } = message;
    const news = [
      () =>
        mosquittoPub(
          gateway.mqttPort,
          box,
          'lift/v1/CUBE1/status',
          JSON.stringify({ v: 1, equipmentNo: 'U1', at: Date.now(), status: { entrapment: { value: true } } }),
        ),
      () => db().notificationAck.create({ data: { notificationId, username: 'patient' } }),
      () => db().notification.update({ where: { notificationId }, data: { objectStatus: false } }),
      () => callback('INC1'),
    ];
    await pause(1500);
    const tookMs: number[] = [];
    for (const happen of news) {
      const before = heard.map((words) => words.length);
      const sentAt = Date.now();
      await happen();
      await until(() => heard.every((words, index) => words.length > (before[index] ?? 0)));
      tookMs.push(Date.now() - sentAt);
      await pause(1300);
    }
    expect(Math.min(...tookMs)).toBeLessThan(2000);
    expect([foreign, symptomsOnly]).toEqual([[], []]);
    for (const words of heard) {
      // That somebody is trapped is told in a word of its own.
      expect(words.filter(({ urgent }) => urgent)).toHaveLength(1);
      const usual = words.filter(({ urgent }) => !urgent).map(({ at }) => at);
      for (const [index, moment] of usual.entries()) expect(moment - (usual[index - 1] ?? 0)).toBeGreaterThan(900);
    }
    await mosquittoPub(
      gateway.mqttPort,
      box,
      'lift/v1/CUBE1/status',
      JSON.stringify({ v: 1, equipmentNo: 'U1', at: Date.now(), status: { entrapment: { value: false } } }),
    );
  });

  it('rows ring by their kind: a call-out for who reads call-outs, a symptom for who reads symptoms', async () => {
    const kindsFor = async (person: Person) => {
      const { client } = await listen(person, { types: ['incidents'] });
      const kinds = new Set<string>();
      client.socket.on('rows', ({ kind }: { kind: string }) => kinds.add(kind));
      return kinds;
    };
    // A unit of its own: the detector still writes about the other one.
    await db().project.create({ data: { projectId: 'P9', branchCode: 'B1', projectName: 'P9' } });
    await db().equipment.create({
      data: {
        equipmentNo: 'U9',
        equipmentName: 'U9',
        equipmentType: 'YAE_ELT',
        displayType: 'EV',
        branchCode: 'B1',
        projects: { create: { projectId: 'P9' } },
      },
    });
    const callOuts = await kindsFor(await signIn('callReader', ['CALLBACK_READ'], { projects: ['P9'] }));
    const symptoms = await kindsFor(await signIn('symptomReader', ['SYMPTOM_READ'], { projects: ['P9'] }));
    await callback('C-rows', 'U9');
    await until(() => callOuts.size > 0);
    await pause(1300);
    expect([[...callOuts], [...symptoms]]).toEqual([['callback'], []]);
    await db().symptom.create({
      data: {
        symptomId: 'S-rows',
        equipmentNo: 'U9',
        branchCode: 'B1',
        symptomTitle: 'B05-x',
        equipmentText: 'U9',
        category: 'B',
        symptomState: 'INIT',
        createDate: new Date(),
      },
    });
    await until(() => symptoms.size > 0);
    expect([[...callOuts], [...symptoms]]).toEqual([['callback'], ['symptom']]);
  });
});
