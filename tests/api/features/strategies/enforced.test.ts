import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { resetExportLimits } from '@/lib/platform/files/export-limit';
import { formatDate } from '@/lib/platform/i18n/format';
import { OPERATIONS } from '@/lib/platform/door/registry';
import { handleSms } from '@/lib/platform/door/web-door';
import { call, forgetTokens, headersOf } from '../../../support/callers';
import { shownRows } from '../../../support/sheet';
import { createPersonas } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { ORIGIN } from '../../../support/sms-client';
import { until } from '../../../support/until';
import { useDataDir } from '../../support/data-dir';
import { useFreshDatabase } from '../../support/database';
import { usePaper } from '../../support/paper';
import { EVERYTHING, useNoStrategies, without } from './support/strategy';

/** Under a strategy a user gets less than without it: every part that it bounds, over HTTP (silent-screens B2). */

useFreshDatabase();
useDataDir();
usePaper();
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
const day = (days = 0) => formatDate(ago(days));

interface Page {
  total: number;
  records: Record<string, unknown>[];
  historyMonths?: number;
}
const list = async (name: PersonaName, path: string, body: object = {}) =>
  (await call<Page>(name, 'POST', path, body)).data;

let count = 0;
async function strategy(
  username: PersonaName,
  rest: Partial<Prisma.UserStrategyUncheckedCreateInput> = {},
  level: 'user' | 'project' | 'tier' | 'default' = 'user',
  target: string = username,
) {
  const strategyId = `s${(count += 1)}`;
  const data = { strategyId, strategyName: strategyId, level, ...EVERYTHING, enabled: true, ...rest };
  await db().userStrategy.create({
    data: { ...data, ...(level === 'default' ? {} : { targets: { create: { level, value: target } } }) },
  });
  forgetStrategies();
  return strategyId;
}

/** First sheet of an export. */
async function sheet(name: PersonaName, path: string, body: object): Promise<unknown[][]> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', ...(await headersOf(name)) };
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  );
  return await shownRows(new Uint8Array(await response.arrayBuffer()));
}

beforeAll(async () => {
  await createPersonas();
  const wall = ['CAMPUS_VIEW_READ', 'CAMPUS_VIEW_CALLBACK_READ', 'CAMPUS_VIEW_EQUIPMENT_READ'].map((authority) => ({
    authority,
  }));
  await db().authority.createMany({ data: wall, skipDuplicates: true });
  await db().roleAuthority.createMany({ data: wall.map((one) => ({ role: 'role-customerEssence', ...one })) });
  await db().equipment.update({ where: { equipmentNo: 'E-1' }, data: { video: '1', dhVideo: '1', totalFloors: 9 } });
  await db().equipment.update({ where: { equipmentNo: 'E-2' }, data: { video: '1', totalFloors: 9 } });
  await db().equipmentStatus.createMany({
    data: [
      {
        equipmentNo: 'E-1',
        onlineStatus: 1,
        errorStatus: 1,
        entrapmentStatus: 1,
        lastDataAt: new Date('2026-03-01T02:30:00Z'),
      },
      { equipmentNo: 'E-2', onlineStatus: 1, errorStatus: 0 },
    ],
  });
  await db().entrapment.create({
    data: { equipmentNo: 'E-1', startAt: new Date('2026-03-01T02:30:00Z'), startSource: 'box', toldDate: new Date() },
  });
  await db().gbCodeDict.createMany({
    data: [
      { gbCode: '11', text: '故障', textEn: 'fault', error: true },
      { gbCode: '12', text: '事件', textEn: 'event', error: false },
      { gbCode: '13', text: '困人', textEn: 'trapped', error: true },
    ],
    skipDuplicates: true,
  });
  const event = (eventId: string, subType: string, code: string) => ({
    equipmentNo: 'E-1',
    branchCode: 'B01',
    eventId,
    subType,
    code,
    objectStatus: true,
    startAt: new Date('2026-03-01T02:30:00Z'),
  });
  await db().equipmentEvent.createMany({
    data: [event('1', 'error', '11'), event('2', 'event', '12'), event('3', 'entrapment', '13')],
  });
  const callback = (callbackId: string, days: number, personTrapped = false) => ({
    callbackId,
    equipmentNo: 'E-1',
    branchCode: 'B01',
    callbackType: 'Customer call',
    jobStatus: 'PAGE',
    createDate: ago(days),
    jobUpdateDate: ago(days),
    personTrapped,
  });
  await db().callback.createMany({ data: [callback('C-NEW', 1), callback('C-OLD', 50), callback('C-TRAP', 60, true)] });
  const symptom = (symptomId: string, symptomTitle: string, days: number) => ({
    symptomId,
    equipmentNo: 'E-1',
    branchCode: 'B01',
    symptomTitle,
    equipmentText: 'E-1',
    category: symptomTitle.slice(0, 1),
    symptomState: 'INIT',
    createDate: ago(days),
  });
  await db().symptom.createMany({
    data: [
      symptom('S-D', 'D01-关门时间偏长', 2),
      symptom('S-B', 'B01-故障停梯', 55),
      symptom('S-TRAP', 'A02-疑似困人', 70),
    ],
  });
  const sms = (type: string, days: number) => ({
    phone: '13812345678',
    type,
    content: type,
    state: 'DELIVERED' as const,
    branchCode: 'B01',
    username: 'customerLite',
    projectId: 'P-1',
    equipmentNo: 'E-1',
    createDate: ago(days),
  });
  await db().biweeklyReport.create({
    data: { equipmentNo: 'E-1', branchCode: 'B01', reportTime: new Date(day()) },
  });
  await db().smsLog.createMany({ data: [sms('callback', 1), sms('callback', 40), sms('entrapment', 45)] });
  await db().userFeedback.create({
    data: {
      feedbackId: 'F-1',
      username: 'customerLite',
      branchCode: 'B01',
      type: 'problem',
      content: '看不到画面',
      images: [],
      source: 'Web',
      state: 'NEW',
    },
  });
});
useNoStrategies();
afterAll(closePortal);

