import type { CampusPage } from '@/lib/features/campus/contract';
import type { EquipmentPage, StatusEntry } from '@/lib/features/equipment/contract';
import type { HomeBuildings, UnitStates } from '@/lib/features/home/contract';
import { openCallback } from '@/lib/features/callbacks/internal/create';
import { importEntrapments } from '@/lib/features/callbacks/internal/entrapments';
import { freePersons } from '@/lib/features/callbacks/internal/move';
import { readMarks } from '@/lib/features/screens/content-marks';
import { OPENED_BY_RULE } from '@/lib/live/detector/opened-by-rule';
import { listenForChanges } from '@/lib/live/realtime/server/live-hints';
import { LIVE_MS } from '@/lib/live/units/age';
import { UNIT_STATES } from '@/lib/live/units/condition';
import type { LiveChange } from '@/lib/live/units/live-message';
import { closePortal } from '@/lib/platform/auth/tokens/portal-channel';
import { db, pool } from '@/lib/platform/db/client';
import { forgetCounts } from '@/lib/platform/db/shared-counts';
import { formatDateTime } from '@/lib/platform/i18n/format';
import { call, resetLimits } from '../../../support/callers';
import { until } from '../../../support/until';
import { useFreshDatabase } from '../../support/database';
import { createDesk, forgetCallOuts } from '../callbacks/support/call-outs';
import { useNoStrategies } from '../strategies/support/strategy';

/**
 * A unit is trapped while its box says so or an entrapment of it is open, whoever reported it (readings 284). Every place
 * that says how a unit is says the same.
 */

useFreshDatabase();
useNoStrategies();

/** Units whose box says nothing of trapped persons, and how they count otherwise. */
const UNITS = {
  'T-online': ['online', { onlineStatus: 1, errorStatus: 0 }],
  'T-faulty': ['fault', { onlineStatus: 1, errorStatus: 1 }],
  'T-silent': ['unknown', { onlineStatus: 1, errorStatus: 0, lastDataAt: new Date(Date.now() - 2 * LIVE_MS) }],
  'T-gone': ['disconnected', { onlineStatus: 3, errorStatus: 2 }],
  'T-off': ['offline', { onlineStatus: 0, errorStatus: 2 }],
  'T-unheard': ['offline', null],
  'T-boxless': ['notInstalled', null],
} as const;
type UnitNo = keyof typeof UNITS;
const NUMBERS = Object.keys(UNITS) as UnitNo[];

beforeAll(async () => {
  await createDesk();
  await db().equipment.createMany({
    data: NUMBERS.map((equipmentNo) => ({
      equipmentNo,
      equipmentName: `${equipmentNo} 梯`,
      equipmentType: 'YAE_ELT',
      displayType: 'EV' as const,
      branchCode: 'B01',
      buildingName: 'A座',
      cubeNo: equipmentNo === 'T-boxless' ? null : `C-${equipmentNo}`,
    })),
  });
  await db().projectEquipment.createMany({ data: NUMBERS.map((equipmentNo) => ({ projectId: 'P-1', equipmentNo })) });
  await db().equipmentStatus.createMany({
    data: NUMBERS.flatMap((equipmentNo) => {
      const [, status] = UNITS[equipmentNo];
      return status ? [{ equipmentNo, ...status }] : [];
    }),
  });
});
beforeEach(async () => {
  resetLimits();
  forgetCounts();
  await db().entrapment.deleteMany();
  await forgetCallOuts();
});
afterAll(closePortal);

/** A caller reports trapped persons. @returns the call-out */
const report = async (equipmentNo: string): Promise<string> =>
  (
    await call<{ callbackId: string }>('branchDispatcher', 'PUT', 'callback', {
      equipmentNo,
      jobDescription: '有人打电话',
      personTrapped: true,
    })
  ).data.callbackId;
/** A rule finds trapped persons. */
const find = async (equipmentNo: string): Promise<string> =>
  (
    await db().$transaction((sql) =>
      openCallback(sql, {
        equipmentNo,
        callbackType: OPENED_BY_RULE,
        jobDescription: 'A02',
        operator: null,
        persons: { isTrapped: true, trappedCount: null, isInjured: false },
        foundAt: new Date(),
      }),
    )
  ).callbackId;
