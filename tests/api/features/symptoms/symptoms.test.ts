import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { translateServer } from '@/lib/platform/i18n/server-messages';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import type { SymptomDetail, SymptomRow } from '@/lib/features/symptoms/contract';
import { handleSms } from '@/lib/platform/door/web-door';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { shownRows } from '../../../support/sheet';
import { createPersona, createPersonas, persona } from '../../../support/personas';
import type { PersonaName } from '../../../support/personas';
import { callSms, ORIGIN } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { EVERYTHING } from '../strategies/support/strategy';

useFreshDatabase();

type Name = PersonaName | 'datesOnly';
const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

const symptom = (symptomId: string, symptomTitle: string, equipmentNo: string, days: number, rest: object = {}) => ({
  symptomId,
  symptomTitle,
  symptomDefinitionId: symptomTitle.slice(0, 3),
  equipmentNo,
  branchCode: equipmentNo === 'E-3' ? 'B02' : 'B01',
  equipmentText: `云锦${equipmentNo}号梯`,
  category: symptomTitle.slice(0, 1),
  symptomState: 'INIT',
  createDate: ago(days),
  eventDate: ago(days),
  ...rest,
});

beforeAll(async () => {
  await createPersonas();
  await createPersona(
    {
      ...persona('branchDispatcher'),
      username: 'datesOnly',
      authorities: ['SYMPTOM_READ', 'DISABLE_MAINTENANCE_HH_MM_SS'],
    },
    'x',
  );
  await db().symptom.createMany({
    data: [
      symptom('S-1', 'B01-故障停梯', 'E-1', 1, {
        callbackId: 'C-1',
        cbstate: 'PAGE',
        city: '上海',
        maintenanceCompany: '上海分公司',
        productLine: 'MRL',
        expiredDate: ago(-2),
      }),
      symptom('S-2', 'D01-关门时间偏长', 'E-1', 2, { symptomState: 'OPEN' }),
      symptom('S-3', 'C01-主电源断电', 'E-2', 3, {
        symptomState: 'CLOSED',
        closedDate: ago(2),
        closeReason: '外部原因',
      }),
      symptom('S-4', 'A01-困人', 'E-2', 80, { symptomState: 'EXPIRED' }),
      symptom('S-5', 'F01-设备离线', 'E-3', 4, { symptomState: 'NOT_PROCESSED' }),
    ],
  });
});
beforeEach(async () => {
  resetLimits();
  await db().userStrategy.deleteMany();
  forgetStrategies();
});
afterAll(closePortal);

const query = async (name: Name, body: object = {}, headers: object = {}) =>
  callSms<{ total: number; records: SymptomRow[]; historyMonths?: number }>('POST', 'symptom/query', {
    body,
    headers: { ...(await headersOf(name)), ...headers },
  });
const ids = async (name: Name, body: object = {}) => (await query(name, body)).data.records.map((row) => row.symptomId);
const detail = async (name: Name, symptomId: string, headers: object = {}) =>
  callSms<SymptomDetail>('GET', `symptom/${symptomId}`, { headers: { ...(await headersOf(name)), ...headers } });
