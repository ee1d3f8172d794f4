import { readXlsx } from 'hucre/xlsx';
import { ACCESS_SORT_FIELDS } from '@/lib/features/access-log/contract';
import { flushAccessLog } from '@/lib/platform/audit/access-log';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { resetRateLimits } from '@/lib/platform/auth/limits/rate-limits';
import { db } from '@/lib/platform/db/client';
import { keysInOrder } from '@/lib/platform/db/ordered-keys';
import { EQUIPMENT_SORT_FIELDS } from '@/lib/features/equipment/contract';
import { ERROR_INSPECTION_SORT_FIELDS } from '@/lib/features/error-inspection/contract';
import { FEEDBACK_SORT_FIELDS } from '@/lib/features/feedback/contract';
import { resetExportLimits } from '@/lib/platform/files/export-limit';
import { formatDate } from '@/lib/platform/i18n/format';
import { PROJECT_SORT_FIELDS } from '@/lib/features/projects/contract';
import { SYMPTOM_SORT_FIELDS } from '@/lib/features/symptoms/contract';
import { SMS_LOG_SORT_FIELDS } from '@/lib/features/text-messages/contract';
import { handleSms } from '@/lib/platform/door/web-door';
import { USER_SORT_FIELDS } from '@/lib/features/users/account-contract';
import { createPersonas, PERSONA_PASSWORD } from '../../support/personas';
import { bearer, callSms, ORIGIN, sessionOf, signInBody } from '../../support/sms-client';
import { useFreshDatabase } from '../support/database';

/** A file has the order of its list (api.md §1.8): whatever the list is sorted by, whole or in parts. */

useFreshDatabase();
const COUNT = 12;
const today = formatDate(Date.now());
const RANGE = { startDate: today, endDate: today };
let headers: Record<string, string> = {};

beforeAll(async () => {
  await createPersonas();
  headers = bearer(await sessionOf('platformAdmin'));
  await db().equipmentStatus.create({
    data: { equipmentNo: 'E-2', onlineStatus: 1, errorStatus: 1, entrapmentStatus: 0 },
  });
  await db().equipmentStatus.create({
    data: { equipmentNo: 'E-3', onlineStatus: 0, errorStatus: 0, entrapmentStatus: 0 },
  });
  const types = ['callback', 'account', 'entrapment'] as const;
  const states = ['SENT', 'FAILED', 'DELIVERED'] as const;
  for (let index = 0; index < COUNT; index += 1) {
    const deliverDate = index % 4 === 0 ? null : new Date(Date.now() - ((index * 7) % 5) * 1000);
    await db().smsLog.create({
      data: {
        phone: '13812345678',
        type: types[index % 3] ?? 'callback',
        content: `m${index}`,
        state: states[(index * 2) % 3] ?? 'SENT',
        tries: index % 3,
        deliverDate,
      },
    });
    const unit = { equipmentNo: `E-${1 + (index % 4)}`, branchCode: 'B01' };
    await db().symptom.create({
      data: {
        ...unit,
        symptomId: `S-${(index * 5) % COUNT}`,
        symptomTitle: 'B01-text',
        equipmentText: 'text',
        category: 'ABCDF'.charAt((index * 3) % 5),
        symptomState: ['OPEN', 'INIT', 'CLOSED'][index % 3] ?? 'OPEN',
        createDate: new Date(Date.now() - ((index * 7) % 6) * 1000),
      },
    });
    await db().errorInspection.create({
      data: {
        ...unit,
        errorId: `ER-${(index * 5) % COUNT}`,
        gbCode: `0${index % 3}`,
        text: 'text',
        result: (['PENDING', 'REAL', 'WATCH'] as const)[index % 3] ?? 'REAL',
        startDate: new Date(Date.now() - ((index * 7) % 6) * 1000),
      },
    });
    await db().userFeedback.create({
      data: {
        feedbackId: `F-${(index * 5) % COUNT}`,
        username: index % 2 ? 'customerLite' : 'branchManager',
        type: index % 3 ? 'problem' : 'data',
        content: 'text',
        images: [],
        source: index % 2 ? 'Web' : 'App',
        state: index % 4 ? 'NEW' : 'CLOSED',
        handledDate: deliverDate,
      },
    });
  }
});
beforeEach(() => {
  resetRateLimits();
  resetExportLimits();
});
afterAll(closePortal);

async function fileOf(path: string, input: object): Promise<unknown[][]> {
  const response = await handleSms(
    new Request(`${ORIGIN}/sms/${path}/download`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', ...headers },
      body: JSON.stringify(input),
    }),
  );
  return (await readXlsx(new Uint8Array(await response.arrayBuffer()))).sheets[0]?.rows ?? [];
}

/** List and file of one question, as the values of a column that tells the rows apart. */
async function compared(
  path: string,
  column: string,
  field: string,
  input: object,
): Promise<{ list: unknown[]; file: unknown[] }> {
  const { data } = await callSms<{ records: Record<string, unknown>[] }>('POST', `${path}/query`, {
    body: { pageSize: 200, ...input },
    headers,
  });
  const [head = [], ...rows] = await fileOf(path, input);
  return { list: data.records.map((row) => row[field]), file: rows.map((row) => row[head.indexOf(column)]) };
}

