import { LIVE_MS } from '@/lib/live/units/age';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db } from '@/lib/platform/db/client';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import type { Prisma } from '@/lib/platform/db/generated/client';
import { calledState, UNIT_STATES } from '@/lib/live/units/condition';
import { formatDate, formatDateTime, parseWallTime } from '@/lib/platform/i18n/format';
import type { EquipmentPage } from '@/lib/features/equipment/contract';
import type { HomeBuildings, HomeDay, UnitStates } from '@/lib/features/home/contract';
import { findDay } from '@/lib/features/home/day';
import type { Language } from '@/lib/platform/i18n/languages';
import { actorOfAccessToken } from '@/lib/platform/auth/tokens/actor-loader';
import { call, headersOf, resetLimits } from '../../../support/callers';
import { callSms } from '../../../support/sms-client';
import { useFreshDatabase } from '../../support/database';
import { callOut, createDesk, forgetCallOuts } from '../callbacks/support/call-outs';
import { EVERYTHING, useNoStrategies, without } from '../strategies/support/strategy';

/** What home asks beside the incidents: sums that add up, the day's work, a customer's buildings (readings 140-142). */

useFreshDatabase();
useNoStrategies();

const UNITS: readonly (readonly [string, Partial<Prisma.EquipmentStatusUncheckedCreateInput> | null, string | null])[] =
  [
    ['H-fine', { onlineStatus: 1, errorStatus: 0 }, 'A座'],
    ['H-held', { onlineStatus: 1, errorStatus: 0, connection: 'offline' }, 'A座'],
    ['H-fault', { onlineStatus: 1, errorStatus: 1 }, 'B座'],
    ['H-gone-faulty', { onlineStatus: 3, errorStatus: 1 }, 'B座'],
    ['H-trapped', { onlineStatus: 1, errorStatus: 1, entrapmentStatus: 1 }, 'C座'],
    ['H-gone', { onlineStatus: 3, errorStatus: 2 }, 'D座'],
    ['H-off', { onlineStatus: 0, errorStatus: 2 }, 'A座'],
    ['H-none', { onlineStatus: 4, errorStatus: 2 }, 'A座'],
    ['H-silent', null, 'A座'],
    ['H-boxless', null, 'A座'],
  ];

beforeAll(async () => {
  await createDesk();
  await db().equipment.createMany({
    data: UNITS.map(([equipmentNo, , buildingName]) => ({
      equipmentNo,
      equipmentName: `${equipmentNo} 梯`,
      equipmentType: 'YAE_ELT',
      displayType: 'EV' as const,
      branchCode: 'B01',
      buildingName,
      cubeNo: equipmentNo === 'H-boxless' ? null : `C-${equipmentNo}`,
    })),
  });
  await db().projectEquipment.createMany({
    data: UNITS.map(([equipmentNo]) => ({ projectId: 'P-1', equipmentNo })),
  });
  await db().equipmentStatus.createMany({
    data: UNITS.flatMap(([equipmentNo, status]) => (status ? [{ equipmentNo, ...status }] : [])),
  });
});
beforeEach(async () => {
  resetLimits();
  forgetCounts();
  await db().slaMark.deleteMany();
  await forgetCallOuts();
});
afterAll(closePortal);

const states = async (who: string, query = '') => (await call<UnitStates>(who, 'GET', `home/states${query}`)).data;
const listed = async (who: string, state?: string) =>
  (await call<EquipmentPage>(who, 'POST', 'equipment/query', { pageSize: 200, ...(state ? { state } : {}) })).data;