/** The dispatcher enters the release, and the call-out is cancelled. */
const release = (callbackId: string) =>
  call('branchDispatcher', 'POST', 'callback/transition', {
    callbackId,
    from: 'INIT',
    status: 'CLSC',
    reason: '误报',
    releaseDate: formatDateTime(Date.now()),
  });

const statusOf = async (equipmentNo: string, who = 'branchDispatcher') =>
  (await call<StatusEntry[]>(who, 'POST', 'equipmentExtension/statusList', { equipmentNoList: [equipmentNo] })).data;
const listed = async (state: string, who = 'branchDispatcher') =>
  (await call<EquipmentPage>(who, 'POST', 'equipment/query', { pageSize: 200, state })).data;
const numbersIn = async (state: string, who?: string) =>
  (await listed(state, who)).records.map(({ equipmentNo }) => equipmentNo);
const statesOf = async (who = 'branchDispatcher') => {
  forgetCounts();
  return (await call<UnitStates>(who, 'GET', 'home/states')).data;
};

describe('somebody is trapped in a unit whose box does not say so', () => {
  it.each(NUMBERS)('status call, sums and lists say it of %s until the release', async (equipmentNo) => {
    const [calm] = UNITS[equipmentNo];
    const before = await statesOf();
    const callbackId = await report(equipmentNo);
    expect(await statusOf(equipmentNo)).toMatchObject([{ equipmentNo, entrapmentStatus: 1 }]);
    const now = await statesOf();
    expect(now).toEqual({ ...before, trapped: before.trapped + 1, [calm]: before[calm] - 1 });
    for (const state of UNIT_STATES) {
      const { total, records } = await listed(state);
      expect([state, total, records.length]).toEqual([state, now[state], now[state]]);
    }
    expect(await numbersIn('trapped')).toContain(equipmentNo);
    expect(await numbersIn(calm)).not.toContain(equipmentNo);

    expect(await release(callbackId)).toMatchObject({ code: 200 });
    expect(await statusOf(equipmentNo)).toMatchObject([{ equipmentNo, entrapmentStatus: 0 }]);
    expect(await statesOf()).toEqual(before);
    expect(await numbersIn(calm)).toContain(equipmentNo);
  });

  it('a rule that finds it counts as a caller does', async () => {
    await find('T-online');
    expect(await numbersIn('trapped')).toEqual(['T-online']);
    expect(await statusOf('T-online')).toMatchObject([{ entrapmentStatus: 1 }]);
  });

  it('the customer’s building says it, also without the right to read call-outs', async () => {
    await report('T-boxless');
    for (const who of ['customerLite', 'customer'])
      expect(
        (await call<HomeBuildings>(who, 'POST', 'home/buildings', {})).data.buildings.records
          .flatMap(({ troubles }) => troubles)
          .filter(({ condition }) => condition === 'trapped')
          .map(({ equipmentNo }) => equipmentNo),
      ).toEqual(['T-boxless']);
  });

  it('nobody outside its scope is told', async () => {
    const before = await statesOf('otherBranch');
    await report('T-online');
    expect(await statesOf('otherBranch')).toEqual(before);
    expect(await numbersIn('trapped', 'otherBranch')).toEqual([]);
    expect(await statusOf('T-online', 'otherBranch')).toEqual([]);
  });
});

describe('the box says that somebody is trapped', () => {
  const say = (entrapmentStatus: 0 | 1) =>
    db().equipmentStatus.update({ where: { equipmentNo: 'T-online' }, data: { entrapmentStatus } });
  afterEach(() => say(0));

  it('and a person enters the release: the unit is calm until the box says it anew', async () => {
    const callbackId = await report('T-online');
    await say(1);
    expect(await statusOf('T-online')).toMatchObject([{ entrapmentStatus: 1 }]);
    await release(callbackId);
    expect(await statusOf('T-online')).toMatchObject([{ entrapmentStatus: 0 }]);
    expect(await numbersIn('trapped')).toEqual([]);
    await say(1);
    expect(await numbersIn('trapped')).toEqual(['T-online']);
  });

  it('and then that nobody is, while those of whom a person told are still inside: it counts as trapped', async () => {
    await report('T-online');
    await say(1);
    await say(0);
    expect(await numbersIn('trapped')).toEqual(['T-online']);
  });
});