const LISTS: [
  name: string,
  path: string,
  column: string,
  field: string,
  sortFields: readonly string[],
  filters: object,
  atLeast: number,
][] = [
  ['equipment', 'equipment', '设备号', 'equipmentNo', EQUIPMENT_SORT_FIELDS, {}, 4],
  ['accounts', 'user', '用户名', 'username', USER_SORT_FIELDS, {}, 10],
  ['projects', 'project', '项目名称', 'projectName', PROJECT_SORT_FIELDS, {}, 4],
  ['text messages', 'simMessage', '内容', 'content', SMS_LOG_SORT_FIELDS, RANGE, COUNT],
  ['symptoms', 'symptom', '征兆编号', 'symptomId', SYMPTOM_SORT_FIELDS, {}, COUNT],
  ['fault episodes', 'errorInspection', '编号', 'errorId', ERROR_INSPECTION_SORT_FIELDS, RANGE, COUNT],
  ['feedback', 'user/feedback', '编号', 'feedbackId', FEEDBACK_SORT_FIELDS, {}, COUNT],
];

describe.each(LISTS)('the file of %s', (_name, path, column, field, sortFields, filters, atLeast) => {
  it('has the order of the list, by every column and in both directions', async () => {
    const orders = new Set<string>();
    for (const sortField of [undefined, ...sortFields]) {
      for (const sortOrder of ['asc', 'desc']) {
        resetExportLimits();
        resetRateLimits();
        const { list, file } = await compared(path, column, field, { ...filters, sortField, sortOrder });
        expect(list.length).toBeGreaterThanOrEqual(atLeast);
        expect([sortField, sortOrder, file]).toEqual([sortField, sortOrder, list]);
        orders.add(file.join());
      }
    }
    // A file that is always ordered alike would not show that it follows.
    expect(orders.size).toBeGreaterThan(2);
  });
});

it('the file of the audit log has the order of the list', async () => {
  // Names, times and results that lie crosswise, so that no order is another one's by chance.
  for (const [username, password] of [
    ['customerLite', PERSONA_PASSWORD],
    ['branchManager', 'Wrong-Pass-1'],
    ['customerElite', PERSONA_PASSWORD],
    ['branchDispatcher', PERSONA_PASSWORD],
    ['customerEssence', 'Wrong-Pass-1'],
    ['platformAdmin', PERSONA_PASSWORD],
  ] as const)
    await callSms('POST', 'signToken', { body: signInBody(username, password) });
  await flushAccessLog();
  const span = { startTime: `${today} 00:00:00`, endTime: `${today} 23:59:59`, action: 'signIn' };
  const orders = new Set<string>();
  for (const sortField of ACCESS_SORT_FIELDS) {
    for (const sortOrder of ['asc', 'desc']) {
      resetExportLimits();
      const { list, file } = await compared('apiAccessLog', '请求编号', 'requestId', { ...span, sortField, sortOrder });
      expect(list.length).toBeGreaterThanOrEqual(6);
      expect([sortField, sortOrder, file]).toEqual([sortField, sortOrder, list]);
      orders.add(file.join());
    }
  }
  // A file that is always ordered alike would not show that it follows.
  expect(orders.size).toBeGreaterThan(4);
});

it('the file of accounts with their units has the accounts in the order of the list, the units of each by number', async () => {
  for (const sortOrder of ['asc', 'desc']) {
    const input = { sortField: 'username', sortOrder };
    const { data } = await callSms<{ records: { username: string }[] }>('POST', 'user/query', {
      body: { pageSize: 200, ...input },
      headers,
    });
    const [head = [], ...rows] = await fileOf('user/equipment', { ...input, customerType: undefined });
    const pairs = rows.map((row) => [row[head.indexOf('用户名')], row[head.indexOf('设备号')]].map(String));
    const places = pairs.map(([username]) => data.records.findIndex((row) => row.username === username));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    for (const username of new Set(pairs.map(([name]) => name))) {
      const numbers = pairs.filter(([name]) => name === username).map(([, number]) => number);
      expect(numbers).toEqual([...new Set(numbers)].sort());
    }
    expect(new Set(places).size).toBeGreaterThan(2);
  }
});

describe('the keys of a file', () => {
  const create = () =>
    db().equipment.create({
      data: {
        equipmentNo: 'E-0',
        equipmentName: 'new',
        equipmentType: 'YAE_ELT',
        displayType: 'EV',
        branchCode: 'B02',
      },
    });
  afterEach(() => db().equipment.deleteMany({ where: { equipmentNo: 'E-0' } }));

  it('are those of the moment it was asked for, handed out in portions', async () => {
    const read: string[] = [];
    const numbers = keysInOrder(
      async (sql, skip, take) =>
        (
          await sql.equipment.findMany({ orderBy: { equipmentNo: 'asc' }, skip, take, select: { equipmentNo: true } })
        ).map(({ equipmentNo }) => equipmentNo),
      2,
    );
    for await (const keys of numbers) {
      expect(keys.length).toBeLessThanOrEqual(2);
      if (read.length === 0) await create();
      read.push(...keys);
    }
    expect(read).toEqual(['E-1', 'E-2', 'E-3', 'E-4']);
  });

  it('are those of one moment, however many statements read them', async () => {
    const totals: number[] = [];
    const keys = keysInOrder(async (sql, skip, take) => {
      totals.push(await sql.equipment.count());
      if (skip > 0) return [];
      await create();
      return Array.from({ length: take }, (_, index) => String(index));
    });
    await keys.next();
    await keys.return(undefined);
    expect(totals).toEqual([4, 4]);
  });
});
