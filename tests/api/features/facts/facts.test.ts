import { db, pool } from '@/lib/platform/db/client';
import { seedDictionaries } from '@/lib/features/dictionaries/internal/seed-dictionaries';
import { computeDay, correctDays } from '@/lib/features/facts/compute';
import { factJobs } from '@/lib/features/facts/internal/fact-jobs';
import { Ingest } from '@/lib/live/telemetry/ingest';
import { createBox } from '../../live/telemetry/world';
import { useFreshDatabase } from '../../support/database';
import { runDueJobs } from '../../support/jobs';

/** Two days of one elevator, told by its box to the ingest with the clock of those days. */

useFreshDatabase();

const MINUTE = 60_000;
const FIRST = '2026-03-02';
const SECOND = '2026-03-03';
/** Wall time of Shanghai. */
const at = (day: string, time: string) => Date.parse(`${day}T${time}:00+08:00`);

interface Told {
  readonly at: number;
  readonly leaf: 'status' | 'event';
  readonly body: object;
}
const status = (moment: number, values: object): Told => ({ at: moment, leaf: 'status', body: { status: values } });
const event = (moment: number, eventId: string, code: string, objectStatus: boolean): Told => ({
  at: moment,
  leaf: 'event',
  body: { eventId, subType: 'error', code, objectStatus: String(objectStatus) },
});

/** A sign of life every ten minutes, but for the thirteen hours of silence on the second day. */
function* signsOfLife(): Generator<Told> {
  for (let moment = at(FIRST, '00:00'); moment < at('2026-03-04', '04:00'); moment += 10 * MINUTE)
    if (moment <= at(SECOND, '02:00') || moment >= at(SECOND, '15:00'))
      yield status(moment, { door: { value: 'Closed' } });
}

const DAYS: readonly Told[] = [
  ...signsOfLife(),
  // Down for 37 minutes, then, in the afternoon, no mains for 20, with a fault that comes of it.
  event(at(FIRST, '10:00'), 'own', '5', true),
  event(at(FIRST, '10:37'), 'own', '5', false),
  event(at(FIRST, '14:00'), 'mains', '41', true),
  event(at(FIRST, '14:00') + MINUTE, 'dark', '5', true),
  event(at(FIRST, '14:00') + 15 * MINUTE, 'dark', '5', false),
  event(at(FIRST, '14:20'), 'mains', '41', false),
  // The standard's code 40 says that all is as it was.
  event(at(FIRST, '15:00'), 'calm', '40', true),
  event(at(FIRST, '15:30'), 'calm', '40', false),
  // Half an hour of inspection with the technician there; a fault of his work.
  status(at(FIRST, '16:00'), { mode: { value: 'N' }, technicianonsite: { value: true } }),
  status(at(FIRST, '16:05'), { mode: { value: 'INS' } }),
  event(at(FIRST, '16:10'), 'work', '5', true),
  event(at(FIRST, '16:20'), 'work', '5', false),
  status(at(FIRST, '16:35'), { mode: { value: 'N' } }),
  // Out of service around midnight.
  status(at(FIRST, '23:50'), { mode: { value: 'UNV' } }),
  status(at(SECOND, '00:15'), { mode: { value: 'N' } }),
].sort((a, b) => a.at - b.at);

const dayOf = (day: string) =>
  db().equipmentDay.findUnique({ where: { equipmentNo_day: { equipmentNo: 'FE1', day: new Date(day) } } });
const projectDay = (day: string) =>
  db().projectDay.findUnique({
    where: { projectId_day_displayType: { projectId: 'P1', day: new Date(day), displayType: 'EV' } },
  });