describe('walls', () => {
  const wall = async (who: string, query: string) => {
    const { source, equipmentList } = (
      await call<{ source: string; equipmentList: CampusPage }>(who, 'GET', `campusview/equipmentPage${query}`)
    ).data;
    return { source, total: equipmentList.total, units: equipmentList.records.map(({ equipmentNo }) => equipmentNo) };
  };

  it('that nobody arranged: the unit stands among those that need care, on top and once', async () => {
    const before = await wall('branchManager', '');
    expect(before.units).not.toContain('T-boxless');
    await report('T-boxless');
    await report('T-off');
    const { source, total, units } = await wall('branchManager', '');
    expect([source, total, units.slice(0, 2)]).toEqual(['care', before.total + 1, ['T-boxless', 'T-off']]);
    expect(units.filter((equipmentNo) => equipmentNo === 'T-off')).toHaveLength(1);
  });

  it('worst first: the unit stands before a fault', async () => {
    const username = 'branchManager';
    await db().campusView.create({ data: { username, createBy: username } });
    await db().campusViewEquipment.createMany({
      data: ['T-faulty', 'T-online', 'T-unheard'].map((equipmentNo, position) => ({ username, equipmentNo, position })),
    });
    await report('T-unheard');
    expect((await wall(username, '?order=worst')).units).toEqual(['T-unheard', 'T-faulty', 'T-online']);
    await db().campusView.delete({ where: { username } });
  });
});

it('a screen in the car shows the text for trapped persons', async () => {
  await db().smartScreen.create({
    data: { screenNo: 'S-1', equipmentNo: 'T-boxless', branchCode: 'B01', place: 'car' },
  });
  const comfort = async () => (await readMarks(['S-1'])).get('S-1')?.comfort;
  expect(await comfort()).toBe(false);
  const callbackId = await report('T-boxless');
  expect(await comfort()).toBe(true);
  await release(callbackId);
  expect(await comfort()).toBe(false);
});