describe('the sums of states', () => {
  it('count every unit once, make up all, and each is the total of the list that it opens', async () => {
    for (const who of ['platformAdmin', 'branchDispatcher', 'customerLite', 'otherBranch']) {
      const { total, ...each } = await states(who);
      expect([who, Object.values(each).reduce((sum, count) => sum + count, 0)]).toEqual([who, total]);
      expect([who, (await listed(who)).total]).toEqual([who, total]);
      for (const state of UNIT_STATES) {
        const { total: found, records } = await listed(who, state);
        expect([who, state, found, records.length]).toEqual([who, state, each[state], each[state]]);
      }
    }
    // E-1 has neither status nor box.
    expect(await states('customerLite')).toEqual({
      total: 11,
      trapped: 1,
      fault: 2,
      online: 2,
      unknown: 0,
      disconnected: 1,
      offline: 2,
      notInstalled: 3,
    });
  });

  it('count a unit that is online and silent as unknown: neither online nor offline (readings 242)', async () => {
    const where = { equipmentNo: 'H-fine' };
    const before = await states('customerLite');
    await db().equipmentStatus.update({ where, data: { lastDataAt: new Date(Date.now() - LIVE_MS - 20_000) } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await states('customerLite')).toEqual({ ...before, online: before.online - 1, unknown: 1 });
    expect((await listed('customerLite', 'unknown')).records.map(({ equipmentNo }) => equipmentNo)).toEqual(['H-fine']);
    expect((await listed('customerLite', 'online')).total).toBe(before.online - 1);
    await db().equipmentStatus.update({ where, data: { lastDataAt: new Date() } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await states('customerLite')).toEqual(before);
    await db().equipmentStatus.update({ where, data: { lastDataAt: null } });
  });

  it('name a unit as every list does', async () => {
    for (const state of UNIT_STATES)
      for (const row of (await listed('customerLite', state)).records) {
        const entrapmentStatus = row.equipmentNo === 'H-trapped' ? 1 : 0;
        expect([row.equipmentNo, calledState({ ...row, entrapmentStatus })]).toEqual([row.equipmentNo, state]);
      }
  });

  it('without faults tell nothing of them, neither sums nor lists; entrapment they do', async () => {
    await db().userStrategy.create({
      data: {
        strategyId: 'blind',
        strategyName: 'blind',
        level: 'user',
        ...EVERYTHING,
        dataGroups: without('faults'),
        enabled: true,
        targets: { create: { level: 'user', value: 'customerLite' } },
      },
    });
    const found = await states('customerLite');
    expect(found).toMatchObject({ total: 11, trapped: 1, fault: 0, online: 3, disconnected: 2 });
    for (const state of UNIT_STATES)
      expect([state, (await listed('customerLite', state)).total]).toEqual([state, found[state]]);
  });

  it('are those of the focus projects, and of this moment unless older ones are asked for', async () => {
    const before = await states('branchDispatcher');
    expect((await states('branchDispatcher', '?maxAge=10')).trapped).toBe(1);
    await db().equipmentStatus.update({ where: { equipmentNo: 'H-fine' }, data: { entrapmentStatus: 1 } });
    expect((await states('branchDispatcher', '?maxAge=10')).trapped).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await states('branchDispatcher')).trapped).toBe(2);
    await db().equipmentStatus.update({ where: { equipmentNo: 'H-fine' }, data: { entrapmentStatus: 0 } });
    const focused = await callSms<UnitStates>('GET', 'home/states', {
      headers: { ...(await headersOf('branchDispatcher')), projectId: 'P-2' },
    });
    expect([before.total, focused.data.total]).toEqual([13, 1]);
  });
});

const NOON = parseWallTime(`${formatDate(Date.now())} 12:00:00`) ?? 0;
const HOUR = 3_600_000;
const mark = (callbackId: string, equipmentNo: string, clock: string, due: number | null, stopped = false) =>
  db().slaMark.create({
    data: {
      callbackId,
      equipmentNo,
      clock,
      limitSec: 3600,
      dueDate: due === null ? null : new Date(due),
      stoppedDate: stopped ? new Date(NOON) : null,
    },
  });
async function dayOf(who: string, now = NOON, language: Language = 'zh-CN'): Promise<HomeDay> {
  const { actor } = await actorOfAccessToken((await headersOf(who)).authorization?.slice('Bearer '.length) ?? '');
  return findDay(actor, language, now);
}