describe('exports', () => {
  /** Documents by key: tests/api/features/maintenance-reports, tests/api/platform/mail. */
  const DOCUMENTS = ['getReportPdf', 'downloadReportZip', 'getMailFile'];
  const exports = OPERATIONS.filter(({ audit, name }) => audit === 'export' && !DOCUMENTS.includes(name));
  const RANGE: object = {
    ...{ startDate: day(7), endDate: day() },
    ...{ startTime: day(7), endTime: day() },
    ...{ startCreateDate: day(7), endCreateDate: day() },
  };
  /** The list of accounts takes a month, lists with tabs say which. */
  const BODIES: Readonly<Record<string, object>> = {
    exportUsers: {},
    exportUserEquipment: {},
    exportInspection: { tab: 'all' },
    exportEnergySaving: { startMonth: day().slice(0, 7), endMonth: day().slice(0, 7) },
    exportContracts: { tab: 'other' },
    getHealthReportPdf: { projectId: 'P-1', ...RANGE },
    mailHealthReport: { projectIds: 'P-1', ...RANGE, emailAddress: 'a@example.com' },
    getBiweeklyPdf: { equipmentNo: 'E-1', reportTime: day() },
    downloadBiweeklyZip: { list: [{ equipmentNo: 'E-1', reportTime: day() }] },
    mailBiweekly: { equipmentNo: 'E-1', reportTime: day(), emailAddress: 'a@example.com' },
    getMonthlyPdf: { equipmentNo: 'E-1', startDate: `${day().slice(0, 7)}-01` },
    mailMonthly: { equipmentNo: 'E-1', startDate: `${day().slice(0, 7)}-01`, emailAddress: 'a@example.com' },
    exportDashboard: { view: 'ka' },
  };
  const bodyOf = (name: string) => BODIES[name] ?? RANGE;

  it.each(exports.map(({ name, method, path }) => [name, method, path] as const))(
    '%s answers a file, and is refused where the strategy forbids it',
    async (name, method, path) => {
      const body = new Map(Object.entries(bodyOf(name)) as [string, string][]);
      const address = path.replace(/\{(\w+)\}/, (_, field: string) => body.get(field) ?? '');
      const ask = () =>
        method === 'GET'
          ? call('platformAdmin', method, `${address}?${new URLSearchParams([...body])}`)
          : call('platformAdmin', method, address, bodyOf(name));
      expect(await ask()).toMatchObject({ code: 200 });
      await strategy('platformAdmin', { exportAllowed: false });
      expect(await ask()).toMatchObject({
        code: 403,
        message: '导出已被限制',
      });
    },
  );
});

