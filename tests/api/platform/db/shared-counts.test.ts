import pg from 'pg';
import { resetConfig } from '@/lib/config';
import { db } from '@/lib/platform/db/client';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import { createAccount } from '../../../support/accounts';
import { bearer, callSms, sessionOf } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';

useFreshDatabase();

const tokens: Record<string, string> = {};
const totalFor = async (name: string, filter: object = {}) =>
  (
    await callSms<{ total: number }>('POST', 'equipment/query', {
      body: { pageIndex: 1, pageSize: 5, ...filter },
      headers: bearer(tokens[name] ?? ''),
    })
  ).data.total;

/** Counts of units that the work sends to the database. */
async function countsOf(work: () => Promise<unknown>): Promise<number> {
  const sent = jest.spyOn(pg.Client.prototype, 'query');
  try {
    await work();
    return sent.mock.calls.filter(([statement]) => {
      const text = typeof statement === 'string' ? statement : (statement as unknown as { text: string }).text;
      return /COUNT\(/i.test(text) && /"equipment"/.test(text);
    }).length;
  } finally {
    sent.mockRestore();
  }
}

const createUnit = (equipmentNo: string, branchCode: string) =>
  db().equipment.create({
    data: {
      equipmentNo,
      equipmentName: equipmentNo,
      branchCode,
      displayType: 'EV',
      equipmentType: 'YAE_ELT',
      updateDate: new Date(),
    },
  });

beforeAll(async () => {
  await db().branch.createMany({
    data: ['SH', 'BJ'].map((code) => ({
      branchCode: code,
      branchId: code,
      branchName: code,
      branchFullName: code,
      updateDate: new Date(),
    })),
  });
  for (const [name, branch] of [
    ['anna', 'SH'],
    ['bert', 'SH'],
    ['carl', 'BJ'],
  ] as const) {
    await createAccount(name, ['EQUIPMENT_READ', 'EQUIPMENT_WRITE'], { userType: 2 });
    await db().userMapping.create({ data: { username: name, type: 2, mappingId: branch } });
    tokens[name] = await sessionOf(name);
  }
  await createUnit('U-1', 'SH');
  await createUnit('U-2', 'SH');
  await createUnit('U-3', 'BJ');
});
beforeEach(() => {
  process.env.COUNT_MEMORY_MS = '2000';
  resetConfig();
  forgetCounts();
});
afterAll(() => {
  process.env.COUNT_MEMORY_MS = '0';
  resetConfig();
});

describe('the total of the units', () => {
  it('is one count for two people with the same scope and filter', async () => {
    const totals: number[] = [];
    const sent = await countsOf(async () => {
      totals.push(...(await Promise.all(['anna', 'bert'].map((name) => totalFor(name)))));
      totals.push(await totalFor('bert'));
    });
    expect([totals, sent]).toEqual([[2, 2, 2], 1]);
  });

  it('is never that of another scope or filter', async () => {
    const totals: number[] = [];
    const sent = await countsOf(async () => {
      for (const name of ['anna', 'carl', 'anna', 'carl']) totals.push(await totalFor(name));
      totals.push(await totalFor('anna', { equipmentType: 2 }), await totalFor('anna', { equipmentType: 1 }));
    });
    expect([totals, sent]).toEqual([[2, 1, 2, 1, 0, 2], 4]);
  });

  it('has one’s own change in it at once', async () => {
    expect(await totalFor('anna', { floorMappingConfiged: 0 })).toBe(2);
    await createUnit('U-4', 'SH');
    const saved = await callSms('POST', 'equipment/saveOrUpdate', {
      body: { equipmentNo: 'U-1', equipmentName: 'renamed' },
      headers: bearer(tokens.anna ?? ''),
    });
    expect(saved.code).not.toBe(403);
    // What Bert asks may be two seconds old, what Anna asks not.
    expect(await totalFor('bert', { floorMappingConfiged: 0 })).toBe(2);
    expect(await totalFor('anna', { floorMappingConfiged: 0 })).toBe(3);
  });
});
