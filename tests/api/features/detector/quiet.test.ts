import { findIdleElevators } from '@/lib/features/detector/internal/idle-elevators';
import { db, pool } from '@/lib/platform/db/client';
import { useFreshDatabase } from '../../support/database';
import { createBox } from '../../live/telemetry/world';
import { callbacksOf, Fleet, noticesOf, symptomsOf } from './fleet';

const HOUR = 3600;
/** A Wednesday. */
const NOON = Date.parse('2026-03-04T12:00:00+08:00');
const NORMAL = { drive: 'Standing', door: 'Closed', mode: 'N', load: 'Empty', indoorzone: 'On Floor' };

describe('B05: no trips at busy time (silent-screens F2, readings 153)', () => {
  useFreshDatabase();

  let fleet: Fleet;
  let count = 0;
  beforeEach(async () => {
    fleet = new Fleet(NOON - 3 * HOUR * 1000);
    await pool().query('DELETE FROM detector_effect');
  });
  afterEach(() => fleet.stop());

  /** Trips an hour from 10 to 12 o'clock, of the four weeks before. */
  const usually = async (no: string, ...weeks: number[]) => {
    for (const [index, trips] of weeks.entries())
      await pool().query(
        `INSERT INTO equipment_cycle_day (equipment_no, day, hour_trips)
         VALUES ($1, '2026-03-04'::date - 7 * $2::int, ARRAY(SELECT CASE WHEN h IN (10, 11) THEN $3::int ELSE 99 END FROM generate_series(0, 23) h))`,
        [`E${no}`, index + 1, trips],
      );
  };
  const next = async (...weeks: number[]) => {
    const no = String((count += 1));
    await createBox(`C${no}`, `E${no}`, { onlineStatus: 1 });
    await pool().query(`UPDATE edge_cube SET state = 'online', state_at = $2 WHERE cube_no = $1`, [
      `C${no}`,
      new Date(NOON - 5 * HOUR * 1000),
    ]);
    await usually(no, ...weeks);
    await fleet.status(no, NORMAL);
    return no;
  };
  /** It goes on, and the boxes send signs of life. */
  const goOn = async (until: number, nos: readonly string[]) => {
    while (fleet.now < until) {
      fleet.now = Math.min(until, fleet.now + 10 * 60_000);
      for (const no of nos) await fleet.status(no, { load: 'Empty' });
    }
  };
  const atNoon = (...nos: string[]) => goOn(NOON + 300_000, nos);
  const look = async () => {
    const found = await findIdleElevators(new Date(fleet.now));
    await fleet.act();
    return found;
  };

  it('two hours without a trip where there usually are ten are a symptom that nobody is called out for, once', async () => {
    const no = await next(5, 5, 30, 4);
    await atNoon(no);
    // 8, 10, 10 and 60 trips in the two hours: the median is 10.
    expect(await look()).toBe(1);
    expect(await look()).toBe(0);
    expect(await symptomsOf(`E${no}`)).toEqual(['B05 INIT 1']);
    expect(await callbacksOf(`E${no}`)).toEqual([]);
    expect(await noticesOf(`E${no}`)).toEqual([]);
    const symptom = await db().symptom.findFirstOrThrow({ where: { equipmentNo: `E${no}` } });
    expect(symptom.eventDate).toEqual(new Date(NOON - 2 * HOUR * 1000));
    expect(symptom.symptomTitle).toBe('B05-疑似停用');
  });

  it('the next trip ends it', async () => {
    const no = await next(10, 10, 10, 10);
    await atNoon(no);
    await look();
    fleet.now += 60_000;
    await fleet.timers();
    await fleet.act();
    expect(await symptomsOf(`E${no}`)).toEqual(['B05 INIT 1']);
    await fleet.status(no, { drive: 'Moving' });
    await fleet.timers();
    await fleet.act();
    expect(await symptomsOf(`E${no}`)).toEqual(['B05 INACTIVE 1']);
  });

  it('is nothing at an hour that is not busy, and nothing of days that nobody counted', async () => {
    const [calm, fresh, alone] = [await next(4, 4, 20, 20), await next(), await next(0, 0, 90)];
    await atNoon(calm, fresh, alone);
    // 8, 8, 40, 40: 24 in the middle.
    expect(await look()).toBe(1);
    expect(await symptomsOf(`E${calm}`)).toEqual(['B05 INIT 1']);
    expect([await symptomsOf(`E${fresh}`), await symptomsOf(`E${alone}`)]).toEqual([[], []]);
  });

  it('is nothing of a unit that ran, was faulty or silent, is in another mode, away, with a technician or out of service', async () => {
    const busy = [10, 10, 10, 10] as const;
    const nos = [];
    for (let index = 0; index < 10; index += 1) nos.push(await next(...busy));
    const [ran, mode, away, late, technician, stopped, served, fault, silent, quiet] = nos as [string, ...string[]];
    const heard = nos.filter((no) => no !== silent);
    await goOn(NOON - HOUR * 1000, heard);
    await fleet.status(ran, { drive: 'Moving' });
    await fleet.status(String(mode), { mode: 'INS' });
    await fleet.status(String(technician), { technicianonsite: true });
    fleet.now += 20_000;
    await fleet.status(ran, { drive: 'Standing' });
    await atNoon(...heard);
    await fleet.status(String(silent), { load: 'Empty' });
    await pool().query(`UPDATE equipment_status SET connection = 'offline' WHERE equipment_no = $1`, [`E${away}`]);
    await pool().query(`UPDATE edge_cube SET state_at = $2 WHERE cube_no = $1`, [
      `C${late}`,
      new Date(NOON - HOUR * 1000),
    ]);
    await pool().query(`UPDATE equipment SET service_stopped = true WHERE equipment_no = $1`, [`E${stopped}`]);
    await db().maintenanceJob.create({
      data: {
        jobNo: 'J1',
        equipmentNo: `E${served}`,
        branchCode: 'B1',
        jobStatus: 'LOCK',
        maintenanceType: 'BI',
        planDate: new Date('2026-03-04'),
      },
    });
    await pool().query(
      `INSERT INTO equipment_span (equipment_no, start_at, kind, end_at) VALUES ($1, $2, 'down', $3)`,
      [`E${fault}`, new Date(NOON - 3 * HOUR * 1000), new Date(NOON - HOUR * 1000)],
    );
    expect(await look()).toBe(1);
    expect(await symptomsOf(`E${quiet}`)).toEqual(['B05 INIT 1']);
  });

  it('heeds the numbers of the unit, and says nothing where the rule is off', async () => {
    const [more, off] = [await next(10, 10, 10, 10), await next(10, 10, 10, 10)];
    await db().detectorSetting.createMany({
      data: [
        { rule: 'B05', scope: 'unit', target: `E${more}`, enabled: true, numbers: { busyTrips: 21 } },
        { rule: 'B05', scope: 'unit', target: `E${off}`, enabled: false, numbers: {} },
      ],
    });
    await atNoon(more, off);
    expect(await look()).toBe(0);
    await db().detectorSetting.updateMany({ where: { target: `E${more}` }, data: { numbers: { busyTrips: 20 } } });
    expect(await look()).toBe(1);
    expect(await symptomsOf(`E${more}`)).toEqual(['B05 INIT 1']);
  });

  it('trips are counted by the hour as the boxes tell them', async () => {
    const no = await next();
    const day = async () =>
      (await db().equipmentCycleDay.findFirst({ where: { equipmentNo: `E${no}` } }))?.hourTrips ?? [];
    const trip = async (at: number) => {
      fleet.now = at;
      await fleet.status(no, { drive: 'Moving' });
      fleet.now += 20_000;
      await fleet.status(no, { drive: 'Standing' });
    };
    await trip(NOON - 1800_000);
    await trip(NOON - 60_000);
    await fleet.restart();
    await trip(NOON - 30_000);
    await trip(NOON + 60_000);
    await fleet.restart();
    expect(await day()).toEqual(Array.from({ length: 24 }, (_, hour) => (hour === 11 ? 3 : hour === 12 ? 1 : 0)));
  });
});