describe('groups', () => {
  const codes = async () =>
    (
      await call<{ gbCodeShowList: { gbCode: string }[] }>('customerEssence', 'POST', 'equipmentExtension/gbCodeShow', {
        equipmentNo: 'E-1',
      })
    ).data.gbCodeShowList
      .map(({ gbCode }) => gbCode)
      .sort();
  const units = async (filters: object = {}) =>
    (await list('customerEssence', 'equipment/query', { sortField: 'equipmentNo', sortOrder: 'asc', ...filters }))
      .records;
  const numbers = async (filters: object = {}) => (await units(filters)).map(({ equipmentNo }) => equipmentNo);

  it('without faults nothing says whether a unit is faulty: not lists, filters, orders, states, counts nor files; entrapment does', async () => {
    const statuses = async () =>
      (
        await call<{ errorStatus: number; entrapmentStatus: number }[]>(
          'customerEssence',
          'POST',
          'equipmentExtension/statusList',
          { equipmentNoList: ['E-1', 'E-2'] },
        )
      ).data.map(({ errorStatus, entrapmentStatus }) => [errorStatus, entrapmentStatus]);
    const counts = async () => (await call<object>('customerEssence', 'GET', 'equipmentExtension/error')).data;
    const column = async () =>
      (await sheet('customerEssence', 'equipment/download', {}))
        .slice(1)
        .map((row) => row[7] || '')
        .sort();
    const all = async () => [
      await codes(),
      (await units()).map(({ errorStatus }) => errorStatus),
      await numbers({ errorStatus: 1 }),
      await numbers({ errorStatus: 2 }),
      await numbers({ sortField: 'errorStatus', sortOrder: 'desc' }),
      await numbers({ sortField: 'errorStatus', sortOrder: 'asc' }),
      await statuses(),
      (await call<{ errorStatus: number }>('customerEssence', 'GET', 'equipment/E-1')).data.errorStatus,
      await counts(),
      await column(),
    ];
    expect(await all()).toEqual([
      ['11', '12', '13'],
      [1, 0],
      ['E-1'],
      [],
      ['E-1', 'E-2'],
      ['E-2', 'E-1'],
      [
        [1, 1],
        [0, 0],
      ],
      1,
      { elevatorNormal: 1, elevatorStop: 1, escalatorNormal: 0, escalatorStop: 0 },
      ['故障', '正常'].sort(),
    ]);
    await strategy('customerEssence', { dataGroups: without('faults') });
    const [newest, ...rest] = await numbers();
    const left = await all();
    // Whichever way it is asked to sort, the order is that of the unsorted list.
    expect(left[4]).toEqual(left[5]);
    left.splice(4, 2);
    expect(left).toEqual([
      ['12', '13'],
      [2, 2],
      [],
      [newest, ...rest],
      [
        [2, 1],
        [2, 0],
      ],
      2,
      { elevatorNormal: 0, elevatorStop: 0, escalatorNormal: 0, escalatorStop: 0 },
      ['', ''],
    ]);
  });

  it('without other events the events of a unit are not listed, without both only entrapment is', async () => {
    await strategy('customerEssence', { dataGroups: without('otherEvents') });
    expect(await codes()).toEqual(['11', '13']);
    await strategy('customerEssence', { dataGroups: [] }, 'tier', '2');
    await db().userStrategy.deleteMany({ where: { level: 'user' } });
    forgetStrategies();
    expect(await codes()).toEqual(['13']);
  });

  it('without video no unit has a camera, in the list, in detail and where floors are copied', async () => {
    const cameras = async () => [
      (await units()).map(({ video, dhVideo }) => `${String(video)}${String(dhVideo)}`),
      (await call<{ video: string }>('customerEssence', 'POST', 'equipment/getByNo', { equipmentNo: 'E-1' })).data
        .video,
      (
        await call<{ video: string }[]>('customerEssence', 'POST', 'equipmentFloorMapping/getSameFloorListByNo', {
          equipmentNo: 'E-1',
        })
      ).data.map(({ video }) => video),
    ];
    expect(await cameras()).toEqual([['11', '10'], '1', ['1']]);
    await strategy('customerEssence', { dataGroups: without('video') });
    expect(await cameras()).toEqual([['00', '00'], '0', ['0']]);
  });

  it('without video no unit has a camera on the wall, while it is set up, among the incidents nor in their messages', async () => {
    const username = 'customerEssence';
    await db().campusView.create({ data: { username } });
    await db().campusViewEquipment.create({ data: { username, equipmentNo: 'E-1', position: 0 } });
    await db().notification.create({
      data: {
        ...{ notificationType: 'entrapment', subType: 'entrapment', equipmentNo: 'E-1', branchCode: 'B01', camera: 1 },
        ...{ title: '困人', message: '困人', guid: 'with-camera', objectStatus: true },
      },
    });
    const wall = async (method: string, path: string) =>
      (await call<{ equipmentList: object }>(username, method, path, method === 'GET' ? undefined : {})).data
        .equipmentList;
    const cameras = async () =>
      [
        ((await wall('GET', 'campusview/equipmentPage')) as Page).records,
        (await wall('POST', 'campusview/query')) as Page['records'],
        (await list(username, 'campusview/queryMapping')).records.filter(({ equipmentNo }) => equipmentNo === 'E-1'),
        (await list(username, 'incident/query')).records,
        (await list(username, 'notification/webEvent/list')).records,
      ].map((rows) => rows.map(({ equipmentNo, camera }) => `${String(equipmentNo)} ${String(camera)}`));
    expect(await cameras()).toEqual(Array.from({ length: 5 }, () => ['E-1 1']));
    await strategy(username, { dataGroups: without('video') });
    expect(await cameras()).toEqual(Array.from({ length: 5 }, () => ['E-1 0']));
  });

  const keys = async () =>
    (await list('customerEssence', 'notification/webDiagnose/list')).records.map(({ objectId }) => objectId);

  it('without diagnostics or without a category these symptoms are not notified; a suspected entrapment is', async () => {
    expect(await keys()).toEqual(['C-NEW', 'S-D', 'C-OLD', 'S-B', 'C-TRAP', 'S-TRAP']);
    await strategy('customerEssence', { symptomCategories: ['D'] });
    expect(await keys()).toEqual(['C-NEW', 'S-D', 'C-OLD', 'C-TRAP', 'S-TRAP']);
    await db().userStrategy.updateMany({ data: { dataGroups: without('diagnostics') } });
    forgetStrategies();
    expect(await keys()).toEqual(['C-NEW', 'C-OLD', 'C-TRAP', 'S-TRAP']);
  });

  it('months of history cut the messages, and the answer says to how many; entrapment is of any age', async () => {
    await strategy('customerEssence', { historyMonths: 1 });
    const cut = await list('customerEssence', 'notification/webDiagnose/list');
    expect([cut.records.map(({ objectId }) => objectId), cut.total, cut.historyMonths]).toEqual([
      ['C-NEW', 'S-D', 'C-TRAP', 'S-TRAP'],
      4,
      1,
    ]);
  });
});