describe("the day's work", () => {
  it('is what ends before midnight or has ended, the one that ends first on top; without incidents, foreign and closed ones', async () => {
    for (const [id, equipmentNo, due, jobStatus] of [
      ['late', 'H-fine', NOON - HOUR, 'DISP'],
      ['soon', 'E-1', NOON + HOUR, 'INIT'],
      ['evening', 'H-off', NOON + 11 * HOUR, 'SITE'],
      ['tomorrow', 'H-held', NOON + 13 * HOUR, 'INIT'],
      ['incident', 'H-fault', NOON + HOUR, 'INIT'],
      ['disconnected', 'H-gone', NOON + HOUR, 'INIT'],
      ['closed', 'H-none', NOON + HOUR, 'CLSO'],
      ['elsewhere', 'E-3', NOON + HOUR, 'INIT'],
      ['trapped', 'H-silent', NOON + HOUR, 'INIT'],
      ['trappedToo', 'H-silent', NOON + HOUR, 'INIT'],
    ] as const) {
      const branchCode = id === 'elsewhere' ? 'B02' : 'B01';
      await callOut(id, { equipmentNo, jobStatus, branchCode, technicianName: '李师傅' });
      await mark(id, equipmentNo, 'arrival', due);
    }
    // A person told of it; the unit itself says nothing.
    await db().entrapment.create({
      data: { equipmentNo: 'H-silent', callbackId: 'trapped', startAt: new Date(NOON), startSource: 'person' },
    });
    // What counts is the clock that ends first and runs.
    await mark('soon', 'E-1', 'response', NOON - 5 * HOUR, true);
    await mark('soon', 'E-1', 'restore', NOON + 2 * HOUR);
    const day = await dayOf('branchDispatcher');
    expect(day.due.map(({ callbackId, remainingSec }) => [callbackId, remainingSec])).toEqual([
      ['late', -3600],
      ['soon', 3600],
      ['evening', 11 * 3600],
    ]);
    expect(day.dueTotal).toBe(3);
    expect(day.due[1]).toMatchObject({ clock: 'arrival', limitSec: 3600, due: formatDateTime(NOON + HOUR) });
    expect((await dayOf('otherBranch')).due.map(({ callbackId }) => callbackId)).toEqual(['elsewhere']);
  });

  it('says what a detector found in the language of the reader, and what a person wrote as it is', async () => {
    await callOut('found', { callbackType: 'Telemonitoring Breakdown', jobDescription: '扶梯故障停止' });
    await callOut('told', { callbackType: 'Breakdown', jobDescription: '扶梯故障停止' });
    for (const id of ['found', 'told']) await mark(id, 'E-1', 'arrival', NOON + HOUR);
    const titles = (await dayOf('branchDispatcher', NOON, 'en')).due.map(({ callbackId, title }) => [
      callbackId,
      title,
    ]);
    expect(titles).toEqual([
      ['found', 'Escalator fault stop'],
      ['told', '扶梯故障停止'],
    ]);
  });

  it('shows a few and counts all', async () => {
    for (let index = 0; index < 10; index += 1) {
      await callOut(`C${index}`, { equipmentNo: 'H-fine' });
      await mark(`C${index}`, 'H-fine', 'arrival', NOON + index);
    }
    const day = await dayOf('branchDispatcher');
    expect([day.due.length, day.dueTotal]).toEqual([8, 10]);
  });

  it('leaves who sees dates only without times and lengths', async () => {
    await callOut('soon');
    await mark('soon', 'E-1', 'arrival', NOON + HOUR);
    const [row] = (await dayOf('datesOnly')).due;
    expect(row).toMatchObject({ due: formatDate(NOON), remainingSec: null });
  });

  it('counts what was completed since midnight, whenever it began; cancelled ones are none', async () => {
    const midnight = parseWallTime(formatDate(NOON)) ?? 0;
    const old = new Date(NOON - 40 * 24 * HOUR);
    await callOut('today', { jobStatus: 'CLSO', createDate: old, closeDate: new Date(midnight) });
    await callOut('yesterday', { jobStatus: 'CLSO', createDate: old, closeDate: new Date(midnight - 1) });
    await callOut('cancelled', { jobStatus: 'CLSC', closeDate: new Date(NOON) });
    await callOut('open');
    expect((await dayOf('branchDispatcher')).doneTotal).toBe(1);
    expect((await dayOf('otherBranch')).doneTotal).toBe(0);
  });

  it('needs CALLBACK_READ', async () => {
    expect((await call('maintenanceSigner', 'GET', 'home/day')).code).toBe(403);
    expect((await call<HomeDay>('branchDispatcher', 'GET', 'home/day')).data).toEqual({
      due: [],
      dueTotal: 0,
      doneTotal: 0,
    });
  });
});

const buildings = async (who: string, body: object = {}) =>
  (await call<HomeBuildings>(who, 'POST', 'home/buildings', body)).data;

