import { comparedLinks } from '@/components/statistics/statistics-links';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { hashPassword } from '@/lib/platform/auth/accounts/password';
import { db } from '@/lib/platform/db/client';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import type { OutputOf } from '@/lib/platform/contract/operation';
import { forgetStrategies } from '@/lib/platform/strategy/limits';
import { formatDate } from '@/lib/platform/i18n/format';
import type { statCallbacks, statEntrapments, statTotal } from '@/lib/features/statistics/contract';
import { comparedWhere } from '@/lib/features/statistics/read';
import { MONTHS } from '@/lib/features/statistics/value-sets';
import { actorOf } from '../../../support/actors';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { createPersona, PERSONA_PASSWORD, type Persona } from '../../../support/personas';
import { callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { callOut, createDesk, forgetCallOuts } from '../callbacks/support/call-outs';
import { EVERYTHING, useNoStrategies } from '../strategies/support/strategy';

useFreshDatabase();
useNoStrategies();

const READER = ['HOMEPAGE_READ', 'REPORT_READ', 'CALLBACK_READ', 'EQUIPMENT_READ'] as const;
const person = (username: string, rest: Partial<Persona>): Persona => ({
  username,
  userType: 1,
  customerType: 2,
  branchCode: 'B01',
  projects: [],
  branches: [],
  authorities: READER,
  ...rest,
});
const PEOPLE = [
  person('statBranch', { userType: 2, customerType: 0, branches: ['B01'] }),
  person('statOther', { userType: 2, customerType: 0, branchCode: 'B02', branches: ['B02'] }),
  person('statCustomer', { projects: ['P-1'] }),
  person('statInternal', { customerType: 1, projects: ['P-1', 'P-2'] }),
  person('statReportOnly', { projects: ['P-1'], authorities: ['HOMEPAGE_READ', 'REPORT_READ'] }),
];
/** Five scopes as conditions on the raw rows of their units. */
const SCOPES: Readonly<Record<string, string>> = {
  platformAdmin: 'true',
  statBranch: `e.branch_code = 'B01'`,
  statOther: `e.branch_code = 'B02'`,
  statCustomer: `e.equipment_no IN (SELECT equipment_no FROM project_equipment WHERE project_id = 'P-1')`,
  statInternal: `e.equipment_no IN (SELECT equipment_no FROM project_equipment WHERE project_id IN ('P-1', 'P-2'))`,
};
const YEAR = Number(formatDate(Date.now()).slice(0, 4));
const YEARS = [YEAR, YEAR - 1];

beforeAll(async () => {
  await createDesk();
  const passwordHash = await hashPassword(PERSONA_PASSWORD);
  for (const one of PEOPLE) await createPersona(one, passwordHash);
  await db().equipment.update({ where: { equipmentNo: 'E-2' }, data: { displayType: 'ES' } });
  await forgetCallOuts();
  let count = 0;
  for (const year of YEARS)
    for (let month = 1; month <= 12; month += 1)
      for (const [place, equipmentNo] of ['E-1', 'E-2', 'E-3'].entries())
        for (let turn = 0; turn < 1 + ((month + place) % 3); turn += 1) {
          count += 1;
          const jobStatus = ['CLSO', 'CLSO', 'CLSC', 'SITE', 'CLSO'][count % 5] ?? 'CLSO';
          const scsa = jobStatus === 'CLSO' ? (['1', '2', '1', '5', null][count % 4] ?? null) : null;
          await callOut(`S-${year}-${count}`, {
            equipmentNo,
            branchCode: equipmentNo === 'E-3' ? 'B02' : 'B01',
            jobStatus,
            scsa,
            scsb: scsa === '1' ? String(1 + (count % 2)) : null,
            personTrapped: count % 4 === 0,
            personInjured: count % 7 === 0,
            createDate: new Date(Date.UTC(year, month - 1, 1 + (count % 25), 3)),
          });
        }
  // The first and the last moment of a Shanghai year, and the ones beside them.
  for (const [id, at] of [
    ['EDGE-1', `${YEAR - 1}-12-31T15:59:59Z`],
    ['EDGE-2', `${YEAR - 1}-12-31T16:00:00Z`],
    ['EDGE-3', `${YEAR - 2}-12-31T15:59:59Z`],
    ['EDGE-4', `${YEAR - 2}-12-31T16:00:00Z`],
  ] as const)
    await callOut(id, { createDate: new Date(at), personTrapped: true });
}, 60_000);
beforeEach(() => {
  resetLimits();
  forgetCounts();
});
afterAll(closePortal);

const input = (year: number, type = '') => ({ type, from: `${year}-01-01 00:00:00` });
const total = (who: string, ...asked: Parameters<typeof input>) =>
  call<OutputOf<typeof statTotal>>(who, 'POST', 'sapTdJob/queryTotal', input(...asked));
const callbacks = (who: string, ...asked: Parameters<typeof input>) =>
  call<OutputOf<typeof statCallbacks>>(who, 'POST', 'sapTdJob/callbackOverview', input(...asked));
const entrapments = (who: string, ...asked: Parameters<typeof input>) =>
  call<OutputOf<typeof statEntrapments>>(who, 'POST', 'sapTdJob/entrapmentOverview', input(...asked));

const raw = (who: string, year: number, condition = 'true') =>
  `FROM callback c JOIN equipment e USING (equipment_no) WHERE e.deleted_at IS NULL AND (${SCOPES[who]}) AND c.job_status <> 'CLSC'
     AND c.create_date >= timestamptz '${year}-01-01 00:00:00+08' AND c.create_date < timestamptz '${year + 1}-01-01 00:00:00+08' AND (${condition})`;
async function countOf(who: string, year: number, condition?: string): Promise<number> {
  const [row] = await db().$queryRawUnsafe<{ count: number }[]>(`SELECT count(*)::int ${raw(who, year, condition)}`);
  return row?.count ?? -1;
}
async function monthsOf(who: string, year: number, condition?: string): Promise<Record<string, number>> {
  const rows = await db().$queryRawUnsafe<{ month: string; count: number }[]>(
    `SELECT to_char(c.create_date AT TIME ZONE 'Asia/Shanghai', 'Mon') AS month, count(*)::int ${raw(who, year, condition)} GROUP BY 1`,
  );
  return Object.fromEntries(MONTHS.map((one) => [one, rows.find(({ month }) => month === one)?.count ?? 0]));
}
async function codesOf(who: string, year: number, column: string, condition: string) {
  const rows = await db().$queryRawUnsafe<{ code: string; quantity: number }[]>(
    `SELECT coalesce(${column}, 'none') AS code, count(*)::int AS quantity ${raw(who, year, condition)} GROUP BY 1`,
  );
  return rows.sort(byCode);
}
const byCode = (one: { code: string }, other: { code: string }) => (one.code < other.code ? -1 : 1);
const codes = (reasons: readonly { code: string; quantity: number }[]) =>
  reasons.map(({ code, quantity }) => ({ code, quantity })).sort(byCode);

describe('statistics', () => {
  it('[STAT-001][STAT-006][STAT-008][STAT-009][API-086][API-087][API-088] are what the raw rows say, in every scope and both years', async () => {
    for (const who of Object.keys(SCOPES))
      for (const year of YEARS) {
        const [sums, overview, trapped] = await Promise.all([
          total(who, year),
          callbacks(who, year),
          entrapments(who, year),
        ]);
        expect([who, year, sums.code, overview.code, trapped.code]).toEqual([who, year, 200, 200, 200]);
        expect([who, year, sums.data]).toMatchObject([
          who,
          year,
          {
            callbackTotal: await countOf(who, year),
            repairTotal: await countOf(who, year, `c.job_status = 'CLSO' AND c.scsa = '1'`),
            injuredTotal: await countOf(who, year, 'c.person_injured'),
          },
        ]);
        expect(overview.data.callbackOverview).toEqual(await monthsOf(who, year));
        expect(trapped.data.entrapmentOverview).toEqual(await monthsOf(who, year, 'c.person_trapped'));
        const closed = `c.job_status = 'CLSO'`;
        expect(codes(overview.data.callbackReason)).toEqual(await codesOf(who, year, 'c.scsa', closed));
        expect(codes(overview.data.scsbCallbackReason)).toEqual(
          await codesOf(who, year, 'c.scsb', `${closed} AND c.scsa = '1'`),
        );
        expect(codes(trapped.data.entrapmentReason)).toEqual(
          await codesOf(who, year, 'c.scsa', `${closed} AND c.person_trapped`),
        );
        const tops = await db().$queryRawUnsafe<object[]>(
          `SELECT e.equipment_no AS "equipmentNo", count(*)::int AS quantity ${raw(who, year)} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5`,
        );
        expect(overview.data.callbackDistribution).toMatchObject(tops);
        expect(overview.data.openTotal).toBe(await countOf(who, year, `c.job_status <> 'CLSO'`));
      }
  }, 60_000);

  it('parts have the dictionary’s name in the reader’s language, else what is stored with a call-out, else their code', async () => {
    const known = await db().option.findUniqueOrThrow({ where: { name_value: { name: 'scsb', value: '1' } } });
    const { callbackId } = await db().callback.findFirstOrThrow({
      where: { scsb: '1', jobStatus: 'CLSO', createDate: { gte: new Date(`${YEAR}-02-01`) } },
    });
    const change = (data: object) => db().callback.update({ where: { callbackId }, data });
    await change({ scsb: 'X-9' });
    const named = async (language: string) => {
      forgetCounts();
      const { data } = await callSms<OutputOf<typeof statCallbacks>>('POST', 'sapTdJob/callbackOverview', {
        body: input(YEAR),
        headers: { ...(await headersOf('platformAdmin')), 'accept-language': language },
      });
      return Object.fromEntries(data.scsbCallbackReason.map(({ code, reason }) => [code, reason]));
    };
    expect(known.label).not.toBe(known.labelEn);
    expect(await named('en')).toMatchObject({ 1: known.labelEn, 'X-9': 'X-9' });
    await change({ scsbText: '门机' });
    expect(await named('zh-CN')).toMatchObject({ 1: known.label, 'X-9': '门机' });
    await change({ scsb: '1', scsbText: null });
  });

  it('[STAT-006] each number is the total of the list that it opens, with and without focus', async () => {
    const filters = { startCreateDate: `${YEAR}-01-01`, endCreateDate: `${YEAR}-12-31` };
    const counted = { ...filters, jobStatus: 'INIT,REQU,PAGE,DISP,SITE,INTR,CLSO' };
    for (const [who, focus] of [
      ['platformAdmin', undefined],
      ['statBranch', undefined],
      ['statBranch', 'P-1'],
      ['statCustomer', undefined],
      ['statInternal', 'P-2'],
    ] as const) {
      const headers = { ...(await headersOf(who)), ...(focus ? { projectId: focus } : {}) };
      const ask = async <T>(path: string, body: object) => (await callSms<T>('POST', path, { body, headers })).data;
      const listed = async (narrowed: object) =>
        (await ask<{ total: number }>('callback/query', { ...counted, ...narrowed })).total;
      for (const type of ['', 'NonESC', 'ESC']) {
        const sums = await ask<OutputOf<typeof statTotal>>('sapTdJob/queryTotal', input(YEAR, type));
        const overview = await ask<OutputOf<typeof statCallbacks>>('sapTdJob/callbackOverview', input(YEAR, type));
        const units = await ask<{ total: number }>('equipment/query', { unitType: type });
        const found = [
          await listed({ unitType: type }),
          await listed({ unitType: type, person: 'personInjured' }),
          await listed({ unitType: type, jobStatus: 'CLSO', scsa: '1' }),
          units.total,
        ];
        expect([who, focus, type, ...found]).toEqual([
          ...[who, focus, type],
          ...[sums.callbackTotal, sums.injuredTotal, sums.repairTotal, sums.equipmentTotal],
        ]);
        for (const { code, quantity } of overview.callbackReason)
          expect([code, await listed({ unitType: type, jobStatus: 'CLSO', scsa: code })]).toEqual([code, quantity]);
        for (const { code, quantity } of overview.scsbCallbackReason)
          expect([code, await listed({ unitType: type, jobStatus: 'CLSO', scsa: '1', scsb: code })]).toEqual([
            code,
            quantity,
          ]);
        for (const { equipmentNo, quantity } of overview.callbackDistribution)
          expect([equipmentNo, await listed({ unitType: type, equipmentNo })]).toEqual([equipmentNo, quantity]);
      }
    }
  }, 60_000);

  it('[STAT-006] the numbers of the year before are the totals of the lists that they open, month by month', async () => {
    const [year = 0, month = 0, day = 0] = formatDate(Date.now()).split('-').map(Number);
    const listed = async (who: string, href: string | undefined) => {
      const filters = Object.fromEntries(new URL(href ?? '', 'http://portal').searchParams);
      return (await call<{ total: number }>(who, 'POST', 'callback/query', filters)).data.total;
    };
    for (const who of ['platformAdmin', 'statInternal'])
      for (const shown of YEARS) {
        const links = comparedLinks({ year: shown, type: '' }, true, { year, month, day });
        const { lastYear } = (await total(who, shown)).data;
        const { data } = await call<OutputOf<typeof statCallbacks>>(
          who,
          'POST',
          'sapTdJob/callbackOverview',
          input(shown),
        );
        expect([await listed(who, links.all), await listed(who, links.injured)]).toEqual([
          lastYear?.callbackTotal,
          lastYear?.injuredTotal,
        ]);
        for (const [index, name] of MONTHS.slice(0, shown === year ? month : 12).entries())
          expect([shown, name, await listed(who, links.month(index))]).toEqual([shown, name, data.lastYear?.[name]]);
      }
  }, 60_000);

  it('on 29 February the running year is compared with the days up to 28 February', async () => {
    const leapDay = Date.parse('2028-02-29T12:00:00+08:00');
    const days = async (from: number) => {
      const { where } = await comparedWhere(actorOf(0), { from, type: undefined }, leapDay);
      return JSON.stringify(where);
    };
    expect(await days(2028)).toContain('2027-02-28T16:00:00.000Z');
    expect(await days(2027)).toContain('2026-12-31T16:00:00.000Z');
  });
  it('[STAT-002] tells elevators from escalators, and counts no entrapments of the latter', async () => {
    const [all, elevators, escalators] = await Promise.all(
      ['', 'NonESC', 'ESC'].map(async (type) => (await total('platformAdmin', YEAR, type)).data),
    );
    expect(escalators?.callbackTotal).toBe(await countOf('platformAdmin', YEAR, `e.display_type IN ('ES', 'WW')`));
    expect((elevators?.callbackTotal ?? 0) + (escalators?.callbackTotal ?? 0)).toBe(all?.callbackTotal);
    const none = (await entrapments('platformAdmin', YEAR, 'ESC')).data;
    expect([Object.values(none.entrapmentOverview), none.entrapmentReason]).toEqual([Array(12).fill(0), []]);
  });

  it('[STAT-001] a year without call-outs is zeros; what is no year is refused; a reader of reports needs no list', async () => {
    const { data } = await callbacks('platformAdmin', 2001);
    expect([Object.values(data.callbackOverview), data.callbackReason, data.lastYear]).toEqual([
      Array(12).fill(0),
      [],
      null,
    ]);
    expect(
      (await call('platformAdmin', 'POST', 'sapTdJob/queryTotal', { type: '', from: '2026-02-01 00:00:00' })).code,
    ).toBe(400);
    expect(
      (await call('platformAdmin', 'POST', 'sapTdJob/queryTotal', { type: 'EV', from: '2026-01-01 00:00:00' })).code,
    ).toBe(400);
    expect((await total('statReportOnly', YEAR)).data).toEqual((await total('statCustomer', YEAR)).data);
    expect((await total('customerLite', YEAR)).code).toBe(403);
  });

  it('[R224] beyond the months of a data strategy only trapped persons count, and a year wholly beyond is refused', async () => {
    await db().userStrategy.create({
      data: {
        strategyId: 'STAT',
        strategyName: 'STAT',
        level: 'default',
        enabled: true,
        liveIntervalSec: 1,
        maskTime: false,
        exportAllowed: true,
        ...EVERYTHING,
        historyMonths: 1,
      },
    });
    forgetStrategies();
    forgetCounts();
    const refused = await total('statCustomer', YEAR - 2);
    expect([refused.code, refused.message]).toEqual([403, '仅可查看近1个月数据']);
    const trapped = await entrapments('statCustomer', YEAR - 1);
    expect(trapped.data.entrapmentOverview).toEqual(await monthsOf('statCustomer', YEAR - 1, 'c.person_trapped'));
  });
});