describe('months of history', () => {
  const RANGE = { startDate: day(50), endDate: day() };
  const types = ({ records }: Page) => records.map(({ type }) => type);

  it('cut the SMS log and its file, not the messages about trapped persons; a range within them is whole', async () => {
    expect(await list('branchManager', 'simMessage/query', RANGE)).not.toHaveProperty('historyMonths');
    expect(types(await list('branchManager', 'simMessage/query', RANGE))).toEqual([
      'callback',
      'callback',
      'entrapment',
    ]);
    await strategy('branchManager', { historyMonths: 1 });
    const cut = await list('branchManager', 'simMessage/query', RANGE);
    expect([types(cut), cut.total, cut.historyMonths]).toEqual([['callback', 'entrapment'], 2, 1]);
    expect((await sheet('branchManager', 'simMessage/download', RANGE)).slice(1).map((row) => row[4])).toEqual([
      'callback',
      'entrapment',
    ]);
    const whole = await list('branchManager', 'simMessage/query', { startDate: day(20), endDate: day() });
    expect([types(whole), whole]).toEqual([['callback'], expect.not.objectContaining({ historyMonths: 1 })]);
  });

  it('cut the audit log, its file and what is opened by key', async () => {
    const line = (createDate: Date, path: string) => ({
      createDate,
      username: 'branchManager',
      branchCode: 'B01',
      userType: 2,
      ip: '192.0.2.9',
      module: 'probe',
      action: 'view',
      method: 'GET',
      path,
      code: 200,
      durationMs: 1,
      client: 'Web',
      requestId: path,
    });
    await db().apiAccessLog.createMany({ data: [line(ago(2), 'probe/new'), line(ago(20), 'probe/older')] });
    const asked = { startTime: day(25), endTime: day(), module: 'probe' };
    const rows = async () => (await list('platformAdmin', 'apiAccessLog/query', asked)).records;
    const [, older] = await rows();
    expect((await rows()).map(({ path }) => path)).toEqual(['probe/new', 'probe/older']);
    const read = () => call<object>('platformAdmin', 'GET', `apiAccessLog/${String(older?.id)}`);
    expect(await read()).toMatchObject({ code: 200 });
    await strategy('platformAdmin', { historyMonths: 1 });
    expect(await rows()).toHaveLength(2);
    // A range may not be longer than 31 days, so a month cuts only what lies further back.
    await db().apiAccessLog.updateMany({ where: { path: 'probe/older' }, data: { createDate: ago(45) } });
    const far = await list('platformAdmin', 'apiAccessLog/query', { ...asked, startTime: day(50), endTime: day(25) });
    expect([far.records, far.total, far.historyMonths]).toEqual([[], 0, 1]);
    expect(
      await sheet('platformAdmin', 'apiAccessLog/download', { ...asked, startTime: day(50), endTime: day(25) }),
    ).toHaveLength(1);
    expect(await read()).toMatchObject({ code: 511 });
  });
});