beforeAll(async () => {
  await seedDictionaries();
  const box = await createBox('FC1', 'FE1');
  await createBox('FC2', 'FE2');
  await pool().query(`UPDATE edge_cube SET bind_date = '2026-01-01'`);
  await pool().query(
    `INSERT INTO equipment (equipment_no, equipment_name, equipment_type, display_type, branch_code, update_date) VALUES ('FE3', 'FE3', 'YAE_ELT', 'EV', 'B1', now())`,
  );
  await pool().query(`UPDATE equipment SET create_date = '2026-01-01'`);
  await pool().query(
    `INSERT INTO project (project_id, branch_code, project_name, update_date) VALUES ('P1', 'B1', 'P1', now())`,
  );
  await pool().query(
    `INSERT INTO project_equipment (project_id, equipment_no) VALUES ('P1', 'FE1'), ('P1', 'FE2'), ('P1', 'FE3')`,
  );
  let now = 0;
  const ingest = new Ingest({ pool, downlink: { publish: () => undefined }, now: () => now, flushMs: 1 });
  for (const { at: moment, leaf, body } of DAYS) {
    now = moment;
    const result = await new Promise<{ isRefused?: boolean; refusals: unknown[] }>((settle) =>
      ingest.offer({
        cubeNo: box.cubeNo,
        leaf,
        source: 'http',
        payload: { body: { v: 1, equipmentNo: box.equipmentNo, at: moment, ...body } },
        settle,
      }),
    );
    expect([leaf, result.refusals]).toEqual([leaf, []]);
  }
  await ingest.stop();
  await db().callback.create({
    data: {
      callbackId: 'C1',
      equipmentNo: 'FE1',
      branchCode: 'B1',
      callbackType: 'Customer call',
      jobStatus: 'CLSO',
      scsa: '1',
      createDate: new Date(at(FIRST, '10:05')),
      closeDate: new Date(at(FIRST, '11:00')),
      jobUpdateDate: new Date(at(FIRST, '11:00')),
    },
  });
}, 120_000);