async function file(name: Name, body: object = {}, headers: object = {}): Promise<unknown[][]> {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/symptom/download`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '192.0.2.1',
        ...(await headersOf(name)),
        ...headers,
      },
      body: JSON.stringify(body),
    }),
  );
  expect(response.headers.get('content-disposition')).toMatch(/filename="symptom-\d{14}\.xlsx"/);
  return await shownRows(new Uint8Array(await response.arrayBuffer()));
}
const strategy = (targets: string, rest: object) =>
  db().userStrategy.create({
    data: {
      strategyId: 'ST',
      strategyName: 'st',
      level: 'user',
      targets: { create: { level: 'user', value: targets } },
      ...EVERYTHING,
      ...rest,
    },
  });

describe('the list', () => {
  it('[API-046] [SYMP-001] is filtered by keyword, title, categories and states, and answers total and records, newest first', async () => {
    const found = await query('platformAdmin', { pageIndex: 1, pageSize: 2, key: null, symptomTitle: null });
    expect(found.data).toMatchObject({ total: 5, pages: 3, size: 2, current: 1 });
    expect(found.data.records.map(({ symptomId }) => symptomId)).toEqual(['S-1', 'S-2']);
    expect(await ids('platformAdmin', { key: 's-3' })).toEqual(['S-3']);
    expect(await ids('platformAdmin', { key: 'E-2' })).toEqual(['S-3', 'S-4']);
    expect(await ids('platformAdmin', { key: '云锦E-3' })).toEqual(['S-5']);
    expect(await ids('platformAdmin', { key: '停梯' })).toEqual([]);
    expect(await ids('platformAdmin', { symptomTitle: '停梯' })).toEqual(['S-1']);
    expect(await ids('platformAdmin', { symptomTitle: 'd01' })).toEqual(['S-2']);
    expect(await ids('platformAdmin', { categoryList: ['B', 'D'] })).toEqual(['S-1', 'S-2']);
    expect(await ids('platformAdmin', { categoryList: ['B', 'D'], symptomStateList: ['INIT'] })).toEqual(['S-1']);
    expect(await ids('platformAdmin', { symptomStateList: 'OPEN,CLOSED' })).toEqual(['S-2', 'S-3']);
    expect((await query('platformAdmin', { categoryList: ['E'] })).code).toBe(400);
  });
  it('is searched by the titles that the reader is shown, in the reader’s language, and by no part that is not (readings 117, 244)', async () => {
    const found = async (who: Name, symptomTitle: string, language = 'zh-CN') =>
      (await query(who, { symptomTitle }, { 'accept-language': language })).data.records.map(
        ({ symptomId }) => symptomId,
      );
    expect(await found('branchDispatcher', '停梯')).toEqual(['S-1']);
    // The rule's number is for SUPER_MASTER alone.
    expect(await found('branchDispatcher', 'B01')).toEqual([]);
    expect(await found('branchDispatcher', 'B01-故障')).toEqual([]);
    expect(await found('platformAdmin', 'B01-故障')).toEqual(['S-1']);
    const english = translateServer('en', 'symptoms', 'rule.B01');
    expect(await found('branchDispatcher', english.toUpperCase(), 'en')).toEqual(['S-1']);
    expect(await found('branchDispatcher', english)).toEqual([]);
    expect(await found('branchDispatcher', '停梯', 'en')).toEqual([]);
    expect(await found('platformAdmin', `b01-${english}`, 'en')).toEqual(['S-1']);
  });
  it('[SYMP-009] takes lists that are null when empty as no filter', async () => {
    expect(await ids('platformAdmin', { categoryList: null, symptomStateList: null })).toHaveLength(5);
  });
  it('[API-052] answers the symptoms of one call-out and of one unit to the detail pages', async () => {
    expect(await ids('branchDispatcher', { callbackId: 'C-1' })).toEqual(['S-1']);
    expect(await ids('branchDispatcher', { callbackId: 'C-0' })).toEqual([]);
    expect(await ids('branchDispatcher', { key: 'E-1' })).toEqual(['S-1', 'S-2']);
  });
  it('is sorted by category, state and time and by nothing else', async () => {
    const by = (sortField: string, sortOrder: string) => ids('platformAdmin', { sortField, sortOrder });
    expect(await by('category', 'asc')).toEqual(['S-4', 'S-1', 'S-3', 'S-2', 'S-5']);
    expect(await by('symptomState', 'desc')).toEqual(['S-2', 'S-5', 'S-1', 'S-4', 'S-3']);
    expect(await by('createDate', 'asc')).toEqual(['S-4', 'S-5', 'S-3', 'S-2', 'S-1']);
    expect((await query('platformAdmin', { sortField: 'equipmentNo' })).code).toBe(400);
  });
  it("shows a branch its own, a customer the projects', and in focus those alone", async () => {
    expect(await ids('branchDispatcher')).toEqual(['S-1', 'S-2', 'S-3', 'S-4']);
    expect(await ids('customerElite')).toEqual(['S-5']);
    const focused = await query('branchDispatcher', {}, { projectId: 'P-2' });
    expect(focused.data.records.map(({ symptomId }) => symptomId)).toEqual(['S-3', 'S-4']);
    expect((await query('customerLite')).code).toBe(403);
  });
});

describe('one symptom', () => {
  it('[API-047] [SYMP-006] [SYMP-007] carries the fields of the document', async () => {
    const { code, data } = await detail('platformAdmin', 'S-1');
    expect(code).toBe(200);
    expect(data).toMatchObject({
      symptomId: 'S-1',
      symptomDefinitionId: 'B01',
      symptomTitle: 'B01-故障停梯',
      callbackId: 'C-1',
      equipmentNo: 'E-1',
      equipmentText: '云锦E-1号梯',
      category: 'B',
      symptomState: 'INIT',
      closedDate: null,
      city: '上海',
      cbstate: 'PAGE',
      maintenanceCompany: '上海分公司',
      productLine: 'MRL',
      occurrences: 1,
    });
    for (const time of [data.createDate, data.eventDate, data.expiredDate])
      expect(time).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect((await detail('platformAdmin', 'S-3', { 'accept-language': 'en' })).data.closeReason).toBe('External cause');
    const states = (await query('platformAdmin')).data.records.map(({ symptomState }) => symptomState);
    expect(states).toEqual(['INIT', 'OPEN', 'CLOSED', 'NOT_PROCESSED', 'EXPIRED']);
  });
  it('is 511 for who may not see it and 404 for nobody', async () => {
    expect((await detail('customerElite', 'S-1')).code).toBe(511);
    expect((await detail('branchDispatcher', 'S-5')).code).toBe(511);
    expect((await detail('branchDispatcher', 'S-0')).code).toBe(404);
    expect((await detail('customerLite', 'S-1')).code).toBe(403);
  });
  it('[SYMP-004] tells its definition to SUPER_MASTER alone', async () => {
    expect((await detail('branchDispatcher', 'S-1')).data.symptomDefinitionId).toBeNull();
    expect((await query('branchDispatcher')).data.records.map((row) => row.symptomDefinitionId)).toEqual(
      Array(4).fill(null),
    );
  });
});

describe('the file', () => {
  it('has the columns and the rows of the list; the rule stands in it for SUPER_MASTER alone', async () => {
    const [head, first, ...rest] = await file('platformAdmin');
    expect(head).toEqual([
      '征兆编号',
      '征兆定义',
      '征兆标题',
      '召修编号',
      '设备号',
      '设备名称',
      '类别',
      '征兆状态',
      '创建时间',
    ]);
    expect(first?.slice(0, 8)).toEqual([
      'S-1',
      'B01',
      'B01-故障停梯',
      'C-1',
      'E-1',
      '云锦E-1号梯',
      'B 故障停梯',
      '初始',
    ]);
    expect(rest).toHaveLength(4);
    const [ownHead, own] = await file('branchDispatcher', { symptomStateList: ['INIT'] });
    expect(ownHead).not.toContain('征兆定义');
    expect(own?.slice(0, 2)).toEqual(['S-1', '故障停梯']);
    expect(JSON.stringify(await file('branchDispatcher'))).not.toMatch(/[A-F]\d\d-/);
    const [, english] = await file('branchDispatcher', { key: 'S-1' }, { 'accept-language': 'en' });
    expect(english?.slice(1, 2)).toEqual(['Fault stop']);
  });
});

describe('who sees dates only', () => {
  it('sees no time of day in list, detail or export', async () => {
    const list = await query('datesOnly');
    expect(list.data.total).toBe(4);
    const text = JSON.stringify([
      list.data,
      ...(await Promise.all(['S-1', 'S-3', 'S-4'].map(async (id) => (await detail('datesOnly', id)).data))),
      await file('datesOnly'),
    ]);
    expect(text).toMatch(/\d{4}-\d\d-\d\d/);
    expect(text).not.toMatch(/\d\d:\d\d/);
    expect(JSON.stringify((await query('branchDispatcher')).data)).toMatch(/\d\d:\d\d:\d\d/);
  });
});

describe('a data strategy', () => {
  it('leaves so many months, and says so; trapped persons are never withheld', async () => {
    await strategy('branchDispatcher', { historyMonths: 1 });
    await db().symptom.create({ data: symptom('S-OLD', 'B01-故障停梯', 'E-1', 70) });
    const { data } = await query('branchDispatcher');
    expect(data.historyMonths).toBe(1);
    expect(data.records.map(({ symptomId }) => symptomId)).toEqual(['S-1', 'S-2', 'S-3', 'S-4']);
    expect(await detail('branchDispatcher', 'S-OLD')).toMatchObject({ code: 403, message: '仅可查看近1个月数据' });
    expect((await detail('branchDispatcher', 'S-4')).code).toBe(200);
    expect((await file('branchDispatcher')).map(([id]) => id)).not.toContain('S-OLD');
    await db().symptom.delete({ where: { symptomId: 'S-OLD' } });
  });
  it('leaves some categories, or none without diagnostics', async () => {
    await strategy('branchDispatcher', { symptomCategories: ['D'] });
    expect(await ids('branchDispatcher')).toEqual(['S-2', 'S-4']);
    expect((await detail('branchDispatcher', 'S-1')).code).toBe(403);
    await db().userStrategy.update({
      where: { strategyId: 'ST' },
      data: { dataGroups: ['live'], symptomCategories: ['A', 'B', 'C', 'D', 'F'] },
    });
    forgetStrategies();
    expect(await ids('branchDispatcher')).toEqual(['S-4']);
    expect((await detail('branchDispatcher', 'S-2')).code).toBe(403);
  });
  it('masks times, but not those of trapped persons, and forbids the export', async () => {
    await strategy('branchDispatcher', { maskTime: true, exportAllowed: false });
    const rows = (await query('branchDispatcher')).data.records;
    expect(rows.map(({ createDate }) => createDate.length)).toEqual([10, 10, 10, 19]);
    expect(await call('branchDispatcher', 'POST', 'symptom/download', {})).toMatchObject({
      code: 403,
      message: '导出已被限制',
    });
  });
});