describe('times', () => {
  const DATE = /^\d{4}-\d\d-\d\d$/;
  const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
  const RANGE = { startDate: day(50), endDate: day() };

  /** Every time that an answer or a file shows to this caller, by where it stands. */
  async function shown(): Promise<Record<string, unknown[]>> {
    const values = async (name: PersonaName, path: string, field: string, body: object = {}) =>
      (await list(name, path, { ...body, pageSize: 200 })).records.flatMap((row) => row[field] ?? []);
    const column = async (path: string, title: string, body: object = {}) => {
      const [head = [], ...rows] = await sheet('branchManager', path, body);
      return rows.map((row) => row[head.indexOf(title)]);
    };
    return {
      detail: [(await call<{ lastDataAt: string }>('branchManager', 'GET', 'equipment/E-1')).data.lastDataAt],
      faults: (
        await call<{ gbCodeShowList: { gbCode: string; at: string }[] }>(
          'branchManager',
          'POST',
          'equipmentExtension/gbCodeShow',
          { equipmentNo: 'E-1' },
        )
      ).data.gbCodeShowList.flatMap(({ gbCode, at }) => (gbCode === '13' ? [] : at)),
      messages: (await list('branchManager', 'notification/webDiagnose/list')).records.flatMap(({ objectId, time }) =>
        String(objectId).endsWith('TRAP') ? [] : time,
      ),
      projects: await values('branchManager', 'project/query', 'createDate'),
      users: await values('branchManager', 'user/query', 'createDate'),
      signIns: await values('branchManager', 'user/query', 'lastSignInDate'),
      user: [(await call<{ createDate: string }>('branchManager', 'GET', 'user/detail/customerLite')).data.createDate],
      feedback: await values('branchManager', 'user/feedback/query', 'createDate'),
      feedbackItem: [(await call<{ createDate: string }>('branchManager', 'GET', 'user/feedback/F-1')).data.createDate],
      roles: await values('branchManager', 'role/search', 'createDate'),
      sms: await values('branchManager', 'simMessage/query', 'createDate', RANGE),
      projectFile: await column('project/download', '创建时间'),
      feedbackFile: await column('user/feedback/download', '提交时间'),
      smsFile: await column('simMessage/download', '创建时间', RANGE),
    };
  }
  const matching = (answer: Record<string, unknown[]>, pattern: RegExp) =>
    Object.entries(answer)
      .filter(([, values]) => values.length > 0 && values.every((value) => pattern.test(String(value))))
      .map(([place]) => place);

  it('[DETAIL-015] are dates alone under a strategy that masks them, in answers and files alike', async () => {
    const whole = await shown();
    const places = Object.keys(whole).filter((place) => (whole[place]?.length ?? 0) > 0);
    expect(matching(whole, TIME)).toEqual(places);
    await strategy('branchManager', { maskTime: true });
    expect(matching(await shown(), DATE)).toEqual(places);
    expect(places).toEqual(
      expect.arrayContaining([
        'detail',
        'faults',
        'messages',
        'projects',
        'users',
        'feedback',
        'feedbackItem',
        'sms',
        'projectFile',
        'feedbackFile',
        'smsFile',
      ]),
    );
  });

  it('[DETAIL-015] are so as well with an authority that contains DISABLE_MAINTENANCE_HH_MM_SS', async () => {
    await db().authority.create({ data: { authority: 'X_DISABLE_MAINTENANCE_HH_MM_SS_READ' } });
    await db().roleAuthority.create({
      data: { role: 'role-branchManager', authority: 'X_DISABLE_MAINTENANCE_HH_MM_SS_READ' },
    });
    forgetTokens();
    try {
      const answer = await shown();
      expect(matching(answer, DATE)).toEqual(Object.keys(answer).filter((place) => (answer[place]?.length ?? 0) > 0));
    } finally {
      await db().roleAuthority.deleteMany({ where: { authority: 'X_DISABLE_MAINTENANCE_HH_MM_SS_READ' } });
      forgetTokens();
    }
  });

  it('of trapped persons stay whole', async () => {
    await strategy('branchManager', { maskTime: true });
    const trapped = (await list('branchManager', 'notification/webDiagnose/list')).records.filter(({ objectId }) =>
      String(objectId).endsWith('TRAP'),
    );
    expect(trapped.map(({ time }) => TIME.test(String(time)))).toEqual([true, true]);
    const codes = (
      await call<{ gbCodeShowList: { gbCode: string; at: string }[] }>(
        'branchManager',
        'POST',
        'equipmentExtension/gbCodeShow',
        { equipmentNo: 'E-1' },
      )
    ).data.gbCodeShowList;
    expect(codes.filter(({ at }) => TIME.test(at)).map(({ gbCode }) => gbCode)).toEqual(['13']);
  });
});