describe('the facts of a unit that its box told about', () => {
  it('of yesterday are made at ten past midnight: 37 minutes of its own fault, none for the mains, half an hour of service', async () => {
    await runDueJobs(factJobs, new Date(at(SECOND, '00:09')));
    expect(await dayOf(FIRST)).toBeNull();
    await runDueJobs(factJobs, new Date(at(SECOND, '00:10')));
    expect(await dayOf(FIRST)).toMatchObject({
      // 10:00-10:37, and out of service from 23:50.
      faultSec: (37 + 10) * 60,
      equipmentFaultSec: 37 * 60,
      availableSec: 86_400 - 37 * 60,
      serviceSec: 30 * 60,
      unknownSec: 0,
      shutdowns: 2,
      callbacks: 1,
      equipmentCallbacks: 1,
      entrapments: 0,
    });
  });

  it('of a day with 13 hours of silence say so', async () => {
    await computeDay(SECOND, at('2026-03-04', '00:10'));
    expect(await dayOf(SECOND)).toMatchObject({
      faultSec: 15 * 60,
      equipmentFaultSec: 0,
      availableSec: 86_400,
      unknownSec: 13 * 3600,
      serviceSec: 0,
      shutdowns: 0,
      callbacks: 0,
    });
  });

  it('of today count what has gone', async () => {
    await computeDay('2026-03-04', at('2026-03-04', '03:55'));
    expect(await dayOf('2026-03-04')).toMatchObject({ availableSec: (3 * 60 + 55) * 60, unknownSec: 0 });
  });

  it('of a box that was silent for more than half of what has gone of today are no value of the project', async () => {
    await computeDay('2026-03-04', at('2026-03-04', '09:00'));
    expect(await dayOf('2026-03-04')).toMatchObject({ availableSec: 9 * 3600, unknownSec: 5 * 3600 + 600 });
    expect(await projectDay('2026-03-04')).toMatchObject({ units: 3, seenUnits: 0 });
    await computeDay('2026-03-04', at('2026-03-04', '07:00'));
    expect(await projectDay('2026-03-04')).toMatchObject({ units: 3, seenUnits: 1 });
  });

  it('of a box that never spoke are unknown; a unit without a box and without a call-out has no row', async () => {
    const rows = await db().equipmentDay.findMany({ where: { day: new Date(FIRST) }, orderBy: { equipmentNo: 'asc' } });
    expect(rows.map(({ equipmentNo, unknownSec }) => [equipmentNo, unknownSec])).toEqual([
      ['FE1', 0],
      ['FE2', 86_400],
    ]);
  });

  it('are summed for the project; the availability is that of the units somebody saw', async () => {
    expect(await projectDay(FIRST)).toMatchObject({
      units: 3,
      seenUnits: 1,
      validSec: 86_400n,
      validAvailableSec: BigInt(86_400 - 37 * 60),
      equipmentFaultSec: BigInt(37 * 60),
      // The silent box, and the unit without one.
      unknownSec: 2n * 86_400n,
    });
    expect(await projectDay(SECOND)).toMatchObject({ units: 3, seenUnits: 0, validSec: 0n });
  });

  it('change with the next run when the call-out is closed with another reason', async () => {
    const touched = (await dayOf(SECOND))?.updatedAt;
    await db().callback.update({ where: { callbackId: 'C1' }, data: { scsa: '5' } });
    await runDueJobs(factJobs, new Date(at('2026-03-04', '02:30')));
    expect(await dayOf(FIRST)).toMatchObject({
      faultSec: 47 * 60,
      equipmentFaultSec: 0,
      availableSec: 86_400,
      equipmentCallbacks: 0,
    });
    expect(await projectDay(FIRST)).toMatchObject({ equipmentFaultSec: 0n, validAvailableSec: 86_400n });
    // What nothing changed for is left as it was.
    expect((await dayOf(SECOND))?.updatedAt).toEqual(touched);
  });

  it('change when a fault is judged a false alarm', async () => {
    await db().errorInspection.updateMany({
      where: { equipmentNo: 'FE1', startDate: new Date(at(FIRST, '10:00')) },
      data: { result: 'FALSE_ALARM', inspectDate: new Date() },
    });
    expect(await correctDays(at('2026-03-05', '02:30'))).toBe(1);
    expect(await dayOf(FIRST)).toMatchObject({ faultSec: 10 * 60, shutdowns: 1 });
  });

  it('leave what its counters counted alone', async () => {
    await pool().query(`UPDATE equipment_day SET trips = 7, energy_kwh = 1.5 WHERE equipment_no = 'FE1' AND day = $1`, [
      FIRST,
    ]);
    await computeDay(FIRST, at('2026-03-05', '00:00'));
    expect(await dayOf(FIRST)).toMatchObject({ trips: 7 });
    expect(await projectDay(FIRST)).toMatchObject({ trips: 7n });
  });
});