describe('pages that watch the unit', () => {
  const heard: LiveChange[] = [];
  let stop: () => Promise<void>;
  beforeAll(() => {
    stop = listenForChanges((changes) => heard.push(...changes));
  });
  afterAll(() => stop());
  const hears = async () => {
    for (let look = 0; look < 100 && heard.length === 0; look += 1) await new Promise((done) => setTimeout(done, 20));
    return heard
      .splice(0)
      .map(({ equipmentNo, isEdited, isCounted, isUrgent }) => [equipmentNo, isEdited && isCounted && isUrgent]);
  };

  it.each(['release', 'freePersons'] as const)(
    'are told of the start and of the release (%s), once each',
    async (way) => {
      await hears();
      const callbackId = await report('T-unheard');
      expect(await hears()).toEqual([['T-unheard', true]]);
      await (way === 'release' ? release(callbackId) : freePersons(callbackId, {}));
      expect(await hears()).toEqual([['T-unheard', true]]);
    },
  );

  it('are told of what began while nobody listened, with the next connection', async () => {
    await hears();
    const { rowCount } = await pool().query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE 'LISTEN%live%'`,
    );
    expect(rowCount).toBe(1);
    // Its own announcement is lost.
    await db().entrapment.create({ data: { equipmentNo: 'T-boxless', startAt: new Date(), startSource: 'person' } });
    await until(() => heard.some(({ equipmentNo, isUrgent }) => equipmentNo === 'T-boxless' && isUrgent === true));
    heard.splice(0);
  });

  it('are told nothing by a call-out that is known already', async () => {
    await report('T-unheard');
    await hears();
    await report('T-unheard');
    await new Promise((done) => setTimeout(done, 300));
    expect(heard).toEqual([]);
  });
});

describe('the floor of a trapped person (readings 286)', () => {
  const DAYS = 14 * 24 * 3_600_000;
  /** A car at 5F: when its box was heard, and when it measured, ms before now; when it lost its controller. */
  const heard = (equipmentNo: UnitNo, [heardMs, measuredMs, cutMs]: readonly [number | null, number, number?]) => {
    const at = (beforeMs: number) => Date.now() - beforeMs;
    const live = {
      position: { value: '5F', at: at(measuredMs) },
      ...(cutMs === undefined ? {} : { connected: { value: false, at: at(cutMs) } }),
    };
    const lastDataAt = heardMs === null ? null : new Date(at(heardMs));
    return db().equipmentStatus.upsert({
      where: { equipmentNo },
      create: { equipmentNo, live, lastDataAt },
      update: { live, lastDataAt },
    });
  };
  const floors = async (equipmentNo: string, callbackId: string) => {
    const incident = (
      await call<{ records: { floor: string | null }[] }>('branchDispatcher', 'POST', 'incident/query', {
        equipmentNos: [equipmentNo],
      })
    ).data.records[0];
    const detail = (await call<{ floor: string | null }>('branchDispatcher', 'GET', `callback/${callbackId}`)).data;
    const texts = await db().smsLog.findMany({ where: { equipmentNo }, select: { content: true } });
    expect(texts.length).toBeGreaterThan(0);
    return [incident?.floor, detail.floor, texts.every(({ content }) => content.includes('5F'))];
  };

  it.each([
    ['of a box that is heard', 'T-online', [0, 0], '5F'],
    ['of a box that is heard, whose clock is slow by hours', 'T-online', [0, 5 * 3_600_000], '5F'],
    ['of a silent box', 'T-silent', [2 * LIVE_MS, 0], null],
    ['of a box that has been offline for days', 'T-off', [DAYS, DAYS], null],
    ['of a row that does not say when it was heard', 'T-off', [null, DAYS], null],
    ['of a box whose controller has been away for long', 'T-gone', [0, 0, 2 * LIVE_MS], null],
    ['of a box whose controller went with the trouble', 'T-gone', [0, 0, 60_000], '5F'],
  ] as const)('%s', async (_what, equipmentNo, times, floor) => {
    await db().smsLog.deleteMany();
    await heard(equipmentNo, times);
    const callbackId = await report(equipmentNo);
    expect(await floors(equipmentNo, callbackId)).toEqual([floor, floor, floor !== null]);
  });

  it('who is reported on an older call-out is where the car was then, not when that began', async () => {
    await heard('T-silent', [3 * LIVE_MS, 3 * LIVE_MS]);
    const { callbackId } = (
      await call<{ callbackId: string }>('branchDispatcher', 'PUT', 'callback', {
        equipmentNo: 'T-silent',
        jobDescription: '关门故障',
      })
    ).data;
    const createDate = new Date(Date.now() - 3 * LIVE_MS);
    await db().callback.update({ where: { callbackId }, data: { createDate } });
    const floorOf = async () =>
      (await call<{ floor: string | null }>('branchDispatcher', 'GET', `callback/${callbackId}`)).data.floor;
    expect(await floorOf()).toBe('5F');
    expect(await report('T-silent')).toBe(callbackId);
    expect(await floorOf()).toBeNull();
  });
});

it('an import that brings the release calms the unit, so that an alarm that rings again counts (readings 253, 284)', async () => {
  const callbackId = await report('T-online');
  await db().equipmentStatus.update({ where: { equipmentNo: 'T-online' }, data: { entrapmentStatus: 1 } });
  await db().callback.update({ where: { callbackId }, data: { releaseDate: new Date(), releaseSource: 'person' } });
  await db().$transaction((sql) => importEntrapments(sql, [callbackId]));
  expect(await numbersIn('trapped')).toEqual([]);
  expect(await db().equipmentStatus.findUnique({ where: { equipmentNo: 'T-online' } })).toMatchObject({
    entrapmentStatus: 0,
  });
});