describe("a customer's buildings", () => {
  it('stand with the gravest trouble first, and call no unit well that is not known to be', async () => {
    const { totals, showsFaults, buildings: page } = await buildings('customerLite');
    expect(
      page.records.map(({ buildingName, troubles }) => [buildingName, troubles.map((one) => one.condition)]),
    ).toEqual([
      ['C座', ['trapped']],
      ['B座', ['fault', 'fault']],
      ['D座', ['disconnected']],
      ['A座', []],
      [null, []],
    ]);
    // Of A座 one unit is online and linked; held, offline, silent, without a box and not installed are unknown.
    expect(page.records[3]).toMatchObject({ projectId: 'P-1', units: 6, fine: 1, troubled: 0, unknown: 5 });
    expect([totals, showsFaults]).toEqual([{ units: 11, fine: 1, troubled: 4, unknown: 6 }, true]);
  });

  it('say what is being done, step by step', async () => {
    const at = new Date(NOON);
    await callOut('C-fault', { equipmentNo: 'H-fault', jobStatus: 'DISP', jobUpdateDate: at });
    await mark('C-fault', 'H-fault', 'arrival', NOON + HOUR);
    await callOut('C-fine', { equipmentNo: 'H-fine', jobStatus: 'INTR', jobUpdateDate: at });
    await db().callbackStatus.updateMany({
      where: { callbackId: 'C-fine' },
      data: { expectedReturnDate: new Date(NOON + 2 * HOUR) },
    });
    const rows = (await buildings('customerLite')).buildings.records.flatMap(({ troubles }) => troubles);
    const of = (no: string) => rows.find(({ equipmentNo }) => equipmentNo === no);
    expect(of('H-trapped')?.callback).toBeNull();
    expect(of('H-fault')?.callback).toEqual({
      callbackId: 'C-fault',
      step: 'onTheWay',
      since: formatDateTime(at),
      arrivalDue: formatDateTime(NOON + HOUR),
      late: NOON + HOUR < Date.now(),
      technicianPhone: null,
      expectedReturn: null,
    });
    // Nothing is known to be wrong with it any more, but somebody means to come back.
    expect(of('H-fine')).toMatchObject({
      condition: 'repair',
      callback: { step: 'paused', arrivalDue: null, expectedReturn: formatDateTime(NOON + 2 * HOUR) },
    });
  });

  it('call nothing accepted that nobody took, and say that the arrival is late (readings 256)', async () => {
    const stepOf = async (no: string) =>
      (await buildings('customerLite')).buildings.records
        .flatMap(({ troubles }) => troubles)
        .find(({ equipmentNo }) => equipmentNo === no)?.callback;
    await callOut('C-rule', { equipmentNo: 'H-fault', callbackType: 'Telemonitoring Breakdown' });
    await mark('C-rule', 'H-fault', 'arrival', Date.now() - HOUR);
    await callOut('C-person', { equipmentNo: 'H-fine' });
    expect(await stepOf('H-fault')).toMatchObject({ step: 'systemNobody', late: true });
    expect(await stepOf('H-fine')).toMatchObject({ step: 'opened', late: false });
    const taken = { username: 'branchDispatcher', ackDate: new Date(), endsRequests: true };
    for (const callbackId of ['C-rule', 'C-person']) await db().incidentAck.create({ data: { callbackId, ...taken } });
    expect([(await stepOf('H-fault'))?.step, (await stepOf('H-fine'))?.step]).toEqual(['systemTaken', 'taken']);
    await db().callback.update({ where: { callbackId: 'C-person' }, data: { jobStatus: 'REQU' } });
    expect((await stepOf('H-fine'))?.step).toBe('reassigning');
  });

  it('tell of trapped persons of whom the call-out alone knows', async () => {
    await callOut('C-called', {
      equipmentNo: 'H-fine',
      personTrapped: true,
      entrapments: { create: { equipmentNo: 'H-fine', startAt: new Date(), startSource: 'person' } },
    });
    const rows = (await buildings('customerLite')).buildings.records.flatMap(({ troubles }) => troubles);
    expect(
      rows
        .filter(({ condition }) => condition === 'trapped')
        .map(({ equipmentNo }) => equipmentNo)
        .sort(),
    ).toEqual(['H-fine', 'H-trapped']);
    await db().entrapment.updateMany({ data: { releasedAt: new Date(), releaseSource: 'person' } });
    const freed = (await buildings('customerLite')).buildings.records.flatMap(({ troubles }) => troubles);
    expect(freed.find(({ equipmentNo }) => equipmentNo === 'H-fine')?.condition).toBe('repair');
  });

  it('call nothing well where faults are withheld', async () => {
    await db().userStrategy.create({
      data: {
        strategyId: 'blind',
        strategyName: 'blind',
        level: 'user',
        ...EVERYTHING,
        dataGroups: without('faults'),
        enabled: true,
        targets: { create: { level: 'user', value: 'customerLite' } },
      },
    });
    const { totals, showsFaults } = await buildings('customerLite');
    expect([totals, showsFaults]).toEqual([{ units: 11, fine: 0, troubled: 3, unknown: 8 }, false]);
  });

  it('come page by page with the sums of all, for users of projects alone, whatever the focus', async () => {
    const second = await buildings('customerLite', { pageIndex: 2, pageSize: 2 });
    expect(second.buildings).toMatchObject({ total: 5, current: 2 });
    expect(second.buildings.records.map(({ buildingName }) => buildingName)).toEqual(['D座', 'A座']);
    expect(second.totals.units).toBe(11);
    expect((await buildings('customerLite', { pageIndex: 9 })).totals.units).toBe(11);
    expect((await call('branchDispatcher', 'POST', 'home/buildings', {})).code).toBe(403);
    const focused = await callSms<HomeBuildings>('POST', 'home/buildings', {
      headers: { ...(await headersOf('customerEssence')), projectId: 'P-2' },
      body: {},
    });
    expect(focused.data.totals.units).toBe(12);
    expect((await buildings('airportCustomer')).totals).toEqual({ units: 1, fine: 0, troubled: 0, unknown: 1 });
  });
});