describe('what began long ago', () => {
  const NOW = at('2026-06-01', '00:10');
  const YESTERDAY = '2026-05-31';
  const daysAgo = (days: number) => new Date(at(YESTERDAY, '00:00') - days * 86_400_000);
  const factsOf = async (no: string) => {
    const row = await db().equipmentDay.findFirst({ where: { equipmentNo: no, day: new Date(YESTERDAY) } });
    return [row?.faultSec, row?.equipmentFaultSec, row?.silentSec];
  };
  const faultOf = (equipmentNo: string, rest: object = {}) =>
    db().equipmentEvent.create({
      data: {
        equipmentNo,
        branchCode: 'B1',
        eventId: 'long',
        subType: 'error',
        code: '5',
        objectStatus: false,
        startAt: daysAgo(60),
        endAt: new Date(at(YESTERDAY, '12:00')),
        ...rest,
      },
    });
  const callOutOf = (equipmentNo: string, createDate: Date, closeDate: Date) =>
    db().callback.create({
      data: {
        callbackId: `L${equipmentNo}`,
        equipmentNo,
        branchCode: 'B1',
        callbackType: 'Customer call',
        jobStatus: 'CLSO',
        scsa: '1',
        createDate,
        closeDate,
        jobUpdateDate: closeDate,
      },
    });

  beforeAll(async () => {
    for (const no of ['LO', 'LE', 'LS', 'LC', 'LP', 'LQ']) {
      await createBox(`C${no}`, no);
      await db().equipmentStatus.upsert({
        where: { equipmentNo: no },
        create: { equipmentNo: no, lastDataAt: new Date(NOW) },
        update: { lastDataAt: new Date(NOW) },
      });
    }
    await pool().query(`UPDATE edge_cube SET bind_date = '2026-01-01' WHERE cube_no LIKE 'CL%'`);
    await pool().query(
      `INSERT INTO project_equipment (project_id, equipment_no) VALUES ('P1', 'LQ') ON CONFLICT DO NOTHING`,
    );
    await faultOf('LO', { objectStatus: true, endAt: null });
    await faultOf('LE');
    await db().equipmentSpan.create({
      data: { equipmentNo: 'LS', kind: 'down', startAt: daysAgo(60), endAt: new Date(at(YESTERDAY, '06:00')) },
    });
    // Its cause was told and closed three weeks ago.
    await faultOf('LC');
    await callOutOf('LC', daysAgo(30), daysAgo(21));
    await faultOf('LP', { subType: 'controller_power', code: null, startAt: new Date(at(YESTERDAY, '11:00')) });
    await faultOf('LP', { eventId: 'dark', startAt: new Date(at(YESTERDAY, '11:00')) });
    // Its box fell silent at four, a fault stands.
    await faultOf('LQ', { objectStatus: true, endAt: null });
    await db().equipmentStatus.update({
      where: { equipmentNo: 'LQ' },
      data: { lastDataAt: new Date(at(YESTERDAY, '04:00')) },
    });
    await computeDay(YESTERDAY, NOW);
  });

  it('and lasts, or ended on the day, is a fault of the day', async () => {
    expect(await factsOf('LO')).toEqual([86_400, 0, 0]);
    expect(await factsOf('LE')).toEqual([12 * 3600, 0, 0]);
    expect(await factsOf('LS')).toEqual([6 * 3600, 0, 0]);
  });

  it('keeps the cause that a call-out named weeks ago', async () => {
    expect(await factsOf('LC')).toEqual([12 * 3600, 12 * 3600, 0]);
  });

  it('and is no mains is no fault, also where the box names no code', async () => {
    expect(await factsOf('LP')).toEqual([0, 0, 0]);
  });

  it('stands through twenty hours of silence: the day was not seen', async () => {
    expect(await factsOf('LQ')).toEqual([86_400, 0, 20 * 3600]);
    expect(await projectDay(YESTERDAY)).toMatchObject({ seenUnits: 0 });
  });

  it('is corrected in the days after it when somebody says its cause late', async () => {
    await db().errorInspection.updateMany({ where: { equipmentNo: 'LE' }, data: { result: 'REAL' } });
    await db().errorInspection.createMany({
      data: {
        errorId: 'LE1',
        equipmentNo: 'LE',
        branchCode: 'B1',
        eventRef: (await db().equipmentEvent.findFirstOrThrow({ where: { equipmentNo: 'LE' } })).id,
        gbCode: '5',
        text: 'x',
        startDate: daysAgo(60),
        recoverDate: new Date(at(YESTERDAY, '12:00')),
        result: 'REAL',
      },
      skipDuplicates: true,
    });
    await correctDays(at('2026-06-01', '02:30'));
    expect(await factsOf('LE')).toEqual([12 * 3600, 12 * 3600, 0]);
  });
});