describe('which strategy holds', () => {
  const months = async () =>
    (
      await call<{ dataStrategy: { historyMonths: number | null; exportAllowed: boolean } }>(
        'customerEssence',
        'GET',
        'userInfo/getUserInfo',
      )
    ).data.dataStrategy;
  const download = () => call('customerEssence', 'POST', 'equipment/download', {});

  it('is the most specific enabled one as a whole: what it leaves is not mixed with what others take', async () => {
    await strategy('customerEssence', { exportAllowed: false, historyMonths: 1 }, 'default');
    expect([(await download()).code, await months()]).toEqual([403, expect.objectContaining({ historyMonths: 1 })]);
    await strategy('customerEssence', { exportAllowed: false, historyMonths: 2 }, 'tier', '2');
    await strategy('customerEssence', { exportAllowed: true, historyMonths: 3 }, 'project', 'P-2');
    expect([(await download()).code, await months()]).toEqual([200, expect.objectContaining({ historyMonths: 3 })]);
    const own = await strategy('customerEssence', { exportAllowed: false, historyMonths: null });
    expect([(await download()).code, await months()]).toEqual([403, expect.objectContaining({ historyMonths: null })]);
    await db().userStrategy.update({ where: { strategyId: own }, data: { enabled: false } });
    forgetStrategies();
    expect([(await download()).code, await months()]).toEqual([200, expect.objectContaining({ historyMonths: 3 })]);
    const preview = await call<{ reason: string; historyMonths: number; exportAllowed: boolean }>(
      'platformAdmin',
      'GET',
      'user/strategy/effective/customerEssence',
    );
    expect(preview.data).toMatchObject({ reason: 'project', historyMonths: 3, exportAllowed: true });
  });

  it('is known within 5 s, also to a process that did not write it', async () => {
    const answers = (code: number) => {
      const look = async () => {
        resetExportLimits();
        return (await download()).code === code;
      };
      return until(look, 5000, 100);
    };
    await answers(200);
    await db().userStrategy.create({
      data: {
        strategyId: 'late',
        strategyName: 'late',
        level: 'user',
        ...EVERYTHING,
        exportAllowed: false,
        targets: { create: { level: 'user', value: 'customerEssence' } },
      },
    });
    await answers(403);
    await db().userStrategy.delete({ where: { strategyId: 'late' } });
    await answers(200);
  });

  it('follows the tier: another access is another strategy, whatever was kept of the last one', async () => {
    await strategy('customerEssence', { exportAllowed: false }, 'tier', '3');
    expect((await download()).code).toBe(200);
    await db().user.update({ where: { username: 'customerEssence' }, data: { tier: 3 } });
    forgetTokens();
    expect((await download()).code).toBe(403);
    await db().user.update({ where: { username: 'customerEssence' }, data: { tier: 2 } });
    forgetTokens();
  });
});