describe('a unit without a box', () => {
  it('has the stops of its call-outs and is unknown for the rest', async () => {
    await db().callback.create({
      data: {
        callbackId: 'C3',
        equipmentNo: 'FE3',
        branchCode: 'B1',
        callbackType: 'Customer call',
        jobStatus: 'CLSO',
        scsa: '1',
        createDate: new Date(at(SECOND, '09:00')),
        closeDate: new Date(at(SECOND, '11:00')),
        jobUpdateDate: new Date(at(SECOND, '11:00')),
      },
    });
    await correctDays(at('2026-03-05', '02:30'));
    const row = await db().equipmentDay.findFirst({ where: { equipmentNo: 'FE3' } });
    expect(row).toMatchObject({ day: new Date(SECOND), equipmentFaultSec: 7200, unknownSec: 22 * 3600, shutdowns: 1 });
    expect(await db().equipmentDay.count({ where: { equipmentNo: 'FE3' } })).toBe(1);
  });

  it('is seen on no day: a call-out that stood for all of one makes no availability of it', async () => {
    await db().callback.update({
      where: { callbackId: 'C3' },
      data: { createDate: new Date(at(SECOND, '00:00')), closeDate: new Date(at(SECOND, '23:59')) },
    });
    await correctDays(at('2026-03-05', '02:30'));
    expect(await db().equipmentDay.findFirst({ where: { equipmentNo: 'FE3' } })).toMatchObject({ unknownSec: 60 });
    expect(await projectDay(SECOND)).toMatchObject({ seenUnits: 0, validSec: 0n });
  });
});

describe('what rests save (silent-screens A4)', () => {
  const parameters = (equipmentNo: string, rest: object) =>
    db().energyPower.create({
      data: {
        equipmentNo,
        fromDay: new Date('2026-03-10'),
        ratedPower: 8,
        crawlPower: 2,
        standbyPower: 0.5,
        ...rest,
      },
    });
  const counted = async (equipmentNo: string, crawlSec: number, standbySec: number, savedKwh: number | null = null) =>
    db().equipmentDay.create({
      data: { equipmentNo, day: new Date('2026-03-10'), branchCode: 'B1', crawlSec, standbySec, savedKwh },
    });
  const saved = async () =>
    Object.fromEntries(
      (await db().equipmentDay.findMany({ where: { day: new Date('2026-03-10') } })).map(
        ({ equipmentNo, savedKwh }) => [equipmentNo, savedKwh === null ? null : Number(savedKwh)],
      ),
    );

  it('is counted of escalators and walks whose powers are entered; an import stays where none are', async () => {
    for (const no of ['S1', 'S2', 'S3', 'S4']) await createBox(`SC${no}`, no, { displayType: 'ES' });
    await createBox('SCS5', 'S5');
    await parameters('S1', {});
    await parameters('S2', { crawlPower: null });
    await parameters('S3', { crawlPower: null });
    await parameters('S5', {});
    // Two hours of 6 kW and four of 7.5 kW less.
    await counted('S1', 7200, 14_400);
    await counted('S2', 0, 3600);
    await counted('S3', 3600, 3600);
    await counted('S4', 3600, 3600, 12.5);
    await counted('S5', 3600, 3600);
    await computeDay('2026-03-10', at('2026-03-11', '00:10'));
    expect(await saved()).toMatchObject({ S1: 42, S2: 7.5, S3: null, S4: 12.5, S5: null });
    // Powers of other days change nothing.
    await parameters('S1', { fromDay: new Date('2026-03-11'), ratedPower: 100 });
    await parameters('S1', { fromDay: new Date('2026-03-01'), ratedPower: 50 });
    await parameters('S2', { fromDay: new Date('2026-03-11') });
    await computeDay('2026-03-10', at('2026-03-11', '00:10'));
    expect(await saved()).toMatchObject({ S1: 42, S2: 7.5 });
    await db().energyPower.updateMany({
      where: { equipmentNo: 'S1', fromDay: new Date('2026-03-10') },
      data: { ratedPower: 9 },
    });
    await computeDay('2026-03-10', at('2026-03-11', '00:10'));
    expect(await saved()).toMatchObject({ S1: 48 });
  });
});
